// Where the parts of a row stand: who and what on the left, numbers on the right. On a narrow terminal the least
// important column is left out first; no word is ever broken.
import { columnsOf, padEndTo, padStartTo } from "./columns.ts";
import { wrapWords } from "./wrap-words.ts";

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

export function layoutRow({ mark, lead, what = "", extra = "", time = "" }: Row, columns: number): string {
  const width = textWidth(columns);
  const isShown = columns >= NEEDS_EXTRA && extra !== "";
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

/** The same, except that a line stays whole if it has a command, which is pasted, or a marker, which programs look for. */
export function wrapProse(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => (isWhole(line) ? line : wrapText(line, columns)))
    .join("\n");
}

function isWhole(line: string): boolean {
  return MARKER.test(line) || (COMMAND.test(line) && !line.startsWith("iflow: "));
}

const MARKER = /^(?:iflow: )?[A-Z]{4,}[A-Z ]*: /;
const COMMAND = /(?:^|[\s:(`])(?:(?:iflow|git|npm|npx|node|rm|mv|mkdir|chmod) \S|\/\S+ \/)/;
