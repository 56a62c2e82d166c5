// The records of all runs as they are written, for those who watch: in any process, in any working tree, while others write.
// It only reads, and it reads what is new. Beside the records there is what is only alive, which may be lost.
import type { Question } from "../../domain/run/questions/question.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { LiveWork } from "../../domain/stream/live-work.ts";
import type { StreamRecord } from "../../domain/stream/stream-record.ts";

export interface RunFeed {
  open(): Feed;
  /** Writes what is alive in a run that this process moves. It never fails: nobody depends on it. */
  live(run: string): LiveSink;
}

export interface LiveSink {
  write(work: readonly LiveWork[]): void;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

export interface Feed {
  /** Every run there is now, in no particular order. */
  runs(): Promise<readonly FeedRun[]>;
  /** What was written since the last call; at the first call, everything. */
  read(run: string): Promise<FeedReading>;
  /** The next reading of it begins anew. */
  restart(run: string): void;
  /** A file of the run; undefined when it is gone, or is not what the run has written. */
  file(run: string, name: string): Promise<string | undefined>;
  /** What was answered to a question that is still open in the records; undefined while nothing was, and when it cannot be read. */
  answer(run: string, question: Question): Promise<string | undefined>;
  /** Resolves when something may be new, after a while in any case, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface FeedRun {
  readonly run: string;
  /** When it ended; undefined while it has not. */
  readonly overAt: string | undefined;
}

export interface FeedReading {
  /** Undefined until its first line is whole, and when the run is gone. */
  readonly head: RunHead | undefined;
  /** Where its head ends. */
  readonly headEnd: number;
  readonly entries: readonly FeedEntry[];
  /** The newest of each lane. */
  readonly live: readonly LiveWork[];
  /** It is another run than before, under the same name: what was read of it does not count. */
  readonly isAnother: boolean;
  /** Why nothing more can be read of it. */
  readonly problem?: { readonly text: string; readonly fix: string };
}

export interface FeedEntry {
  readonly record: StreamRecord;
  /** Where it ends, in bytes from the beginning. */
  readonly end: number;
}
