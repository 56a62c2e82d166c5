// Finds a part of a document in the forms people write it: a heading of any depth below the title, a bold label under a
// requirement, a table column, a list item. artifact.ts says which parts each kind of document needs; this file only
// knows how to look. Each place is a range of the text: cutting all of them removes the part. Runs in linear time.
import { type BoldLabel, boldLabelsOf, type ProseLine, readMarkdown, type Section } from "../text/markdown.ts";

/** Any one of the forms is enough. Patterns see text without emphasis and decoration. */
export interface Part {
  /** As printed when the part is missing. */
  readonly names: readonly string[];
  /** Heading, tried as written and without its numbering. */
  readonly heading: RegExp;
  /** Headings too common to mark a document whose title does not say what it is. */
  readonly headingWhenTitled?: RegExp;
  readonly label?: RegExp;
  /** Header cell of a table. */
  readonly column?: RegExp;
  /** Text of a checkbox item. */
  readonly item?: RegExp;
  /** Text of any list item in a section of the given heading. */
  readonly listed?: { readonly under: RegExp; readonly item: RegExp };
}

/** The whole section, the label with its list, the table, or the list item with the text indented below it. */
export interface Place {
  readonly part: Part;
  readonly found: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Outline {
  /** The heading that opens the document, if it has level 1. */
  readonly title: string | undefined;
  readonly sections: readonly Section[];
  readonly labels: readonly BoldLabel[];
  readonly lines: readonly ProseLine[];
  readonly html: readonly ProseLine[];
}

export function readOutline(text: string): Outline {
  const { sections, lines, html } = readMarkdown(text);
  const title = sections.find((section, index) => index === 0 && section.level === 1)?.title;
  return { title, sections, labels: boldLabelsOf(lines), lines, html };
}

export function findPlaces(part: Part, outline: Outline, isTitled: boolean): Place[] {
  return [
    ...placesOfHeadings(part, outline, isTitled),
    ...placesOfLabels(part, outline),
    ...placesOfTables(part, outline),
    ...placesOfItems(part, outline),
    ...placesOfListed(part, outline),
  ];
}

/** Drops emphasis and code marks, and any decoration at the start: a checkbox, a bracket, an emoji. */
export function plainText(text: string): string {
  return text
    .replace(/[*_`]/g, "")
    .replace(/^(?:\[[ xX]\]|[^\p{L}\p{N}])+/u, "")
    .trim();
}

function placesOfHeadings(part: Part, { sections }: Outline, isTitled: boolean): Place[] {
  const patterns = isTitled && part.headingWhenTitled ? [part.heading, part.headingWhenTitled] : [part.heading];
  return sections
    .filter(({ level, title }) => level > 1 && patterns.some((pattern) => matchesHeading(pattern, title)))
    .filter(saysSomething)
    .map(({ title, line, start, end }) => ({ part, found: title, line, start, end }));
}

function matchesHeading(pattern: RegExp, title: string): boolean {
  const plain = plainText(title);
  return pattern.test(plain) || pattern.test(plain.replace(/^(?:\d+(?:\.\d+)*[.):]?|[A-Z][.):])\s+/, ""));
}

/** A heading with nothing below it is not a section; a numbered one (`Task 2: …`, `AC-3`) is a statement by itself. */
function saysSomething({ title, body }: Section): boolean {
  return /\d/.test(title) || body.trim() !== "";
}

function placesOfLabels(part: Part, { sections, labels, lines }: Outline): Place[] {
  const wanted = new Map(labels.filter(({ label }) => part.label?.test(label)).map(({ line, label }) => [line, label]));
  const stops = new Set([...sections, ...labels].map(({ line }) => line));
  const opens = ({ line }: ProseLine) => wanted.get(line);
  return collectPlaces(part, lines, opens, ({ line }) => !stops.has(line));
}

function placesOfTables(part: Part, { lines }: Outline): Place[] {
  const opens = (line: ProseLine, previous: ProseLine | undefined) => {
    if (!isTableRow(line) || (previous && isTableRow(previous))) return undefined;
    return line.text.split("|").find((cell) => part.column?.test(plainText(cell)));
  };
  return collectPlaces(part, lines, opens, isTableRow);
}

function isTableRow(line: ProseLine): boolean {
  return /^\s*\|/.test(line.text);
}

function placesOfItems(part: Part, { lines }: Outline): Place[] {
  const opens = ({ text }: ProseLine) => {
    const item = itemText(text, /^\s*[-*+]\s+\[[ xX]\]\s/);
    return part.item?.test(item) ? item : undefined;
  };
  return collectPlaces(part, lines, opens, isBelowItem);
}

function placesOfListed(part: Part, { sections, lines }: Outline): Place[] {
  const { listed } = part;
  if (!listed) return [];
  const holders = sections.filter(({ title }) => matchesHeading(listed.under, title)).values();
  let [holder, until] = [holders.next().value, 0];
  const opens = ({ text, start }: ProseLine) => {
    for (; holder && holder.start <= start; holder = holders.next().value) until = Math.max(until, holder.end);
    const item = itemText(text, /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s)?/);
    return start < until && listed.item.test(item) ? item : undefined;
  };
  return collectPlaces(part, lines, opens, isBelowItem);
}

/** The text after the bullet; empty for a line that is not an item. */
function itemText(line: string, bullet: RegExp): string {
  return bullet.test(line) ? plainText(line.replace(bullet, "")) : "";
}

function isBelowItem({ text }: ProseLine): boolean {
  return /^\s+(?![-*+]\s+\[)\S/.test(text);
}

/** A place starts at a line that `opens` names, and takes the lines below as long as they belong to it. */
function collectPlaces(
  part: Part,
  lines: readonly ProseLine[],
  opens: (line: ProseLine, previous: ProseLine | undefined) => string | undefined,
  belongs: (line: ProseLine) => boolean,
): Place[] {
  const places: Place[] = [];
  let growing: { found: string; line: number; start: number; end: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const found = opens(line, lines[index - 1]);
    if (growing && found === undefined && belongs(line)) {
      growing.end = line.end;
      continue;
    }
    if (growing) places.push({ part, ...growing });
    growing = found === undefined ? undefined : { found, line: line.line, start: line.start, end: line.end };
  }
  return growing ? [...places, { part, ...growing }] : places;
}
