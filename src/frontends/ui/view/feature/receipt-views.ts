// The receipts of a feature as they are on record. A receipt says what held when it was made; what was committed since makes
// it stale here, and only `iflow verify` says whether it still holds.
import type { ReadReceipts, Receipt } from "../../../../domain/receipts/receipt-file.ts";
import { nameOf } from "../../../../domain/receipts/receipt-state.ts";
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { ReceiptView } from "../model/feature.ts";

/** `log` is newest first; `own`: where iflow's documents are. */
export function receiptViews(
  read: ReadReceipts,
  log: readonly LoggedCommit[],
  own: string,
  file: string,
): ReceiptView[] {
  if (!("receipts" in read)) return [];
  const moved = movedSince(log, own, file);
  return read.receipts.map((receipt) => receiptView(receipt, moved));
}

function receiptView({ criterion, state, tests, at }: Receipt, moved: string | undefined): ReceiptView {
  const isShown = state === "holds" && moved !== undefined;
  const why = isShown ? `${moved} changed since` : whyOf(state, tests);
  return { criterion, state: isShown ? "stale" : stateOf(state), why, tests: tests.map(nameOf), at };
}

function stateOf(state: string): ReceiptView["state"] {
  return state === "holds" || state === "fails" || state === "stale" ? state : "none";
}

function whyOf(state: string, tests: Receipt["tests"]): string | null {
  const failed = tests.find(({ exitCode }) => exitCode !== null && exitCode !== 0);
  if (state === "fails" && failed) return `${nameOf(failed)}, exit code ${failed.exitCode}`;
  return tests.length === 0 ? "no test of this feature names it" : null;
}

/** A file of the project in a commit that is newer than the receipts. */
function movedSince(log: readonly LoggedCommit[], own: string, file: string): string | undefined {
  const made = log.findIndex(({ paths }) => paths.includes(file));
  const newer = made === -1 ? [] : log.slice(0, made);
  return newer.flatMap(({ paths }) => paths).find((path) => !path.startsWith(`${own}/`));
}
