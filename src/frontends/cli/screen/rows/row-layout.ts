// Where the parts of a row stand: who and what on the left, numbers on the right. On a narrow terminal the least
// important column is left out first; no word is ever broken.
import { columnsOf, padEndTo, padStartTo } from "../columns.ts";
import { fixLines, hangCommands } from "../whole-commands.ts";
import { wrapWords } from "../wrap-words.ts";

export interface Row {
  /** With its colour; left out where nothing was judged. */
  readonly mark?: string;
  /** Who, or what was done. */
  readonly lead: string;
  readonly what?: string;
  /** The first column to go: how many lines, which round. */
  readonly extra?: string;
  readonly time?: string;
}

const INDENT = "  ";
const LEAD = 24;
const EXTRA = 12;
const TIME = 11;
const NARROW_TIME = 7;
/** Longer lines are hard to read, however wide the terminal. */
const WIDEST = 100;
const NEEDS_EXTRA = 72;
const NEEDS_TIME = 44;

/** How many columns text may take: the last one stays free, where some terminals wrap. */
export function textWidth(columns: number): number {
  return Math.max(20, Math.min(columns, WIDEST) - 1);
}

export function layoutRow(row: Row, columns: number): string {
  const { mark, lead, extra = "", time = "" } = row;
  const width = textWidth(columns);
  const isShown = columns >= NEEDS_EXTRA && extra !== "";
  // how often somebody had to look again is said in any case
  const what = [row.what ?? "", isShown || !extra.startsWith("round ") ? "" : extra].filter(Boolean).join(", ");
  const right =
    columns < NEEDS_TIME
      ? ""
      : `${isShown ? cell(extra, EXTRA) : ""}${padStartTo(columns < NEEDS_EXTRA ? NARROW_TIME : TIME, time)}`;
  const room = width - (right.trim() === "" ? 0 : columnsOf(right) + 1);
  const start = `${INDENT}${mark === undefined ? "" : `${mark} `}`;
  const indent = INDENT.length + LEAD;
  const ownColumn = indent - 2 - columnsOf(start); // never less, however much there is to say beside it
  const beside = room - columnsOf(start) - (what === "" ? 0 : columnsOf(what) + 2);
  const [firstLead = "", ...restLead] = wrapWords(lead, Math.max(ownColumn, beside));
  const head = what === "" ? `${start}${firstLead}` : `${padEndTo(indent - 2, `${start}${firstLead}`)}  `;
  const words = wrapWords(what, Math.max(12, room - columnsOf(head)));
  const [first = "", ...rest] = words;
  const leftover = [
    ...restLead.map((line) => `${INDENT.repeat(2)}${line}`),
    ...rest.map((line) => " ".repeat(indent) + line),
  ];
  return [`${padEndTo(room + 1, `${head}${first}`)}${right}`.trimEnd(), ...leftover].join("\n");
}

function cell(text: string, width: number): string {
  return padEndTo(width, columnsOf(text) < width ? text : "");
}

/** A row of words; what does not fit continues below them. */
export function wordsRow(start: string, text: string, columns: number): string {
  const indent = Math.min(columnsOf(start), 12);
  const lines = wrapWords(text, textWidth(columns) - indent);
  return lines.map((line, index) => `${index === 0 ? start : " ".repeat(indent)}${line}`).join("\n");
}

/** Lines of text that the terminal would otherwise break in the middle of a word; each keeps its own indent. */
export function wrapText(text: string, columns: number): string {
  const width = textWidth(columns);
  return text
    .split("\n")
    .flatMap((line) => {
      if (columnsOf(line) <= width) return [line];
      const start = /^ */.exec(line)?.[0] ?? "";
      return wrapWords(line.slice(start.length), width - start.length - 2).map(
        (part, index) => `${start}${index === 0 ? "" : "  "}${part}`,
      );
    })
    .join("\n");
}

/** The same, except that commands stay whole, which are pasted, and so does a line with a marker, which programs look for. */
export function wrapProse(text: string, columns: number): string {
  const width = textWidth(columns);
  return text
    .split("\n")
    .flatMap((line) => (columnsOf(line) <= width || MARKER.test(line) ? [line] : wrapLine(line, width)))
    .join("\n");
}

function wrapLine(line: string, width: number): string[] {
  const [start = "", label = ""] = /^ *((?:Fix|Next|Look): +)?/.exec(line) ?? [];
  if (label !== "") return fixLines(line.slice(start.length), width, start);
  const [first = "", ...columns] = line.slice(start.length).split(/ {3,}/); // a table has no room for its columns
  const below = `${start}  `;
  const [head = "", ...more] = hangCommands(start, first, width - 2);
  return [head, ...more.map((one) => `  ${one}`), ...columns.flatMap((one) => hangCommands(below, one, width))];
}

const MARKER = /^(?:iflow: )?[A-Z]{4,}[A-Z ]*: /;
