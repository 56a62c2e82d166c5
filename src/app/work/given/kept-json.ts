// JSON that a step of the run has kept in its folder. A replay cannot do without it.
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { Parts } from "../state/phase-run.ts";

/** The value as it was written; only this program writes it, so its shape is known. */
export async function readKeptJson<T>({ run }: Parts<"run">, name: string): Promise<T> {
  const value = parseJson(await run.folder.read(name));
  if (value !== undefined) return value as T;
  throw new IflowError("journal-corrupt", `${run.folder.path}/${name} is missing or damaged`, {
    fix: `Restore the file from a backup; otherwise move ${run.folder.path} out of the way and run the phase again.`,
  });
}
