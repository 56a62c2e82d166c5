// Durable runs without a server: one append-only journal per run under the common git directory, shared by all working
// trees and never committed. A journal it cannot understand is refused with an explanation and left unchanged.
import { join } from "node:path";
import { isSealed, type RunHead, RunHeadSchema } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { sealLines } from "../../domain/text/json/sealed-lines.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Begun } from "../../ports/runs/begun.ts";
import type { JournalLines, RunSession, Runs } from "../../ports/runs/runs.ts";
import { listChecks, readCheck } from "../recorded/checks.ts";
import { type RunPlace, readOutcomes, readPrompt, type StoredFiles } from "../recorded/outcomes.ts";
import { foldRecords } from "../recorded/run-history.ts";
import type { OnDamage, RunRecords } from "../recorded/run-summary.ts";
import { makeFolder, readIfThere, writeWhole } from "./durable-files.ts";
import { readAnswer, storeAnswer } from "./journal/answer-files.ts";
import type { FileRun } from "./journal/file-store.ts";
import { isEnded } from "./journal/is-ended.ts";
import { composeJournalError } from "./journal/journal-errors.ts";
import { JournalFile } from "./journal/journal-file.ts";
import { createOwnRuns } from "./journal/own-runs.ts";
import { readJournal } from "./journal/read-journal.ts";
import { findQuestions, readHistories, summarizeRuns } from "./journal/read-runs.ts";
import { storedFiles } from "./journal/run-files.ts";
import { removeTemporaries } from "./processes/left-behind.ts";
import { featureLock, liveOwner, takeLocks, treeLock } from "./processes/locks.ts";
import { type ProcessIdentity, selfIdentity } from "./processes/processes.ts";
import { tidyUp } from "./processes/tidy-up.ts";

export interface JournalRunsOptions {
  /** `git rev-parse --git-common-dir`, absolute: where runs and feature locks live. */
  readonly commonDir: string;
  /** `git rev-parse --git-dir`, absolute: where the lock of this working tree lives. */
  readonly gitDir: string;
  readonly clock: Clock;
  /** What this person began; without it every run is theirs. */
  readonly begun?: Begun;
  /** The identity under which locks are taken. */
  readonly self?: () => Promise<ProcessIdentity>;
  /** Told about damage in what is only read. */
  readonly onDamage?: OnDamage;
}

