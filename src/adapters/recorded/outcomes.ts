// Outcome files of a feature, over all its runs: what was paid for and what came back. A dispatch that has no outcome
// yet, or never will, is in its run's journal with what it used so far. It counts once, whichever of the two exists.
import { parseOutcome } from "../../domain/billing/outcome.ts";
import { sentFile, unansweredDispatch } from "../../domain/billing/unanswered-dispatch.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { FoundOutcome, RunFolder } from "../../ports/runs/runs.ts";
import type { RunHistory } from "./run-history.ts";
import type { OnDamage } from "./run-summary.ts";

const ENDING = ".outcome.json";

/** The files of a run; reading one throws when it is not what the run wrote. */
export type StoredFiles = Pick<RunFolder, "read" | "list">;

export interface RunPlace {
  readonly id: string;
  readonly files: StoredFiles;
  /** Read before the files, so that a dispatch that finishes in between is seen in one of the two. */
  readonly history: Pick<RunHistory, "unfinished" | "files">;
}

/** A damaged outcome is reported and left out: a bill must not end with one of its lines. */
export async function readOutcomes(runs: readonly RunPlace[], onDamage: OnDamage): Promise<FoundOutcome[]> {
  const found: FoundOutcome[] = [];
  for (const { id, files, history } of runs) {
    const answered: FoundOutcome[] = [];
    const names = (await files.list("dispatches")).filter((name) => name.endsWith(ENDING)).sort();
    for (const name of names) {
      const file = `dispatches/${name.slice(0, -ENDING.length)}`;
      const outcome = parseOutcome(await files.read(`${file}${ENDING}`).catch(report(onDamage)));
      if (outcome) answered.push({ run: id, file, outcome });
    }
    const unanswered = unansweredIn(id, history, new Set(answered.map(({ outcome }) => outcome.step)));
    found.push(...[...answered, ...unanswered].sort(byFile));
  }
  return found;
}

/** For `catch`: what a damaged file says is left out. */
function report(onDamage: OnDamage): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof IflowError) || error.code !== "journal-corrupt") throw error;
    onDamage(error);
  };
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

export async function readPrompt(files: StoredFiles, { file }: FoundOutcome): Promise<string> {
  return (await files.read(`${sentFile(file)}.prompt.md`)) ?? "";
}
