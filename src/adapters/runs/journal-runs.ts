// Durable runs without a server: one append-only journal per run under the common git directory, shared by all working
// trees and never committed. A journal it cannot understand is refused with an explanation and left unchanged.
import { join } from "node:path";
import { RunHeadSchema } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Runs } from "../../ports/runs.ts";
import { readOutcomes, readPrompt } from "./archive/outcomes.ts";
import { makeFolder, readIfThere, writeWhole } from "./durable-files.ts";
import { composeJournalError } from "./journal/journal-errors.ts";
import { JournalFile } from "./journal/journal-file.ts";
import { storeAnswer } from "./journal/questions.ts";
import { isEnded, readJournal } from "./journal/read-journal.ts";
import { foldRecords } from "./journal/run-history.ts";
import { findQuestions, readHistories, summarizeRuns } from "./journal/run-summary.ts";
import { liveOwner, takeLocks } from "./processes/locks.ts";
import { type ProcessIdentity, selfIdentity } from "./processes/processes.ts";

export interface JournalRunsOptions {
  /** `git rev-parse --git-common-dir`, absolute: where runs and feature locks live. */
  readonly commonDir: string;
  /** `git rev-parse --git-dir`, absolute: where the lock of this working tree lives. */
  readonly gitDir: string;
  readonly clock: Clock;
  /** The identity under which locks are taken. */
  readonly self?: () => Promise<ProcessIdentity>;
}

export function createJournalRuns({ commonDir, gitDir, clock, self = selfIdentity }: JournalRunsOptions): Runs {
  const runsFolder = join(commonDir, "iflow", "runs");
  const now = () => clock.now().toISOString();
  const journalOf = (id: string) => join(runsFolder, id, "journal.jsonl");

  return {
    open: () => summarizeRuns(runsFolder),
    ofFeature: (feature) => summarizeRuns(runsFolder, feature),

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
      const line = `${JSON.stringify(head)}\n`;
      await makeFolder(join(runsFolder, head.id));
      await writeWhole(path, line);
      const file = await JournalFile.open(path, Buffer.byteLength(line));
      const { JournalSession } = await import("./journal/run-session.ts"); // readers do not need it
      return new JournalSession({ head, history: foldRecords(head, []), file, runsFolder, now });
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
      const { head, records, wholeLength } = reading;
      if (head.id !== id) throw usage(`the journal in the folder of run ${id} is that of run ${head.id}`);
      const file = await JournalFile.open(path, wholeLength);
      try {
        const opened = await file.append({ type: "opened", ...(runtime && { runtime }), at: now() });
        const { JournalSession } = await import("./journal/run-session.ts");
        return new JournalSession({ head, history: foldRecords(head, [...records, opened]), file, runsFolder, now });
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async answer(questionId, answer) {
      const [first, second] = await findQuestions(runsFolder, questionId);
      if (first === undefined) return "unknown";
      if (second) throw usage(`question ${questionId} exists in two runs: ${first.folder} and ${second.folder}`);
      if (first.answered) return "already-answered";
      const stored = await storeAnswer(first.folder, first.question, answer, now());
      return stored ? "stored" : "already-answered";
    },

    async journal(id, newest) {
      requirePlainName(id);
      const bytes = await readIfThere(journalOf(id));
      const reading = bytes && readJournal(bytes);
      if (!reading || (reading.status !== "readable" && reading.status !== "broken")) return undefined;
      const { head, records } = reading;
      const counts: Record<string, number> = {};
      for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
      return { head, counts, records: records.slice(-newest) as readonly Json[] }; // read from JSON
    },
    outcomes: async (feature) => readOutcomes(await readHistories(runsFolder, feature)),
    prompt: (found) => readPrompt(runsFolder, found),
    owner: async (feature) => liveOwner(join(commonDir, "iflow", "locks", `${feature}.lock`), await self()),

    async lock(feature, { command, force = false }) {
      requirePlainName(feature);
      const featureLock = join(commonDir, "iflow", "locks", `${feature}.lock`);
      const treeLock = join(gitDir, "iflow", "tree.lock");
      return takeLocks([featureLock, treeLock], { ...(await self()), feature, command, at: now() }, force);
    },
  };
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
