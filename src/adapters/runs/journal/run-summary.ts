// What a reader without a lock sees of the runs. It only reads, and it is tolerant: a run that died during its creation
// is not a run; a run with a broken line is shown up to that line, and continuing it reports what is wrong. An
// unfinished run left by another version is not silently skipped. Damage in a run that is over is reported and stops
// nothing.
import { join } from "node:path";
import type { Pending } from "../../../domain/run/question.ts";
import type { RunHead, RunSummary } from "../../../domain/run/run.ts";
import { listIfThere, readIfThere } from "../durable-files.ts";
import { isEnded } from "./is-ended.ts";
import { composeJournalError, type OnDamage } from "./journal-errors.ts";
import { type Answerable, hasAnswer } from "./questions.ts";
import { type JournalReading, readJournal } from "./read-journal.ts";
import { foldRecords, openWaits, type RunHistory } from "./run-history.ts";

/** Runs that have not ended; with a feature, all of its runs. Oldest first. */
export async function summarizeRuns(runsFolder: string, onDamage: OnDamage, feature?: string): Promise<RunSummary[]> {
  const runs = await readHistories(runsFolder, onDamage, feature);
  return Promise.all(runs.map(({ folder, head, history }) => summarize(folder, head, history)));
}

export interface RunRecords {
  readonly id: string;
  readonly folder: string;
  readonly head: RunHead;
  readonly history: RunHistory;
}

/** The same runs in the same order, with everything their journals say. */
export async function readHistories(runsFolder: string, onDamage: OnDamage, feature?: string): Promise<RunRecords[]> {
  const runs: RunRecords[] = [];
  const isWanted = (head: RunHead) => feature === undefined || head.feature === feature;
  for await (const { path, folder, reading, isOver } of readRuns(
    runsFolder,
    feature === undefined ? "" : `${feature}.`,
    {
      endedToo: feature !== undefined,
    },
  )) {
    if (reading.status === "headless" || (reading.status === "other-format" && reading.ended)) continue;
    if (reading.status !== "readable" && (isOver || reading.status === "broken")) {
      onDamage(composeJournalError(path, reading));
    }
    if (reading.status === "head-broken" && isOver) continue;
    if (reading.status === "other-format" || reading.status === "head-broken") throw composeJournalError(path, reading);
    const { head, records } = reading;
    const history = foldRecords(head, records);
    const outcome = reading.status === "broken" && isOver ? DAMAGED_END : history.outcome;
    if (isWanted(head)) runs.push({ id: head.id, folder, head, history: { ...history, outcome } });
  }
  return runs.sort(byAge);
}

/** The outcome of a run that is over and whose journal cannot be read to its end. */
const DAMAGED_END = "damaged";

export interface FoundQuestion {
  readonly folder: string;
  readonly question: Answerable;
  /** As the journal has it; an answer that has just been given is only in its file. */
  readonly answer: string | undefined;
}

/** Where a question was asked or an order given, among the runs that have not ended. Skips unreadable journals. */
export async function findQuestions(runsFolder: string, questionId: string): Promise<FoundQuestion[]> {
  const found: FoundQuestion[] = [];
  const prefix = questionId.slice(0, Math.max(questionId.lastIndexOf("."), 0));
  for await (const { folder, reading } of readRuns(runsFolder, prefix, { endedToo: false })) {
    if (reading.status !== "readable" && reading.status !== "broken") continue;
    for (const { pending, answer } of foldRecords(reading.head, reading.records).waits.values()) {
      if (pending.type === "pause" || pending.id !== questionId) continue;
      found.push({ folder, question: pending, answer });
    }
  }
  return found;
}

interface RunReading {
  readonly path: string;
  readonly folder: string;
  readonly reading: JournalReading;
  /** Its last line says so, even if a line before cannot be read. */
  readonly isOver: boolean;
}

async function* readRuns(
  runsFolder: string,
  prefix: string,
  { endedToo }: { readonly endedToo: boolean },
): AsyncGenerator<RunReading> {
  for (const id of await listIfThere(runsFolder)) {
    if (!id.startsWith(prefix)) continue;
    const folder = join(runsFolder, id);
    const path = join(folder, "journal.jsonl");
    const bytes = await readIfThere(path);
    const isOver = bytes !== undefined && isEnded(bytes);
    if (bytes === undefined || (!endedToo && isOver)) continue;
    yield { path, folder, reading: readJournal(bytes), isOver };
  }
}

async function summarize(folder: string, head: RunHead, history: RunHistory): Promise<RunSummary> {
  const pendings: Pending[] = [];
  for (const { pending } of openWaits(history)) {
    if (pending.type === "pause" || !(await hasAnswer(folder, pending))) pendings.push(pending);
  }
  return {
    head,
    runtime: history.runtime,
    outcome: history.outcome,
    yolo: history.yolo,
    pendings,
    inFlight: [...history.unfinished.keys()].at(-1),
    steps: history.done.size,
    lastAt: history.lastAt,
    folder,
  };
}

function byAge(left: RunRecords, right: RunRecords): number {
  if (left.head.createdAt !== right.head.createdAt) return left.head.createdAt < right.head.createdAt ? -1 : 1;
  // made only here: it takes longer to load than all the rest of a look at the runs
  return new Intl.Collator("en", { numeric: true }).compare(left.head.id, right.head.id);
}
