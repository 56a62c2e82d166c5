// The ledger: one line per dispatch and per ping, only ever appended to. All lines of one call go out in one write and are flushed.
// A line that a crash has torn, or that is damaged, is left out and reported, and the next line begins on its own.
import { dirname } from "node:path";
import { type LedgerLine, ledgerKey, parseLedger, printLedger } from "../../../domain/billing/ledger.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { appendPlain } from "../../plain-file.ts";
import type { OnDamage } from "../../recorded/run-summary.ts";
import { makeFolder, onDisk, readIfThere } from "../durable-files.ts";

export interface LedgerFile {
  read(): Promise<LedgerLine[]>;
  /** The lines that were new. */
  add(lines: readonly LedgerLine[]): Promise<readonly LedgerLine[]>;
}

export function createLedgerFile(path: string, onDamage: OnDamage): LedgerFile {
  const report = (lines: number) => onDamage(damagedLedger(path, lines));
  const readText = async () => (await readIfThere(path))?.toString("utf8") ?? "";
  return {
    read: async () => parseLedger(await readText(), report),
    async add(lines) {
      const text = await readText();
      const known = new Set(parseLedger(text).map(ledgerKey));
      const added = lines.filter((line) => !known.has(ledgerKey(line)));
      if (added.length === 0) return [];
      await makeFolder(dirname(path));
      const gap = text === "" || text.endsWith("\n") ? "" : "\n";
      await onDisk(path, () => appendPlain(path, `${gap}${printLedger(added)}`, { flush: true }));
      return added;
    },
  };
}

function damagedLedger(path: string, lines: number): IflowError {
  const what = lines === 1 ? "a line that is damaged" : `${lines} lines that are damaged`;
  return new IflowError("journal-corrupt", `${path} has ${what}: bills are too low by what it says`, {
    fix: `Restore ${path} from a backup, or remove what cannot be read.`,
  });
}
