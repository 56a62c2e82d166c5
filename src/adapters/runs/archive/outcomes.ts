// Outcome files of a feature, over all its runs: what was paid for and what came back. A dispatch that has no outcome
// yet, or never will, is in its run's journal with what it used so far. It counts once, whichever of the two exists.
import { join } from "node:path";
import { parseOutcome } from "../../../domain/billing/outcome.ts";
import { sentFile, unansweredDispatch } from "../../../domain/billing/unanswered-dispatch.ts";
import type { FoundOutcome } from "../../../ports/runs.ts";
import { listIfThere, readIfThere } from "../durable-files.ts";
import type { RunHistory } from "../journal/run-history.ts";

const ENDING = ".outcome.json";

export interface RunPlace {
  readonly id: string;
  readonly folder: string;
  /** Read before the files, so that a dispatch that finishes in between is seen in one of the two. */
  readonly history: Pick<RunHistory, "unfinished">;
}

export async function readOutcomes(runs: readonly RunPlace[]): Promise<FoundOutcome[]> {
  const found: FoundOutcome[] = [];
  for (const { id, folder, history } of runs) {
    const answered: FoundOutcome[] = [];
    const names = (await listIfThere(join(folder, "dispatches"))).filter((name) => name.endsWith(ENDING)).sort();
    for (const name of names) {
      const file = `dispatches/${name.slice(0, -ENDING.length)}`;
      const outcome = parseOutcome((await readIfThere(join(folder, `${file}${ENDING}`)))?.toString("utf8"));
      if (outcome) answered.push({ run: id, file, outcome });
    }
    const unanswered = unansweredIn(id, history, new Set(answered.map(({ outcome }) => outcome.step)));
    found.push(...[...answered, ...unanswered].sort(byFile));
  }
  return found;
}

/** In the order in which a folder lists them. */
function byFile(one: FoundOutcome, other: FoundOutcome): number {
  return `${one.file}${ENDING}` < `${other.file}${ENDING}` ? -1 : 1;
}

function unansweredIn(run: string, { unfinished }: RunPlace["history"], answered: ReadonlySet<string>): FoundOutcome[] {
  return [...unfinished].flatMap(([step, notes]) => {
    const found = answered.has(step) ? undefined : unansweredDispatch(step, notes);
    return found ? [{ run, ...found, unanswered: true as const }] : [];
  });
}

export async function readPrompt(runsFolder: string, { run, file }: FoundOutcome): Promise<string> {
  return (await readIfThere(join(runsFolder, run, `${sentFile(file)}.prompt.md`)))?.toString("utf8") ?? "";
}
