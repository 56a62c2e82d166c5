// A job: a feature that a team's workers are to bring further, with what was asked for and where it stands. Every opening of its
// runs has a number, so one that is begun twice, because a worker died, is the same opening.
import * as z from "zod";
import { PHASES } from "../feature/phase.ts";

export const JobFlagsSchema = z.strictObject({
  yolo: z.exactOptional(z.literal(true)),
  until: z.exactOptional(z.enum(PHASES)),
  maxCost: z.exactOptional(z.number().positive()),
  maxDispatches: z.exactOptional(z.int().positive()),
  finish: z.exactOptional(z.enum(["merge", "squash", "pull-request"])),
});
export type JobFlags = z.infer<typeof JobFlagsSchema>;

export const JOB_STATES = [
  "due", // a worker is to queue it
  "queued",
  "working",
  "waiting", // for answers, or until a limit is lifted
  "stopped", // until somebody continues it
  "done",
  "cancelled",
] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface Job {
  readonly repository: string;
  readonly feature: string;
  /** The n-th job of the feature. */
  readonly number: number;
  readonly flags: JobFlags;
  readonly state: JobState;
  /** Openings so far. */
  readonly opening: number;
  /** Those in a row that recorded nothing. */
  readonly failed: number;
  /** What people are told of it: why it waits or was stopped, or how it ended. */
  readonly told: string | undefined;
  /** Who works on it, or was the last to do so. */
  readonly worker: string | undefined;
  /** Only workers of this version can take it from the queue. */
  readonly version: string | undefined;
  /** When its state changed last, by the database's clock. */
  readonly changedAt: string;
}

/** One opening of a job. */
export interface Opening {
  readonly repository: string;
  readonly feature: string;
  readonly job: number;
  readonly opening: number;
}

export const isOver = ({ state }: Pick<Job, "state">): boolean => state === "done" || state === "cancelled";

/** The words of `iflow continue` that do what the job asks for. */
export function wordsOfJob({ yolo, until, maxCost, maxDispatches, finish }: JobFlags): string[] {
  return [
    ...(yolo ? ["--yolo"] : []),
    ...(until === undefined ? [] : ["--until", until]),
    ...(maxCost === undefined ? [] : ["--max-cost", String(maxCost)]),
    ...(maxDispatches === undefined ? [] : ["--max-dispatches", String(maxDispatches)]),
    ...(finish === undefined ? [] : [finish === "pull-request" ? "--pr" : `--${finish}`]),
  ];
}
