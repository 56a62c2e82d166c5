// What the schedule tells a task, and what a task reports.
import type { LogEntry } from "../../../../domain/tasks/implementation-log.ts";
import type { Implementation } from "../code/implementation.ts";

export type Order = { readonly type: "work"; readonly work: LaneWork } | { readonly type: "joined" };

export interface LaneWork {
  /** Of the task, from 1: it is worked on again after it got in another one's way. */
  readonly attempt: number;
  readonly lane: number;
  /** Where the feature's branch stands: what the task builds on. */
  readonly head: string;
  /** Code files of the feature at that commit. */
  readonly files: readonly string[];
  /** What its implementer is told about an earlier attempt. */
  readonly known: readonly string[];
}

export interface Report {
  readonly entry: LogEntry;
  /** The work of its implementer, to be joined; the base where there is none. */
  readonly head: string;
  readonly branch: string;
  readonly base: string;
  /** Every file that differs between the two. */
  readonly changed: readonly string[];
  readonly code: Implementation;
  /** The last number its dispatches have used. */
  readonly dispatches: number;
}
