// What the project's own checks printed, over all runs of a feature, in the order in which they ended.
import type { FoundCheck } from "../../ports/runs/runs.ts";
import type { RunPlace, StoredFiles } from "./outcomes.ts";

/** The journal knows the order. A run of an earlier format did not record its files: there the names decide. */
export async function listChecks(runs: readonly RunPlace[]): Promise<FoundCheck[]> {
  const found: FoundCheck[] = [];
  for (const { id, files, history } of runs) {
    const names = (await files.list("checks")).filter((name) => name.endsWith(".txt"));
    const recorded = [...history.files.keys()];
    const placeOf = (file: string) => (recorded.includes(file) ? recorded.indexOf(file) : recorded.length);
    const printed = names.map((name) => `checks/${name}`).sort((one, other) => one.localeCompare(other, "en", NATURAL));
    printed.sort((one, other) => placeOf(one) - placeOf(other)); // a stable sort
    found.push(...printed.map((file) => ({ run: id, file })));
  }
  return found;
}

const NATURAL = { numeric: true } as const;

export async function readCheck(files: StoredFiles, { file }: FoundCheck): Promise<string> {
  return (await files.read(file)) ?? "";
}
