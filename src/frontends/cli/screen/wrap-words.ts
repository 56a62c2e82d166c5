// Text broken into lines at its blanks, measured on a terminal. A word that is longer than a line stays whole: it is a path
// or an address, and must be copied as it is.
import { columnsOf } from "./columns.ts";

export function wrapWords(text: string, columns: number): string[] {
  if (columnsOf(text) <= columns) return [text];
  const lines: string[] = [];
  for (const word of text.split(/ +/)) {
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

/** The text beside its head; lines after the first begin below the first word. */
export function hangWords(head: string, text: string, columns: number): string[] {
  const room = columns - columnsOf(head);
  return wrapWords(text, Math.max(20, room)).map((line, at) => (at === 0 ? head : " ".repeat(columnsOf(head))) + line);
}
