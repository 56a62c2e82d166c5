// One slot of a worker: queues what is due, carries out what the queue gives it, takes over what dead slots had begun, until it is
// asked to end or the database has lost sight of it.
import { afterOpening } from "../../domain/team/after-opening.ts";
import type { Job, Opening } from "../../domain/team/job.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { JobQueue, TeamWorker } from "../../ports/team-worker.ts";

export type WorkerEvent =
  | { readonly type: "ready" }
  | { readonly type: "opened"; readonly job: Job }
  | { readonly type: "closed"; readonly job: Job; readonly state: string; readonly told: string | undefined }
  | { readonly type: "took-over"; readonly openings: readonly string[] }
  | { readonly type: "trouble"; readonly text: string };

/** How long an opening may take to end its agents. */
const PATIENCE_MS = 15_000;
/** Of looks that fail in a row; then a supervisor has to start it anew. */
const MOST_TROUBLE = 20;

export async function serveJobs(
  worker: TeamWorker,
  ended: AbortSignal,
  tell: (event: WorkerEvent) => void,
): Promise<void> {
  const broken = new AbortController();
  const over = AbortSignal.any([ended, worker.lost, broken.signal]);
  const queue = await worker.openQueue(async (opening) => {
    try {
      await carryOut(worker, opening, over, tell);
    } catch (error) {
      // the queue would remember it as done for good; unanswered, it is begun again elsewhere once this process is gone
      tell({ type: "trouble", text: messageOf(error) });
      broken.abort();
      await new Promise(() => undefined);
    }
  });
  tell({ type: "ready" });
  let troubles = 0;
  try {
    while (!over.aborted && troubles < MOST_TROUBLE) {
      try {
        await look(worker, queue, tell);
        troubles = 0;
      } catch (error) {
        troubles += 1;
        tell({ type: "trouble", text: messageOf(error) });
      }
      await worker.changed(over);
    }
  } finally {
    await queue.close(PATIENCE_MS);
  }
  if (ended.aborted || worker.lost.aborted) return;
  throw new IflowError("interrupted", "this worker has ended, because what it tried last kept failing", {
    fix: "look at its last lines, then start it again",
  });
}

async function look({ jobs }: TeamWorker, queue: JobQueue, tell: (event: WorkerEvent) => void): Promise<void> {
  await jobs.wake();
  for (const job of await jobs.due()) {
    const opening = { ...openingOf(job), opening: job.opening + 1 };
    await queue.enqueue(opening); // first: queued twice is queued once, and what is only said to be queued is never begun
    await jobs.queued(opening);
  }
  const openings = await queue.takeOver();
  if (openings.length > 0) tell({ type: "took-over", openings });
}

function openingOf({ repository, feature, number: job, opening }: Job): Opening {
  return { repository, feature, job, opening };
}

async function carryOut(
  worker: TeamWorker,
  opening: Opening,
  over: AbortSignal,
  tell: (event: WorkerEvent) => void,
): Promise<void> {
  const job = await worker.jobs.begin(opening);
  if (job === undefined) return;
  tell({ type: "opened", job });
  const before = { ...job, records: (await worker.stands(job)).records };
  const cancelled = whenCancelled(worker, opening, over);
  const end = await worker.open(job, AbortSignal.any([over, cancelled.signal])).catch(async (error) => ({
    ...{ how: "ended" as const, exit: 1, said: messageOf(error), stands: await worker.stands(job) },
    ...(error instanceof IflowError && { code: error.code }),
  }));
  cancelled.stop();
  if (worker.lost.aborted) throw new Error(`${job.feature} may be somebody else's by now`);
  const after = afterOpening(end, before);
  await worker.jobs.settle(opening, after);
  tell({ type: "closed", job, state: cancelled.signal.aborted ? "cancelled" : after.state, told: after.told });
  if (after.state === "done") await worker.forget(job); // one that was cancelled may be handed over again
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const LOOK_MS = 1000;

function whenCancelled({ jobs }: TeamWorker, opening: Opening, over: AbortSignal) {
  const cancel = new AbortController();
  const timer = setInterval(async () => {
    if (!over.aborted && (await jobs.isCancelled(opening).catch(() => false))) cancel.abort();
  }, LOOK_MS);
  return { signal: cancel.signal, stop: () => clearInterval(timer) };
}
