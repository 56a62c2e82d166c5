// Where one opening of a run keeps what it records. The session replays and works the same on a journal file and on the rows
// of a database.
import type { RunFolder } from "../../ports/runs/runs.ts";
import type { Answerable } from "./answerable.ts";
import type { JournalRecord } from "./journal-records.ts";

export interface RunStore {
  /**
   * Resolves, when it is durable, with the record as a later reader will see it: with the time at which it was taken, by
   * the store's clock. In the order of the calls.
   */
  append<R extends NewRecord>(record: R): Promise<R & JournalRecord>;
  /** Everything appended before is written first. */
  close(): Promise<void>;
  readonly folder: RunFolder;
  readonly answers: RunAnswers;
}

/** A record before the store has given it its time. */
export type NewRecord = WithoutTime<JournalRecord>;
type WithoutTime<R> = R extends unknown ? Omit<R, "at"> : never;

export interface RunAnswers {
  of(question: Answerable): Promise<string | undefined>;
  /** What the ids of the feature's questions begin with. */
  readonly prefix: string;
  /** The highest number that a question of the feature has, in any run, ended or not. */
  lastNumber(): Promise<number>;
}
