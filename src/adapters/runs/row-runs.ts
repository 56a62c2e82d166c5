// Durable runs in a team's database: the records of a run are rows that every machine sees. The session that replays and
// works is the one of the journal files; only where it keeps things differs. The working tree is this machine's, so its lock is a file.
import { join } from "node:path";
import type { Json } from "../../domain/text/json/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { JournalLines, RunLock, Runs } from "../../ports/runs/runs.ts";
import type { Database } from "../database/database.ts";
import type { Answerable } from "../recorded/answerable.ts";
import { listChecks, readCheck } from "../recorded/checks.ts";
import { type RunPlace, readOutcomes, readPrompt } from "../recorded/outcomes.ts";
import { foldRecords } from "../recorded/run-history.ts";
import { type RunRecords, summarizeRun } from "../recorded/run-summary.ts";
import { takeLocks, treeLock } from "./processes/locks.ts";
import { selfIdentity } from "./processes/processes.ts";
import { tidyUp } from "./processes/tidy-up.ts";
import { featureOwner, holdFeature } from "./rows/feature-locks.ts";
import { createRun, type PublisherOf, requirePlainName, resumeRun, usage } from "./rows/open-run.ts";
import { findQuestions, type ReadRun, readHistories, readRun } from "./rows/read-rows.ts";
import { readRowAnswer, storeRowAnswer } from "./rows/row-answers.ts";
import { rowFiles, writtenFiles } from "./rows/row-folder.ts";
import { elsewhere, type TreePlace } from "./rows/row-run.ts";

export interface RowRunsOptions {
  readonly database: Database;
  /** What the team calls the repository. */
  readonly repository: string;
  /** Where this machine keeps copies of runs' files; absolute. */
  readonly mirror: string;
  /** `git rev-parse --git-dir` of the working tree, absolute. */
  readonly gitDir: string;
  readonly here: TreePlace;
  readonly clock: Clock;
  /** For a worker, which goes on with what was begun anywhere: what others need of its work. */
  readonly publisherOf?: PublisherOf | undefined;
}

/** What a person is told of a run whose files lie on no disk of this machine. */
const IN_DATABASE = "in the team's database";

export function createRowRuns(options: RowRunsOptions): Runs {
  const { database } = options;
  const mirrorOf = (run: string) => join(options.mirror, run);
  const histories = (feature?: string) => readHistories(options, mirrorOf, feature);
  const summaries = async (feature?: string) =>
    Promise.all(
      (await histories(feature)).map(async (run) => {
        const hasAnswer = async (question: Answerable) =>
          (await readRowAnswer(options, run.id, question)) !== undefined;
        const away = options.publisherOf ? undefined : elsewhere(run.place, options.here);
        const summary = await summarizeRun(run, hasAnswer);
        return away ? { ...summary, folder: IN_DATABASE, elsewhere: away } : summary;
      }),
    );
  const toPlace = ({ id, history }: RunRecords): RunPlace => ({ id, history, files: filesOf(id) });
  /** A journal has the order in which files were written; here the rows do. */
  const withOrder = async (run: RunRecords): Promise<RunPlace> => {
    const files = new Map((await writtenFiles(options, run.id)).map((name) => [name, new Set<string>()]));
    return { ...toPlace(run), history: { ...run.history, files } };
  };
  const filesOf = (run: string) => rowFiles(database, options.repository, run);
  return {
    open: () => summaries(),
    ofFeature: (feature) => summaries(feature),

    // whoever may write into the database is of the team
    foreign: async () => undefined,
    adopt: async () => undefined,

    create: (head) => createRun({ ...options, mirrorOf }, head),
    resume: (id, runtime) => resumeRun({ ...options, mirrorOf }, id, runtime),

    async answer(questionId, answer) {
      const [first, second] = await findQuestions(options, questionId);
      if (first === undefined) return "unknown";
      if (second) throw usage(`question ${questionId} exists in two runs: ${first.run} and ${second.run}`);
      if (first.answer !== undefined) return "already-answered";
      return (await storeRowAnswer(options, first.run, first.question, answer)) ? "stored" : "already-answered";
    },

    async answerTo(questionId) {
      const [found] = await findQuestions(options, questionId);
      return found && (found.answer ?? (await readRowAnswer(options, found.run, found.question)));
    },

    async journal(id, newest) {
      requirePlainName(id);
      const run = await readRun(options, id);
      return run && newestLines(run, newest);
    },

    async left(id) {
      requirePlainName(id);
      const run = await readRun(options, id);
      const { read } = filesOf(id);
      return run && { unfinished: foldRecords(run.head, run.records).unfinished, folder: { path: mirrorOf(id), read } };
    },

    outcomes: async (feature) => readOutcomes((await histories(feature)).map(toPlace), () => undefined),
    prompt: async (found) => readPrompt(filesOf(found.run), found),
    checks: async (feature) => listChecks(await Promise.all((await histories(feature)).map(withOrder))),
    checkOutput: async (found) => readCheck(filesOf(found.run), found),
    tidy: () => tidyUp({ ...options, commonDir: options.here.clone }),

    async owner(feature) {
      const owner = await featureOwner(options, feature);
      if (!owner) return undefined;
      const { host } = await selfIdentity();
      return { pid: owner.pid, ...(owner.host !== host && { host: owner.host }), at: owner.at };
    },

    lock: (feature, wanted) => lockFeature(options, feature, wanted),
  };
}

/** On this machine the working tree, in the team the feature. */
async function lockFeature(
  options: RowRunsOptions,
  feature: string,
  { command, force = false }: Parameters<Runs["lock"]>[1],
): Promise<RunLock> {
  requirePlainName(feature);
  await tidyUp({ ...options, commonDir: options.here.clone });
  const request = { ...(await selfIdentity()), feature, command, at: options.clock.now().toISOString() };
  const held = await holdFeature(options, feature, request);
  try {
    const tree = await takeLocks([treeLock(options.gitDir)], request, force);
    return {
      lost: held.lost,
      async release() {
        await tree.release();
        await held.release();
      },
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

function newestLines({ head, records }: ReadRun, newest: number): JournalLines {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return { head, counts, records: records.slice(-newest) as readonly Json[] };
}
