// The files of one run next to its journal, which has a checksum of each (run-files.ts).
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sumOf } from "../../../domain/text/json/seal.ts";
import type { RunFolder } from "../../../ports/runs/runs.ts";
import { plainFileName, writableFileName } from "../../recorded/file-name.ts";
import type { RunHistory } from "../../recorded/run-history.ts";
import { listIfThere, makeFolder, writeWhole } from "../durable-files.ts";
import { readRunFile } from "./run-files.ts";

export interface FileSums extends Pick<RunHistory, "files"> {
  /** Resolves when it is in the journal. */
  record(name: string, hash: string): Promise<void>;
}

/** Without sums, as in runs of earlier formats, files are read as they are. */
export function createRunFolder(path: string, sums: FileSums | undefined): RunFolder {
  const known = new Map([...(sums?.files ?? [])].map(([name, hashes]) => [name, new Set(hashes)]));
  const keepSum = async (name: string, hash: string) => {
    const hashes = known.get(name) ?? new Set();
    if (sums === undefined || hashes.has(hash)) return;
    await sums.record(name, hash);
    known.set(name, hashes.add(hash));
  };
  return {
    path,
    read: async (name) => readRunFile(path, plainFileName(name), { files: known }),
    async write(name, content) {
      const plain = writableFileName(name);
      const target = join(path, plain);
      const isNew = !known.has(plain); // nothing comes before a new file: it may be an answer that was paid for
      if (!isNew) await keepSum(plain, sumOf(content));
      await makeFolder(dirname(target));
      await writeWhole(target, content);
      if (isNew) await keepSum(plain, sumOf(content));
    },
    list: async (folder) => listIfThere(join(path, plainFileName(folder))),
    async touchedAt(name) {
      return (await stat(join(path, plainFileName(name))).catch(() => undefined))?.ctimeMs;
    },
  };
}
