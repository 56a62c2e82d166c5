// Durable runs without a server: one append-only journal per run under the common git directory, shared by all working
// trees and never committed. A journal it cannot understand is refused with an explanation and left unchanged.
import { join } from "node:path";
import { isSealed, type RunHead, RunHeadSchema } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json.ts";
import { sealLines } from "../../domain/text/sealed-lines.ts";
import type { Begun } from "../../ports/begun.ts";
import type { Clock } from "../../ports/clock.ts";
import type { JournalLines, RunSession, Runs } from "../../ports/runs.ts";
import { removeLeftFolders } from "../temp-folder.ts";
import { listChecks, readCheck } from "./archive/checks.ts";
import { type RunFiles, readOutcomes, readPrompt } from "./archive/outcomes.ts";
import { makeFolder, readIfThere, writeWhole } from "./durable-files.ts";
import type { FileRun } from "./journal/file-store.ts";
import { isEnded } from "./journal/is-ended.ts";
import { composeJournalError, type OnDamage } from "./journal/journal-errors.ts";
import { JournalFile } from "./journal/journal-file.ts";
import { createOwnRuns } from "./journal/own-runs.ts";
import { readAnswer, storeAnswer } from "./journal/questions.ts";
import { readJournal } from "./journal/read-journal.ts";
import { foldRecords } from "./journal/run-history.ts";
import { findQuestions, readHistories, summarizeRuns } from "./journal/run-summary.ts";
import { removeLeftBehind, removeTemporaries } from "./processes/left-behind.ts";
import { featureLock, liveOwner, takeLocks, treeLock } from "./processes/locks.ts";
import { type ProcessIdentity, selfIdentity } from "./processes/processes.ts";
import { removeLeftStops } from "./processes/stops.ts";

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
  const tidy = () => tidyUp(options, { ...NO_RUN, at: now() });
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
    outcomes: async (feature) => readOutcomes(await readHistories(runsFolder, onDamage, feature), onDamage),
    prompt: async (found) => readPrompt(await placeOf(runsFolder, found.run), found),
    checks: async (feature) => listChecks(await readHistories(runsFolder, onDamage, feature)),
    checkOutput: async (found) => readCheck(await placeOf(runsFolder, found.run), found),
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
  const { JournalSession } = await import("./journal/run-session.ts");
  const { createFileStore } = await import("./journal/file-store.ts");
  const { head, history, now } = parts;
  return new JournalSession({ head, history, store: createFileStore(parts), now });
}

function printHead(head: RunHead): { readonly text: string; readonly sum: string | undefined } {
  return isSealed(head) ? sealLines([head], "") : { text: `${JSON.stringify(head)}\n`, sum: undefined };
}

const NO_RUN = { feature: "", command: "tidy" };

async function tidyUp(
  { commonDir, gitDir, self = selfIdentity }: JournalRunsOptions,
  about: typeof NO_RUN & { at: string },
) {
  const folders = [join(commonDir, "iflow"), join(gitDir, "iflow")];
  await removeLeftFolders();
  await removeLeftBehind(folders, async () => ({ ...(await self()), ...about }));
  await removeLeftStops(commonDir, await self());
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

/** The run's folder, and the files that it recorded with their checksums. */
async function placeOf(runsFolder: string, id: string): Promise<RunFiles> {
  const folder = join(runsFolder, id);
  const reading = await readRun(join(folder, "journal.jsonl"));
  return { folder, files: reading ? foldRecords(reading.head, reading.records).files : new Map() };
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
