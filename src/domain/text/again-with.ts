// What was asked for can be done once a flag says how. The command line prints the whole command; others name the flag.
import { type ErrorCode, IflowError } from "./errors.ts";

/** `--from base`, and what it means. */
export interface Way {
  readonly flag: readonly [name: string, value: string];
  readonly means: string;
}

export class AgainWith extends IflowError {
  readonly ways: readonly Way[];
  /** Lines around the ways, if there is more than one. */
  readonly around: readonly [before: string, after: string];

  constructor(code: ErrorCode, message: string, ways: readonly Way[], around: readonly [string, string]) {
    const flags = ways.map(({ flag }) => flag.join(" "));
    super(
      code,
      message,
      againWith(ways, around, flags, (flag) => `run this again with ${flag}`),
    );
    this.ways = ways;
    this.around = around;
  }
}

/** The lines below the message, with what to type for each way; the first one is also the fix. */
export function againWith(
  ways: readonly Way[],
  [before, after]: AgainWith["around"],
  typed: readonly string[],
  fix: (typed: string) => string = (first) => first,
): { readonly detail: string; readonly fix: string } {
  const choices = ways.length === 1 ? [] : ways.flatMap(({ means }, at) => [`  ${means}:`, `    ${typed[at] ?? ""}`]);
  return { detail: [before, ...choices, after].filter((line) => line !== "").join("\n"), fix: fix(typed[0] ?? "") };
}
