// Text broken into lines at its blanks, measured on a terminal. A word that is longer than a line stays whole: it is a path
// or an address, and must be copied as it is.
import { columnsOf } from "./columns.ts";

export function wrapWords(text: string, columns: number): string[] {
  return columnsOf(text) <= columns ? [text] : fillLines(text.split(/ +/), columns);
}

function fillLines(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The first line of it, with `ellipsis` where there is more. */
export function firstLine(text: string, columns: number, ellipsis: string): string {
  const [whole = "", ...more] = wrapWords(text, columns);
  if (more.length === 0) return whole;
  const [line = ""] = wrapWords(text, columns - columnsOf(ellipsis) - 1);
  return `${line} ${ellipsis}`;
}

/** The text, or its words, beside its head; lines after the first begin below the first word. */
export function hangWords(head: string, text: string | readonly string[], columns: number): string[] {
  const room = Math.max(20, columns - columnsOf(head));
  const lines = typeof text === "string" ? wrapWords(text, room) : fillLines(text, room);
  return lines.map((line, at) => (at === 0 ? head : " ".repeat(columnsOf(head))) + line);
}
