// A feature that was not named, or not clearly: what it could be is told, never guessed.
import { findFeature } from "../../domain/feature/feature-name.ts";
import { type ErrorCode, IflowError } from "../../domain/text/errors.ts";

/** The key of the feature that a person named, in any way that fits only one. */
export function requireNamed(keys: readonly string[], asked: string): string {
  const named = findFeature(keys, asked);
  if (named.type === "found") return named.key;
  if (named.type === "several") {
    throw new UnclearFeature("needs-answer", `"${asked}" could be any of these features`, {
      asked,
      choices: named.keys,
      all: keys,
    });
  }
  throw new UnclearFeature(
    "feature-unknown",
    asked.trim() === "" ? "An empty name is no feature" : `Feature ${asked} not found`,
    { asked, choices: named.near, all: keys },
  );
}

export interface Unclear {
  /** What the person typed, if they named one. */
  readonly asked?: string;
  /** What it could be; empty when nothing looks like it. */
  readonly choices: readonly string[];
  /** Every feature there is. */
  readonly all: readonly string[];
}

/** A command line turns the choices into commands. */
export class UnclearFeature extends IflowError {
  readonly unclear: Unclear;

  constructor(code: ErrorCode, message: string, unclear: Unclear) {
    const { asked, choices, all } = unclear;
    const [first] = choices;
    const isToList = asked !== undefined && all.length > 0;
    const known = isToList ? `known features: ${all.join(", ")}` : 'iflow run "what you want"';
    super(code, message, {
      ...(choices.length > 0 && { detail: choices.map((key) => `  ${key}`).join("\n") }),
      fix: first === undefined ? known : `name one, such as ${first}`,
    });
    this.unclear = unclear;
  }
}
