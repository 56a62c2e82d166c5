// Which words of a changed line are new: a block of removed lines and the added ones below it are compared line by line. What
// both have at the beginning and at the end is not marked; a pair that has too little in common has no marks at all.
import type { DiffLine } from "../model/common.ts";

export function withMarks(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let at = 0; at < lines.length; ) {
    const removed = countOf(lines, at, "-");
    const added = countOf(lines, at + removed, "+");
    for (let pair = 0; pair < Math.min(removed, added); pair++) markPair(marked, at + pair, at + removed + pair);
    at += Math.max(1, removed + added);
  }
  return marked;
}

function countOf(lines: readonly DiffLine[], from: number, sign: DiffLine["sign"]): number {
  let at = from;
  while (lines[at]?.sign === sign) at += 1;
  return at - from;
}

function markPair(lines: DiffLine[], before: number, after: number): void {
  const [old, now] = [lines[before], lines[after]];
  if (!old || !now) return;
  const [words, others] = [wordsOf(old.text), wordsOf(now.text)];
  const start = sameCount(words, others);
  const end = sameCount(words.slice(start).reverse(), others.slice(start).reverse());
  const kept = words.slice(0, start).concat(end === 0 ? [] : words.slice(-end));
  if (kept.join("").trim().length * 3 < Math.max(old.text.length, now.text.length)) return;
  lines[before] = withMark(old, words, start, end);
  lines[after] = withMark(now, others, start, end);
}

function withMark(line: DiffLine, words: readonly string[], start: number, end: number): DiffLine {
  const from = words.slice(0, start).join("").length;
  const to = line.text.length - words.slice(words.length - end).join("").length;
  return to > from ? { ...line, marks: [[from, to]] } : line;
}

const wordsOf = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/gu) ?? [];

function sameCount(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}
