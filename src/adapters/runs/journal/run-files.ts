// Files of a run and the checksums that its journal has for them. A new file comes before its checksum: a kill in between
// leaves a file without any, which is read as it is, like one of an earlier version or of an agent. A changed file comes
// after it: if the write never takes place, the content recorded earlier is still there, so all checksums count.
import { join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { sumOf } from "../../../domain/text/json/seal.ts";
import type { StoredFiles } from "../../recorded/outcomes.ts";
import type { RunHistory } from "../../recorded/run-history.ts";
import { listIfThere, readIfThere } from "../durable-files.ts";

/** Undefined when there is no such file. Throws when its bytes are not those that the run wrote. */
export async function readRunFile(folder: string, name: string, { files }: Files): Promise<string | undefined> {
  const bytes = await readIfThere(join(folder, name));
  if (bytes === undefined) return undefined;
  const sums = files.get(name);
  if (sums === undefined || sums.has(sumOf(bytes))) return bytes.toString("utf8");
  throw damagedFile(folder, name);
}

type Files = Pick<RunHistory, "files">;

export function storedFiles(folder: string, history: Files): StoredFiles {
  return {
    read: (name) => readRunFile(folder, name, history),
    list: (name) => listIfThere(join(folder, name)),
  };
}

function damagedFile(folder: string, name: string): IflowError {
  const message = `${join(folder, name)} is damaged: it is not what iflow wrote`;
  return new IflowError("journal-corrupt", message, {
    fix: `Restore the file from a backup; otherwise move ${folder} out of the way and run the phase again.`,
  });
}
