// The queue of openings: DBOS on the team's database. One slot takes one opening at a time, so the queue has the same limit for
// everybody, and a worker with three slots is three of these. What a dead slot had begun is begun again by another one.
import type { Opening } from "../../domain/team/job.ts";
import type { JobQueue } from "../../ports/team-worker.ts";
import { type DbosLogger, type DbosRow, loadDbos } from "./dbos.ts";

export interface JobQueueOptions {
  readonly url: string;
  readonly folders: readonly string[];
  /** Nobody else has, or had, this name; its lock is held. */
  readonly executor: string;
  readonly version: string;
  readonly work: (opening: Opening) => Promise<void>;
  readonly onTrouble: (text: string) => void;
  /** Does the work while it is sure that this executor is dead; nothing where it lives. */
  readonly whileDead: (executor: string, work: () => Promise<void>) => Promise<void>;
}

const QUEUE = "iflow-runs";
const POLL_MS = 250;

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { executor, work, onTrouble, whileDead } = options;
  const dbos = await loadDbos(options.folders);
  process.noDeprecation = true; // it calls pg in a way that pg complains of at each start
  dbos.setConfig({
    ...{ name: "iflow", systemDatabaseUrl: options.url, executorID: executor, applicationVersion: options.version },
    ...{ runMigrations: false, systemDatabasePoolSize: 4, logger: onlyErrors(onTrouble) },
  });
  const open = (given: Opening) => dbos.runStep(() => work(given), { name: "opening" });
  const workflow = dbos.registerWorkflow(open, { name: "opening" });
  await dbos.launch();
  const limits = { workerConcurrency: 1, minPollingIntervalMs: POLL_MS, onConflict: "always_update" } as const;
  await dbos.registerQueue(QUEUE, limits);
  const pending = (executorId?: string) =>
    dbos.listWorkflows({ status: "PENDING", ...(executorId !== undefined && { executorId }) });
  return {
    async enqueue(opening) {
      await dbos.startWorkflow(workflow, { workflowID: idOf(opening), queueName: QUEUE })(opening);
    },
    async takeOver() {
      const others = new Set((await pending()).map(executorOf).filter((id) => id !== undefined && id !== executor));
      const taken: string[] = [];
      for (const other of others as Set<string>) {
        await whileDead(other, async () => {
          const ids = (await pending(other)).map(({ workflowID }) => workflowID); // as it is under the lock
          if (ids.length > 0) await dbos.resumeWorkflows(ids, { queueName: QUEUE });
          taken.push(...ids);
        });
      }
      return taken;
    },
    close: (patienceMs) => dbos.shutdown({ workflowCompletionTimeoutMS: patienceMs }),
  };
}

/** Begun twice, it is the same one. */
function idOf({ repository, feature, job, opening }: Opening): string {
  return `${repository} ${feature} ${job}.${opening}`;
}

const executorOf = ({ executorId }: DbosRow): string | undefined => executorId;

export function onlyErrors(tell: (text: string) => void): DbosLogger {
  const quiet = () => undefined;
  return { info: quiet, debug: quiet, warn: quiet, error: (words) => tell(String(words)) };
}
