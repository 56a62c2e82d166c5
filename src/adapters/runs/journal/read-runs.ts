// The runs of a folder, for a reader without a lock. It only reads, and it is tolerant: a run that died during its creation
// is not a run; a run with a broken line is shown up to that line, and continuing it reports what is wrong. An
// unfinished run left by another version is not silently skipped. Damage in a run that is over is reported and stops
// nothing.
import { join } from "node:path";
import type { RunHead, RunSummary } from "../../../domain/run/run.ts";
import type { Answerable } from "../../recorded/answerable.ts";
import { foldRecords } from "../../recorded/run-history.ts";
import {
  byAge,
  DAMAGED_END,
  findQuestion,
  type OnDamage,
  type RunRecords,
  summarizeRun,
} from "../../recorded/run-summary.ts";
import { listIfThere, readIfThere } from "../durable-files.ts";
import { hasAnswer } from "./answer-files.ts";
import { isEnded } from "./is-ended.ts";
import { composeJournalError } from "./journal-errors.ts";
import { type JournalReading, readJournal } from "./read-journal.ts";

/** Runs that have not ended; with a feature, all of its runs. Oldest first. */
export async function summarizeRuns(runsFolder: string, onDamage: OnDamage, feature?: string): Promise<RunSummary[]> {
  const runs = await readHistories(runsFolder, onDamage, feature);
  return Promise.all(runs.map((run) => summarizeRun(run, (question) => hasAnswer(run.folder, question))));
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
    const asked = findQuestion(foldRecords(reading.head, reading.records), questionId);
    if (asked) found.push({ folder, ...asked });
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
