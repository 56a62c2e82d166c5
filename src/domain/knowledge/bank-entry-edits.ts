// Changes the text of a knowledge bank entry in small edits, one after another, each applied to the entry's current
// text. Nothing outside the entry is involved, and an edit that would create or swallow anything else is not made.
import { readProseLines } from "../text/markdown.ts";
import { type BankEntry, type BankField, type BankFile, fieldOf, parseBank, STALE_MARK } from "./knowledge-bank.ts";

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes to the entry's current text; empty when there is nothing to do. `eol` is the file's line ending. */
export type Edit = (entry: BankEntry, eol: string) => readonly Change[];

/**
 * The text with the edits of each entry applied. Returns the text unchanged if a change would create or swallow an
 * entry or a field, as between a list and an indented block that is never closed.
 */
export function editEntries(
  file: BankFile,
  entries: readonly BankEntry[],
  edits: readonly (readonly Edit[])[],
): string {
  const pieces: string[] = [];
  const expected: (BankEntry | undefined)[] = [];
  let from = 0;
  for (const [index, entry] of entries.entries()) {
    const own = edits[index]?.length ? editEntry(file, entry, edits[index]) : undefined;
    expected.push(own === undefined ? entry : parseBank({ ...file, text: own })[0]);
    if (own === undefined) continue;
    pieces.push(file.text.slice(from, entry.start), own);
    from = ownEnd(file, entry);
  }
  const text = [...pieces, file.text.slice(from)].join("");
  if (text === file.text) return text;
  const now = parseBank({ ...file, text });
  const isKept = now.length === expected.length && now.every((entry, at) => factsOf(entry) === factsOf(expected[at]));
  return isKept ? text : file.text;
}

function factsOf(entry: BankEntry | undefined): string {
  return JSON.stringify([entry?.name, entry?.fields.map(({ name, value }) => [name, value])]);
}

/** The entry and the end of its last line, parsed again after each edit: the rest of the file is not involved. */
function editEntry(file: BankFile, { start, end }: BankEntry, edits: readonly Edit[]): string {
  const eol = eolOf(file.text);
  return edits.reduce(
    (text, edit) => {
      const [entry] = parseBank({ ...file, text });
      const next = entry ? edit(entry, eol).reduceRight(applyChange, text) : text;
      return isWhole({ ...file, text: next }) ? next : text;
    },
    file.text.slice(start, ownEnd(file, { end })),
  );
}

/** One entry from start to end: no line has become a heading, or part of the text that follows entries. */
function isWhole(file: BankFile): boolean {
  const [entry] = parseBank(file);
  return entry !== undefined && ownEnd(file, entry) === file.text.length;
}

/** Applied from the last change to the first, so that no position moves before its turn. */
function applyChange(text: string, change: Change): string {
  return text.slice(0, change.start) + change.text + text.slice(change.end);
}

function ownEnd({ text }: BankFile, { end }: Pick<BankEntry, "end">): number {
  return end + (/^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(end, end + 200))?.[0].length ?? 0);
}

const LABELS = {
  "last observed": "Last observed",
  "observation count": "Observation count",
  "also observed": "Also observed",
} as const;

export function setField(name: keyof typeof LABELS, value: (entry: BankEntry) => string | undefined): Edit {
  return (entry, eol) => {
    const field = entry.fields.findLast((one) => one.name === name);
    const next = value(entry);
    if (next === undefined || field?.value === next) return [];
    if (!field) return insertLine(`- ${LABELS[name]}: ${next}`)(entry, eol);
    // a label without a value has no space after it yet
    return [{ start: field.start, end: field.end, text: field.value === "" ? ` ${next}` : next }];
  };
}

export function addField(name: keyof typeof LABELS, value: string): Edit {
  return setField(name, (entry) => (fieldOf(entry, name) === undefined ? value : undefined));
}

export function withoutFields(name: BankField["name"]): Edit {
  return ({ fields }) =>
    fields
      .filter((field) => field.name === name)
      .map(({ itemStart, itemEnd }) => ({ start: itemStart, end: itemEnd, text: "" }));
}

export const WITHOUT_STALE_MARK: readonly Edit[] = [
  withoutFields("stale"),
  ({ text }) => {
    const mark = new RegExp(`[ \\t]*${STALE_MARK}`).exec(text.split(/\r?\n/, 1)[0] ?? "");
    return mark ? [{ start: mark.index, end: mark.index + mark[0].length, text: "" }] : [];
  },
];

/** Inserted below the last field, or at the end of an entry without fields. */
export function insertLine(line: string): Edit {
  return (entry, eol) => {
    const last = entry.fields.findLast(({ name }) => name !== "stale");
    if (last && last.itemEnd < entry.end) return [{ start: last.itemEnd, end: last.itemEnd, text: `${line}${eol}` }];
    const isProse = readProseLines(`${entry.text}\n${line}`).at(-1)?.text === line;
    const gap = isProse ? "" : eol; // an HTML tag extends to the next blank line
    return [{ start: entry.end, end: entry.end, text: `${gap}${eol}${line}` }];
  };
}

export function replaceDescription(text: string): Edit {
  return (entry, eol) => {
    const heading = /^[^\r\n]*(?:\r\n|\n|\r)?/.exec(entry.text)?.[0] ?? "";
    // up to the first field: a list or a fence before it is part of the old description
    const first = entry.fields[0]?.itemStart;
    const separator = /[\r\n]$/.test(heading) ? "" : eol;
    const below = first === undefined ? "" : eol;
    return [{ start: heading.length, end: first ?? entry.end, text: `${separator}${text}${below}` }];
  };
}

export function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
