// Gate results as one small JSON file per runtime and version, in the person's state folder. A lost or damaged file
// costs only one more test, so writing it takes no special care, and a failure is never an error.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { type GateResult, GateResultSchema } from "../../domain/dispatch/gate.ts";
import { seal, unseal } from "../../domain/text/json/seal.ts";
import type { GateResults } from "../../ports/agents/gate-results.ts";
import { makeFolders } from "../make-folders.ts";

/** Without a folder (no home) nothing is kept. */
export function createGateFiles(folder: string | undefined): GateResults {
  const pathOf = (runtime: string, version: string) =>
    join(folder ?? "", `${`${runtime}-${version}`.replaceAll(/[^A-Za-z0-9.-]+/g, "-")}.json`);
  return {
    async find(runtime, version) {
      if (folder === undefined) return undefined;
      const result = await readResult(pathOf(runtime, version));
      return result?.runtime === runtime && result.version === version ? result : undefined;
    },
    async keep(result) {
      if (folder === undefined) return;
      try {
        await makeFolders(folder);
        await writeFileAtomic(pathOf(result.runtime, result.version), `${seal(JSON.stringify(result, null, 2))}\n`);
      } catch {
        // the state folder cannot be written: the next run tests again
      }
    },
  };
}

async function readResult(path: string): Promise<GateResult | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  const read = bytes && unseal(bytes);
  return read && read.state !== "damaged" ? GateResultSchema.safeParse(read.value).data : undefined;
}
