// What a reader without a lock sees of a run.
import type { Pending } from "../../domain/run/questions/question.ts";
import type { RunHead, RunSummary } from "../../domain/run/run.ts";
import type { IflowError } from "../../domain/text/errors.ts";
import type { Answerable } from "./answerable.ts";
import { openWaits, type RunHistory } from "./run-history.ts";

/** Told about something damaged that a reader leaves out and does not need to stop for. */
export type OnDamage = (damage: IflowError) => void;

/** A run with everything its records say. */
export interface RunRecords {
  readonly id: string;
  /** For messages. */
  readonly folder: string;
  readonly head: RunHead;
  readonly history: RunHistory;
}

/** The outcome of a run that is over and whose records cannot be read to their end. */
export const DAMAGED_END = "damaged";

export async function summarizeRun(
  { folder, head, history }: RunRecords,
  hasAnswer: (question: Answerable) => Promise<boolean>,
): Promise<RunSummary> {
  const pendings: Pending[] = [];
  const waits = openWaits(history);
  for (const { pending } of waits) {
    if (pending.type === "pause" || !(await hasAnswer(pending))) pendings.push(pending);
  }
  return {
    head,
    runtime: history.runtime,
    outcome: history.outcome,
    yolo: history.yolo,
    pendings,
    isAnswered: waits.length > 0 && pendings.length === 0 && history.unfinished.size === 0,
    inFlight: [...history.unfinished.keys()].at(-1),
    steps: history.done.size,
    lastAt: history.lastAt,
    folder,
  };
}

export function byAge(left: Pick<RunRecords, "head">, right: Pick<RunRecords, "head">): number {
  if (left.head.createdAt !== right.head.createdAt) return left.head.createdAt < right.head.createdAt ? -1 : 1;
  // made only here: it takes longer to load than all the rest of a look at the runs
  return new Intl.Collator("en", { numeric: true }).compare(left.head.id, right.head.id);
}

/** The question or order of this id in a run that has not ended, with the answer its records have. */
export function findQuestion(history: RunHistory, id: string) {
  for (const { pending, answer } of history.waits.values()) {
    if (pending.type !== "pause" && pending.id === id) return { question: pending, answer };
  }
}
