// What the records of a journal add up to. The session replays it and a reader summarizes it; both see the same facts.
import { type Pending, STOP_ANSWERS } from "../../domain/run/questions/question.ts";
import type { OpenedBy, RunHead } from "../../domain/run/run.ts";
import type { Json } from "../../domain/text/json/json.ts";
import type { JournalRecord } from "./journal-records.ts";

export interface RunHistory {
  readonly done: ReadonlyMap<string, RecordedResult>;
  readonly waits: ReadonlyMap<string, RecordedWait>;
  /** Notes of steps that began and have no result; the step that began last comes last. */
  readonly unfinished: ReadonlyMap<string, readonly Json[]>;
  /** How many times the run was opened after its creation. */
  readonly openings: number;
  /** The agents it was last opened with. */
  readonly runtime: OpenedBy;
  /** Whether `--yolo` holds: until a stop, as the run began; after it, as it was continued. */
  readonly yolo: boolean;
  readonly outcome: string | undefined;
  readonly lastAt: string;
  /** The checksums that each file of the run may have. The last write may have been cut off before it took place. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
}

interface RecordedResult {
  readonly input: string;
  readonly result: Json;
}

export interface RecordedWait {
  readonly pending: Pending;
  readonly answer: string | undefined;
  /** Value of `openings` when it was asked: the next opening lifts a pause. */
  readonly askedIn: number;
  /** For a question about a changed input: the input it asks about. */
  readonly input: string | undefined;
}

export function foldRecords(head: RunHead, records: readonly JournalRecord[]): RunHistory {
  const done = new Map<string, RecordedResult>();
  const waits = new Map<string, RecordedWait>();
  const unfinished = new Map<string, Json[]>();
  const files = new Map<string, Set<string>>();
  const { id, proof } = head.runtime;
  let runtime: OpenedBy = { id, ...(proof && { proof }) };
  let yolo = head.flags.yolo;
  let openings = 0;
  let outcome: string | undefined;

  for (const record of records) {
    switch (record.type) {
      case "opened":
        openings += 1;
        runtime = record.runtime ?? runtime;
        break;
      case "begun": {
        const notes = unfinished.get(record.step) ?? [];
        unfinished.delete(record.step); // so that it comes last again
        unfinished.set(record.step, [...notes, record.note]);
        break;
      }
      case "note":
        unfinished.get(record.step)?.push(record.note);
        break;
      case "done":
        done.set(record.step, { input: record.input, result: record.result });
        unfinished.delete(record.step);
        break;
      case "asked":
        if (record.pending.type === "pause" && record.pending.hard) yolo = false;
        waits.set(record.step, { pending: record.pending, answer: undefined, askedIn: openings, input: record.input });
        break;
      case "answered": {
        const wait = waits.get(record.step);
        if (wait) waits.set(record.step, { ...wait, answer: record.answer });
        if (wait?.pending.type === "pause" && wait.pending.hard) yolo = record.answer === STOP_ANSWERS.yolo;
        break;
      }
      case "withdrawn":
        waits.delete(record.step);
        break;
      case "file":
        files.set(record.name, (files.get(record.name) ?? new Set()).add(record.hash));
        break;
      case "ended":
        outcome = record.outcome;
        break;
      default:
        record satisfies never;
    }
  }
  const lastAt = records.at(-1)?.at ?? head.createdAt;
  return { done, waits, unfinished, openings, runtime, yolo, outcome, lastAt, files };
}

/** Waits that still block the run, before any answer file is read. */
export function openWaits(history: RunHistory): RecordedWait[] {
  if (history.outcome !== undefined) return [];
  return [...history.waits.values()].filter(
    ({ pending, answer, askedIn }) =>
      answer === undefined && (pending.type !== "pause" || askedIn === history.openings),
  );
}
