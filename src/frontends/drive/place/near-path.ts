// A folder as a person would type it from where they are.
import { relative } from "node:path";

export function nearPath(from: string, path: string): string {
  const near = relative(from, path);
  return near === "" || near.startsWith("../../../") ? path : near;
}