export function createJournalRuns(options: JournalRunsOptions): Runs {
  const { commonDir, gitDir, clock, self = selfIdentity, onDamage = () => undefined } = options;
  const runsFolder = join(commonDir, "iflow", "runs");
  const now = () => clock.now().toISOString();
  const tidy = () => tidyUp({ commonDir, gitDir, clock, self });
  const placesOf = async (feature: string) => (await readHistories(runsFolder, onDamage, feature)).map(toPlace);
  const journalOf = (id: string) => join(runsFolder, id, "journal.jsonl");
  return {
    tidy,
    open: () => summarizeRuns(runsFolder, onDamage),
    ofFeature: (feature) => summarizeRuns(runsFolder, onDamage, feature),

    ...createOwnRuns(runsFolder, options.begun),

    async create(given) {
      const head = RunHeadSchema.parse(given);
      requirePlainName(head.id);
      if (!head.id.startsWith(`${head.feature}.`))
        throw new Error(`run id ${head.id} does not begin with ${head.feature}.`);
      const path = journalOf(head.id);
      const present = await readIfThere(path);
      if (present && readJournal(present).status !== "headless") {
        throw new IflowError("journal-mismatch", `run ${head.id} already exists`, {
          fix: "`iflow status` shows it; `iflow continue` continues it.",
        });
      }
      const { text, sum } = printHead(head);
      await options.begun?.note(text.trimEnd()); // before there is a run that a kill could leave without
      await makeFolder(join(runsFolder, head.id));
      await writeWhole(path, text);
      const file = await JournalFile.open(path, { length: Buffer.byteLength(text), sum });
      return openSession({ head, history: foldRecords(head, []), file, runsFolder, now });
    },

    async resume(id, runtime) {
      requirePlainName(id);
      const path = journalOf(id);
      const bytes = await readIfThere(path);
      if (bytes === undefined) throw usage(`there is no run ${id}`);
      // only open runs are chosen, so another command was quicker; a client that tries again sees what it left
      if (isEnded(bytes)) {
        throw new IflowError("locked", `run ${id} is over: another command has just ended it`, {
          fix: "`iflow status` shows what comes next.",
        });
      }
      const reading = readJournal(bytes);
      if (reading.status !== "readable") throw composeJournalError(path, reading);
      const { head, records, wholeLength, sum } = reading;
      if (head.id !== id) throw usage(`the journal in the folder of run ${id} is that of run ${head.id}`);
      await removeTemporaries(join(runsFolder, id));
      const file = await JournalFile.open(path, { length: wholeLength, sum });
      try {
        const opened = await file.append({ type: "opened", ...(runtime && { runtime }), at: now() });
        return await openSession({ head, history: foldRecords(head, [...records, opened]), file, runsFolder, now });
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async answer(questionId, answer) {
      const [first, second] = await findQuestions(runsFolder, questionId);
      if (first === undefined) return "unknown";
      if (second) throw usage(`question ${questionId} exists in two runs: ${first.folder} and ${second.folder}`);
      if (first.answer !== undefined) return "already-answered";
      const stored = await storeAnswer(first.folder, first.question, answer, now());
      return stored ? "stored" : "already-answered";
    },

    async answerTo(questionId) {
      const [found] = await findQuestions(runsFolder, questionId);
      return found && (found.answer ?? (await readAnswer(found.folder, found.question)));
    },

    async journal(id, newest) {
      requirePlainName(id);
      const reading = await readRun(journalOf(id));
      return reading && newestLines(reading, newest);
    },
    left: (id) => readLeft(runsFolder, id),
    outcomes: async (feature) => readOutcomes(await placesOf(feature), onDamage),
    prompt: async (found) => readPrompt(await filesOf(runsFolder, found.run), found),
    checks: async (feature) => listChecks(await placesOf(feature)),
    checkOutput: async (found) => readCheck(await filesOf(runsFolder, found.run), found),
    owner: async (feature) => liveOwner(featureLock(commonDir, feature), await self()),

    async lock(feature, { command, force = false }) {
      requirePlainName(feature);
      await tidy();
      const paths = [featureLock(commonDir, feature), treeLock(gitDir)];
      return takeLocks(paths, { ...(await self()), feature, command, at: now() }, force);
    },
  };
}

/** Loaded here: who only reads needs none of it. */
async function openSession(parts: FileRun): Promise<RunSession> {
  const { RecordedSession } = await import("../recorded/run-session.ts");
  const { createFileStore } = await import("./journal/file-store.ts");
  const { head, history } = parts;
  return new RecordedSession({ head, history, store: createFileStore(parts) });
}

function printHead(head: RunHead): { readonly text: string; readonly sum: string | undefined } {
  return isSealed(head) ? sealLines([head], "") : { text: `${JSON.stringify(head)}\n`, sum: undefined };
}

function newestLines({ head, records }: Pick<ReadableRun, "head" | "records">, newest: number): JournalLines {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return { head, counts, records: records.slice(-newest) as readonly Json[] }; // read from JSON
}

type ReadableRun = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** As far as it can be read; undefined when there is no such run, or its first line is none. */
async function readRun(journal: string) {
  const bytes = await readIfThere(journal);
  const reading = bytes && readJournal(bytes);
  return reading?.status === "readable" || reading?.status === "broken" ? reading : undefined;
}

async function readLeft(runsFolder: string, id: string): ReturnType<Runs["left"]> {
  requirePlainName(id);
  const path = join(runsFolder, id);
  const reading = await readRun(join(path, "journal.jsonl"));
  if (!reading) return undefined;
  const read = async (name: string) => (await readIfThere(join(path, name)))?.toString("utf8");
  return { unfinished: foldRecords(reading.head, reading.records).unfinished, folder: { path, read } };
}

function toPlace({ id, folder, history }: RunRecords): RunPlace {
  return { id, history, files: storedFiles(folder, history) };
}

async function filesOf(runsFolder: string, id: string): Promise<StoredFiles> {
  const folder = join(runsFolder, id);
  const reading = await readRun(join(folder, "journal.jsonl"));
  return storedFiles(folder, reading ? foldRecords(reading.head, reading.records) : { files: new Map() });
}

/** A run id or a feature key becomes the name of a folder or a file. */
function requirePlainName(name: string): void {
  if (!/^[^./\\\0][^/\\\0]*$/.test(name)) throw usage(`"${name}" cannot be the name of a run or a feature`);
}

function usage(message: string): IflowError {
  return new IflowError("usage", message, {
    fix: "`iflow status` lists the runs that can continue and what they are waiting for.",
  });
}
