// What a run waits for, settled by the command that moves it: answers to its questions, or the time that a limit takes.
import type { Pause, Pending } from "../../../domain/run/questions/question.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { Driver, Limit, PhaseResult } from "../driver.ts";

/** False when the run has to be left waiting. */
export async function isSettled(
  ports: Ports,
  driver: Driver,
  { pendings, run }: Extract<PhaseResult, { type: "waiting" }>,
): Promise<boolean> {
  const isEnding = (await ports.stops.asked()) !== undefined; // nobody is asked now, and nothing waited for
  const limit = pendings.every(isLimit)
    ? pendings.toSorted((a, b) => a.until.localeCompare(b.until)).at(-1)
    : undefined;
  if (limit) return (!isEnding && (await driver.sitOut?.(limit))) ?? false;
  const isAsked = pendings.every(({ type }) => type === "question");
  const answers = isAsked ? await driver.answer(pendings, run, !isEnding) : undefined;
  for (const [id, answer] of Object.entries(answers ?? {})) await ports.runs.answer(id, answer);
  return answers !== undefined;
}

/** What needs no person, such as what `--yolo` answers: while a part of the run waits, others work. */
export async function settleNow(
  { runs }: Pick<Ports, "runs">,
  driver: Driver,
  pendings: readonly Pending[],
  run: RunHead,
): Promise<void> {
  const answers = await driver.answer(pendings, run, false);
  for (const [id, answer] of Object.entries(answers ?? {})) await runs.answer(id, answer);
}

function isLimit(pending: Pending): pending is Pause & Limit {
  return pending.type === "pause" && pending.until !== undefined;
}
