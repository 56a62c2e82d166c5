// What a team's workers are asked to do in one repository. Only looks and asks: who works is another matter (ports/team-worker.ts).
import type { Job, JobFlags } from "../../domain/team/job.ts";
import type { LivingWorker } from "../../domain/team/worker.ts";

export interface Jobs {
  /** Jobs that are not over, and the newest of each feature; by feature. */
  all(): Promise<readonly Job[]>;
  /** The newest of a feature. */
  of(feature: string): Promise<Job | undefined>;
  /** `open` when the feature has a job that is not over. */
  submit(feature: string, flags: JobFlags): Promise<"submitted" | "open">;
  /** Ends the job; a worker that works on it stops. Undefined when there is none that is not over. */
  cancel(feature: string): Promise<Job | undefined>;
  /** A job that was stopped goes on; false when there is none. */
  resume(feature: string): Promise<boolean>;
  /** Everybody who works for the team now. */
  workers(): Promise<readonly LivingWorker[]>;
}
