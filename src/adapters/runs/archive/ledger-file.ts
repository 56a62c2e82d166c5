// The ledger: one line per dispatch and per ping, only ever appended to. All lines of one call go out in one write and are flushed.
// Readers skip a line that a crash has torn, and the next line begins on its own.
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type LedgerLine, ledgerKey, parseLedger, printLedger } from "../../../domain/billing/ledger.ts";
import { makeFolder, onDisk, readIfThere } from "../durable-files.ts";

export interface LedgerFile {
  read(): Promise<LedgerLine[]>;
  /** The lines that were new. */
  add(lines: readonly LedgerLine[]): Promise<readonly LedgerLine[]>;
}

export function createLedgerFile(path: string): LedgerFile {
  const readText = async () => (await readIfThere(path))?.toString("utf8") ?? "";
  return {
    read: async () => parseLedger(await readText()),
    async add(lines) {
      const text = await readText();
      const known = new Set(parseLedger(text).map(ledgerKey));
      const added = lines.filter((line) => !known.has(ledgerKey(line)));
      if (added.length === 0) return [];
      await makeFolder(dirname(path));
      const gap = text === "" || text.endsWith("\n") ? "" : "\n";
      await onDisk(path, () => appendFile(path, `${gap}${printLedger(added)}`, { flush: true }));
      return added;
    },
  };
}
