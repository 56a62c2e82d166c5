// Reads a journal without changing it, even while its writer is at work. A crash leaves a torn last line, which does
// not count as part of the journal. Any other line that cannot be understood is reported as such, never skipped.
import { isUtf8 } from "node:buffer";
import * as z from "zod";
import { type RunHead, RunHeadSchema } from "../../../domain/run/run.ts";
import { parseJson } from "../../../domain/text/json.ts";
import { type JournalRecord, JournalRecordSchema } from "./journal-records.ts";

export type JournalReading =
  | {
      readonly status: "readable";
      readonly head: RunHead;
      readonly records: readonly JournalRecord[];
      /** Bytes up to the end of the last whole line. */
      readonly wholeLength: number;
    }
  /** A line before the last one is broken; `records` are those before it. */
  | {
      readonly status: "broken";
      readonly head: RunHead;
      readonly records: readonly JournalRecord[];
      readonly problem: Problem;
    }
  /** The process died while it was creating the run: nothing was done in it. */
  | { readonly status: "headless" }
  | { readonly status: "head-broken"; readonly problem: Problem }
  /** Written by an iflow version whose journals this one cannot read. */
  | { readonly status: "other-format"; readonly iflow: string; readonly ended: boolean };

interface Problem {
  readonly line: number;
  readonly reason: string;
}

export function readJournal(bytes: Buffer): JournalReading {
  const lines = splitLines(bytes);
  const [first, ...rest] = lines;
  if (first === undefined) return { status: "headless" };
  const head = parseHead(first);
  if ("problem" in head) return { status: "head-broken", problem: { line: 1, reason: head.problem } };
  if ("iflow" in head) return { status: "other-format", iflow: head.iflow, ended: isEndLine(lines.at(-1)) };

  const records: JournalRecord[] = [];
  for (const [index, line] of rest.entries()) {
    const record = JournalRecordSchema.safeParse(line.value);
    if (!record.success) {
      const reason = line.value === undefined ? "it is not JSON" : z.prettifyError(record.error);
      return { status: "broken", head: head.head, records, problem: { line: index + 2, reason } };
    }
    records.push(record.data);
  }
  return { status: "readable", head: head.head, records, wholeLength: lines.at(-1)?.end ?? 0 };
}

/** Looks only at the last line: most runs of a repository are over, and their records are not needed. */
export function isEnded(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(NEWLINE);
  if (end <= 0) return false;
  return isEndLine({ value: parseLine(bytes.subarray(bytes.lastIndexOf(NEWLINE, end - 1) + 1, end)), end });
}

interface Line {
  /** Undefined when it is not JSON. */
  readonly value: unknown;
  readonly end: number;
}

const NEWLINE = 0x0a;

/** Whole lines only: bytes after the last newline, and a last line that is not JSON, are torn. */
function splitLines(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  for (let start = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) break;
    lines.push({ value: parseLine(bytes.subarray(start, end)), end: end + 1 });
    start = end + 1;
  }
  if (lines.length > 0 && lines.at(-1)?.value === undefined) lines.pop();
  return lines;
}

function parseLine(bytes: Buffer): unknown {
  return isUtf8(bytes) ? parseJson(bytes.toString("utf8")) : undefined;
}

/** What every head has, whatever its format. */
const StampSchema = z.looseObject({ format: z.number(), iflow: z.string() });

function parseHead(line: Line): { head: RunHead } | { iflow: string } | { problem: string } {
  const head = RunHeadSchema.safeParse(line.value);
  if (head.success) return { head: head.data };
  const stamp = StampSchema.safeParse(line.value);
  return stamp.success ? { iflow: stamp.data.iflow } : { problem: "it is not the head of a run" };
}

const EndSchema = z.looseObject({ type: z.literal("ended") });

function isEndLine(line: Line | undefined): boolean {
  return EndSchema.safeParse(line?.value).success;
}
