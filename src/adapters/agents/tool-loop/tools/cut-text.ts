// Cuts texts that are too long for an answer, at whole lines where possible, with a plain note about what is missing.
import { numberLines } from "../../../../domain/text/words/passage.ts";

export interface Cut {
  /** The first line to return, counted from 1. */
  readonly from: number;
  /** How many lines; undefined means all. */
  readonly lines: number | undefined;
  /** Maximum length of an answer, in characters. */
  readonly longest: number;
}

/** With the numbers of the lines in front. */
export function cutLines(text: string, { from, lines, longest }: Cut): string {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop(); // the newline at the end does not begin another line
  if (from > all.length) return `[The file has ${all.length} lines.]`;
  const wanted = all.slice(from - 1, lines === undefined ? undefined : from - 1 + lines);
  const shown = wanted.slice(0, countFitting(wanted, longest));
  const last = from - 1 + shown.length;
  const isWhole = last === all.length;
  const [first = ""] = wanted;
  if (shown.length === 0) {
    return `${numberLines([first.slice(0, longest)], from)}\n[Cut: line ${from} of ${all.length} has ${first.length} characters; its beginning is shown.]`;
  }
  const body = numberLines(shown, from);
  return isWhole ? body : `${body}\n[Cut: lines ${from} to ${last} of ${all.length} are shown.]`;
}

/** What a line has besides its text, at most: its number, a tab and its end. */
const NUMBER_CHARS = 8;

function countFitting(lines: readonly string[], longest: number): number {
  let length = 0;
  const over = lines.findIndex((line) => {
    length += line.length + NUMBER_CHARS;
    return length > longest;
  });
  return over < 0 ? lines.length : over;
}

/** Keeps the end, which is the part of an output that matters. */
export function cutOutput(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.slice(-longest);
  return `[Cut: only the end is shown.]\n${end.slice(end.indexOf("\n") + 1)}`;
}
