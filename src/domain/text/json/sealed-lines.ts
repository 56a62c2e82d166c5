// A log whose lines are sealed in a chain (seal.ts). A crash leaves a torn last line, which does not count; a whole line
// whose sum does not fit is damage, wherever it stands, and everything after it is not believed either.
import { seal, unseal } from "./seal.ts";

export interface SealedLines {
  readonly lines: readonly { readonly value: unknown; readonly end: number }[];
  /** Of the last line: the next one continues from it. */
  readonly sum: string;
  /** Its number, from 1. */
  readonly damagedLine: number | undefined;
}

const NEWLINE = 0x0a;

export function readSealedLines(bytes: Buffer): SealedLines {
  const lines: { value: unknown; end: number }[] = [];
  let sum = "";
  for (let start = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return { lines, sum, damagedLine: isWholeLine(bytes.subarray(start, -1), sum) ? next() : undefined };
    const line = bytes.subarray(start, end);
    const read = unseal(line, sum);
    if (read.state !== "intact") {
      // after a power loss a disk may show zeros where a block was never written
      const isTorn = end === bytes.length - 1 && line.includes("\0\0");
      return { lines, sum, damagedLine: isTorn ? undefined : next() };
    }
    lines.push({ value: read.value, end: end + 1 });
    sum = read.sum;
    start = end + 1;
  }

  function next(): number {
    return lines.length + 1;
  }
}

/**
 * The values of a log to which several processes append, so that each line is sealed on its own. Lines that are damaged
 * or torn are left out and counted; lines without a seal are from an earlier version.
 */
export function readLogLines(text: string): { readonly values: readonly unknown[]; readonly unreadable: number } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.flatMap((line) => {
    const read = unseal(Buffer.from(line));
    return read.state === "damaged" || read.value === undefined ? [] : [read.value];
  });
  return { values, unreadable: lines.length - values.length };
}

/** Lines to be appended after one with the sum `before`. */
export function sealLines(values: readonly object[], before: string): { readonly text: string; readonly sum: string } {
  let sum = before;
  let text = "";
  for (const value of values) {
    const line = seal(JSON.stringify(value), sum);
    sum = line.slice(-SUM_END, -2);
    text += `${line}\n`;
  }
  return { text, sum };
}

const SUM_END = 18; // sixteen digits, a quote, a brace

/** A line that is whole but for its line break: that break is what was damaged. */
function isWholeLine(line: Buffer, before: string): boolean {
  return unseal(line, before).state === "intact";
}
