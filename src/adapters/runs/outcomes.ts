// Outcome files of a feature, over all its runs: what was paid for and what came back.
import { join } from "node:path";
import { OutcomeSchema } from "../../domain/outcome.ts";
import type { RunSummary } from "../../domain/run.ts";
import type { FoundOutcome } from "../../ports/runs.ts";
import { listIfThere, readIfThere } from "./durable-files.ts";

const ENDING = ".outcome.json";

type RunPlace = { readonly head: Pick<RunSummary["head"], "id"> } & Pick<RunSummary, "folder">;

export async function readOutcomes(runs: readonly RunPlace[]): Promise<FoundOutcome[]> {
  const found: FoundOutcome[] = [];
  for (const { head, folder } of runs) {
    const names = (await listIfThere(join(folder, "dispatches"))).filter((name) => name.endsWith(ENDING)).sort();
    for (const name of names) {
      const file = `dispatches/${name.slice(0, -ENDING.length)}`;
      const outcome = await readOutcome(join(folder, `${file}${ENDING}`));
      if (outcome) found.push({ run: head.id, file, outcome });
    }
  }
  return found;
}

export async function readPrompt(runsFolder: string, { run, file }: FoundOutcome): Promise<string> {
  return (await readIfThere(join(runsFolder, run, `${file}.prompt.md`)))?.toString("utf8") ?? "";
}

async function readOutcome(path: string) {
  const bytes = await readIfThere(path);
  try {
    return OutcomeSchema.parse(JSON.parse(bytes?.toString("utf8") ?? ""));
  } catch {
    return undefined; // damaged: as good as not written
  }
}
