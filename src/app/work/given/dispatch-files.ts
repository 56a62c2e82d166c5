// Where the files of a dispatch are, and the outcome file that every row of the bill is read from.
import type { Outcome } from "../../../domain/billing/outcome.ts";
import type { Parts } from "../state/phase-run.ts";
import type { Dispatch } from "./dispatch-request.ts";

/** `dispatches/003-spec-author-resume`, without a file extension. */
export function fileOf({ number, role, kind }: Pick<Dispatch, "number" | "role" | "kind">): string {
  return numberedFile(number, `${role}-${kind}`);
}

/** For what is paid like a dispatch but is none: a turn of the session test, a ping. */
export function numberedFile(number: number, name: string): string {
  return `dispatches/${paddedNumber(number)}-${name}`;
}

/** `003`, so that names stand in the order of the dispatches. */
export function paddedNumber(number: number): string {
  return String(number).padStart(3, "0");
}

/** `file` is without extension. Whatever else is kept of the dispatch is written before this. */
export async function writeOutcome({ run }: Parts<"run">, file: string, outcome: Outcome): Promise<void> {
  await run.folder.write(`${file}.outcome.json`, `${JSON.stringify(outcome, null, 2)}\n`);
}
