// Whether a change is in the knowledge bank: the report afterwards says what the files hold, not what was intended. An
// entry that someone renamed or removed in the meantime takes no change.
import { type BankEntry, type BankFile, observers, originNumber, parseBank } from "./knowledge-bank.ts";
import { findEntry, findSame, lessonText } from "./knowledge-bank-edit.ts";
import type { BankChange } from "./retro-bank.ts";

export function isWritten(files: readonly BankFile[], change: BankChange, feature: number): boolean {
  const entries = files.filter(({ category }) => category === change.category).flatMap(parseBank);
  if (change.type === "added") return findSame(entries, change.category, change.entry) !== undefined;
  const entry = findEntry(entries, change.name);
  if (change.type === "retired") return entry === undefined;
  return entry !== undefined && isChanged(entry, change, feature);
}

function isChanged(
  entry: BankEntry,
  change: Exclude<BankChange, { type: "added" | "retired" }>,
  feature: number,
): boolean {
  switch (change.type) {
    case "confirmed":
    case "kept":
      return observers(entry).has(feature);
    case "challenged":
      return entry.fields.some(({ name, value }) => name === "challenged" && originNumber(value) === feature);
    case "updated":
      return entry.text.includes(lessonText(change.text));
    case "stale":
      return entry.isMarkedStale;
    default:
      return change satisfies never;
  }
}
