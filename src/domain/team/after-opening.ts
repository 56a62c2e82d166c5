// What becomes of a job after one opening of it.
import { isPhaseDone } from "../feature/phase.ts";
import type { Pause, Question } from "../run/questions/question.ts";
import type { JobFlags, JobState } from "./job.ts";
import type { OpeningEnd } from "./opening-end.ts";

export interface AfterOpening {
  readonly state: JobState;
  readonly told: string | undefined;
  /** The questions whose answers it waits for. */
  readonly waits: readonly string[];
  /** ISO 8601: when it is due without an answer. */
  readonly until?: string;
  /** It ended without having recorded anything; so many in a row stop the job. */
  readonly failed: boolean;
}

/** Openings in a row that record nothing; then a person has to look. */
const MOST_FAILED = 5;
const INTERRUPTED = 130;
/** Somebody else was there, or the way to the origin or the database was cut: it may be otherwise soon. */
const PASSING = ["locked", "git-failed", "disk-failed"];

export interface Before {
  readonly flags: JobFlags;
  readonly records: number;
  readonly failed: number;
}

export function afterOpening(end: OpeningEnd, before: Before): AfterOpening {
  const { how, exit, code, stands, said } = end;
  const isIdle = stands.records === before.records;
  const again = (told: string | undefined, failed: boolean): AfterOpening =>
    failed && before.failed + 1 >= MOST_FAILED
      ? stop(`${MOST_FAILED} openings in a row ended without a result; the last one: ${told}`)
      : { state: "due", told, waits: [], failed };
  if (how === "given-up") return again(said, false);
  if (how === "killed") return again(said ?? "its process was killed", isIdle);
  if (code !== undefined && PASSING.includes(code)) return again(said, isIdle);
  const questions = stands.pendings.filter((one): one is Question => one.type === "question");
  if (questions.length > 0) return wait(questions);
  const pause = stands.pendings.find((one): one is Pause => one.type === "pause");
  if (pause) return atPause(pause);
  if (exit === INTERRUPTED) return stop(said ?? "stopped");
  if (exit !== 0) return stop(said ?? `it ended with exit code ${exit}`);
  if (isWhole(before.flags, stands)) return { state: "done", told: said, waits: [], failed: false };
  return stop(`it ended after ${stands.lastCompleted ?? "its start"}, as its closing question was answered`);
}

const stop = (told: string): AfterOpening => ({ state: "stopped", told, waits: [], failed: false });

function wait(questions: readonly Question[]): AfterOpening {
  const waits = questions.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const [first] = questions;
  const told = `${first?.text.split("\n")[0]}${questions.length > 1 ? ` (and ${questions.length - 1} more)` : ""}`;
  return { state: "waiting", told, waits, failed: false };
}

/** A limit that is lifted by itself is waited for without a process. */
function atPause({ text, until }: Pause): AfterOpening {
  const told = text.split("\n")[0] ?? text;
  return until === undefined ? stop(told) : { state: "waiting", told, waits: [], until, failed: false };
}

function isWhole({ until }: JobFlags, { isRunOpen, isCompleted, lastCompleted }: OpeningEnd["stands"]): boolean {
  if (isRunOpen) return false;
  return isCompleted || (until !== undefined && isPhaseDone(until, lastCompleted ?? null));
}
