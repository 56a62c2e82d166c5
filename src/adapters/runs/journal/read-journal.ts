// Reads a journal without changing it, even while its writer is at work. A crash leaves a torn last line, which does
// not count as part of the journal. Any other line that cannot be understood, or whose checksum does not fit, is
// reported as such, never skipped. Journals of format 2 and earlier have no checksums.
import * as z from "zod";
import { isSealed, type RunHead, RunHeadSchema } from "../../../domain/run/run.ts";
import { unseal } from "../../../domain/text/json/seal.ts";
import { readSealedLines } from "../../../domain/text/json/sealed-lines.ts";
import { type JournalRecord, JournalRecordSchema } from "../../recorded/journal-records.ts";
import { isEnd, NEWLINE, parseLine } from "./is-ended.ts";

export type JournalReading =
  | {
      readonly status: "readable";
      readonly head: RunHead;
      readonly records: readonly JournalRecord[];
      /** Bytes up to the end of the last whole line. */
      readonly wholeLength: number;
      /** Of the last line, for the next one; undefined when its lines have none. */
      readonly sum: string | undefined;
    }
  /** A line is damaged, or one before the last is broken; `records` are those before it. */
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
  const { lines, sum, damagedLine } = readLines(bytes);
  const damage = damagedLine === undefined ? undefined : { line: damagedLine, reason: DAMAGED };
  const [first, ...rest] = lines;
  if (first === undefined) return damage ? { status: "head-broken", problem: damage } : { status: "headless" };
  const head = parseHead(first);
  if ("problem" in head) return { status: "head-broken", problem: { line: 1, reason: head.problem } };
  if (sum === undefined && isSealed(head)) return { status: "head-broken", problem: { line: 1, reason: DAMAGED } };
  if ("iflow" in head) return { status: "other-format", iflow: head.iflow, ended: isEnd(lines.at(-1)?.value) };

  const records: JournalRecord[] = [];
  for (const [index, line] of rest.entries()) {
    const record = JournalRecordSchema.safeParse(line.value);
    if (!record.success) {
      const reason = line.value === undefined ? "it is not JSON" : z.prettifyError(record.error);
      return { status: "broken", head: head.head, records, problem: { line: index + 2, reason } };
    }
    records.push(record.data);
  }
  if (damage) return { status: "broken", head: head.head, records, problem: damage };
  return { status: "readable", head: head.head, records, wholeLength: lines.at(-1)?.end ?? 0, sum };
}

const DAMAGED = "it is damaged, its checksum does not fit";

function readLines(bytes: Buffer): Lines {
  const end = bytes.indexOf(NEWLINE);
  const isPlain = end < 0 || unseal(bytes.subarray(0, end)).state === "unsealed";
  return isPlain ? readPlainLines(bytes) : readSealedLines(bytes);
}

interface Line {
  /** Undefined when it is not JSON. */
  readonly value: unknown;
  readonly end: number;
}

interface Lines {
  readonly lines: readonly Line[];
  readonly sum?: string;
  readonly damagedLine?: number | undefined;
}

/** Whole lines only: bytes after the last newline, and a last line that is not JSON, are torn. */
function readPlainLines(bytes: Buffer): Lines {
  const lines: Line[] = [];
  for (let start = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) break;
    lines.push({ value: parseLine(bytes.subarray(start, end)), end: end + 1 });
    start = end + 1;
  }
  if (lines.length > 0 && lines.at(-1)?.value === undefined) lines.pop();
  return { lines };
}

/** What every head has, whatever its format. */
const StampSchema = z.looseObject({ format: z.number(), iflow: z.string() });

function parseHead(
  line: Line,
): { format: number; head: RunHead } | { format: number; iflow: string } | { problem: string } {
  const head = RunHeadSchema.safeParse(line.value);
  if (head.success) return { format: head.data.format, head: head.data };
  const stamp = StampSchema.safeParse(line.value);
  return stamp.success ? stamp.data : { problem: "it is not the head of a run" };
}
