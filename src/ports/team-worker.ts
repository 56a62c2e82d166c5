// What one slot of a worker needs of the world: its place in the team, the queue, the jobs of the repositories it works for, and
// somebody who carries out one opening.

import type { AfterOpening } from "../domain/team/after-opening.ts";
import type { Job, Opening } from "../domain/team/job.ts";
import type { FeatureStands, OpeningEnd } from "../domain/team/opening-end.ts";

export interface TeamWorker {
  /** Aborts when the database has lost sight of this process: others may have its work by now. */
  readonly lost: AbortSignal;
  readonly jobs: WorkerJobs;
  openQueue(work: (opening: Opening) => Promise<void>): Promise<JobQueue>;
  stands(job: Job): Promise<FeatureStands>;
  /** Works on the feature until it ends, waits, fails, or the signal aborts. */
  open(job: Job, signal: AbortSignal): Promise<OpeningEnd>;
  /** A job is over: what was kept for it on this machine goes. */
  forget(job: Job): Promise<void>;
  /** Resolves when something may be new, after a while in any case. */
  changed(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface JobQueue {
  /** Repeatable. */
  enqueue(opening: Opening): Promise<void>;
  /** Gives what dead slots had begun to the queue again; their names. */
  takeOver(): Promise<readonly string[]>;
  /** Takes nothing more, and waits that long for what is at work. */
  close(patienceMs: number): Promise<void>;
}

/** Jobs of the repositories that a worker works for. */
export interface WorkerJobs {
  /** What waited for answers that are there, or until a time that has come, is due from now on. */
  wake(): Promise<void>;
  /** Those that are to be queued; also what nobody alive can take from the queue. */
  due(): Promise<readonly Job[]>;
  /** The opening is in the queue, for workers of this version. */
  queued(opening: Opening): Promise<void>;
  /** Undefined when the opening is not wanted any more. */
  begin(opening: Opening): Promise<Job | undefined>;
  /** Nothing when it was cancelled meanwhile. */
  settle(opening: Opening, after: AfterOpening): Promise<void>;
  isCancelled(opening: Opening): Promise<boolean>;
}

/** A process that a worker has started for one of its slots. */
export interface StartedSlot {
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null }>;
  /** Asks it to end: what works is given up and begun again elsewhere. */
  end(): void;
}
