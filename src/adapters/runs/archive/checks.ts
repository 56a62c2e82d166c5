// What the project's own checks printed, over all runs of a feature, in the order in which they ended.
import { join } from "node:path";
import type { FoundCheck } from "../../../ports/runs.ts";
import { listIfThere } from "../durable-files.ts";
import { readRunFile } from "../journal/run-files.ts";
import type { RunFiles, RunPlace } from "./outcomes.ts";

/** The journal knows the order. A run of an earlier format did not record its files: there the names decide. */
export async function listChecks(runs: readonly RunPlace[]): Promise<FoundCheck[]> {
  const found: FoundCheck[] = [];
  for (const { id, folder, history } of runs) {
    const names = (await listIfThere(join(folder, "checks"))).filter((name) => name.endsWith(".txt"));
    const recorded = [...history.files.keys()];
    const placeOf = (file: string) => (recorded.includes(file) ? recorded.indexOf(file) : recorded.length);
    const files = names.map((name) => `checks/${name}`).sort((one, other) => one.localeCompare(other, "en", NATURAL));
    files.sort((one, other) => placeOf(one) - placeOf(other)); // a stable sort
    found.push(...files.map((file) => ({ run: id, file })));
  }
  return found;
}

const NATURAL = { numeric: true } as const;

export async function readCheck({ folder, files }: RunFiles, { file }: FoundCheck): Promise<string> {
  return (await readRunFile(folder, file, { files })) ?? "";
}
