// The files of one run next to its journal, which has a checksum of each (run-files.ts). A name never leaves the folder,
// and never refers to the journal or the answers, which have their own writers.
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { sumOf } from "../../../domain/text/seal.ts";
import type { RunFolder } from "../../../ports/runs.ts";
import { listIfThere, makeFolder, writeWhole } from "../durable-files.ts";
import { readRunFile } from "./run-files.ts";
import type { RunHistory } from "./run-history.ts";

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
    async read(name) {
      place(path, name);
      return readRunFile(path, normalize(name), { files: known });
    },
    async write(name, content) {
      const target = place(path, name);
      const plain = normalize(name);
      if (/^(journal\.jsonl|answers)(\/|$)/.test(plain)) throw refused(name, "belongs to the journal");
      const isNew = !known.has(plain); // nothing comes before a new file: it may be an answer that was paid for
      if (!isNew) await keepSum(plain, sumOf(content));
      await makeFolder(dirname(target));
      await writeWhole(target, content);
      if (isNew) await keepSum(plain, sumOf(content));
    },
    async list(folder) {
      return listIfThere(place(path, folder));
    },
    async touchedAt(name) {
      return (await stat(place(path, name)).catch(() => undefined))?.ctimeMs;
    },
  };
}

function place(folder: string, name: string): string {
  const plain = normalize(name);
  if (isAbsolute(name) || name.includes("\0") || plain === ".." || plain.startsWith("../")) {
    throw refused(name, "leaves the folder of the run");
  }
  return join(folder, plain);
}

function refused(name: string, reason: string): IflowError {
  return new IflowError("path-refused", `the file name ${JSON.stringify(name)} ${reason}`, {
    fix: "Use a plain name such as dispatches/001-spec-reviewer-fresh.prompt.md.",
  });
}
