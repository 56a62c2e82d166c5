// When two sentences are the same idea. White space never matters; upper and lower case may, so a person is asked.
import { oneLine } from "../text/one-line.ts";

export type Likeness = "same" | "alike" | "other";

export function compareIdeas(one: string, other: string): Likeness {
  const [left, right] = [oneLine(one), oneLine(other)];
  if (left === right) return "same";
  return left.toLowerCase() === right.toLowerCase() ? "alike" : "other";
}
