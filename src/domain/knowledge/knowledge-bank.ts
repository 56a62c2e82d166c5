// The knowledge bank: what the team believes, in three Markdown files that people edit. Reading keeps every byte: an
// entry is a range of the text, and changing one replaces exactly that range (knowledge-bank-edit.ts). Headings in
// fences, comments and quotes are not entries.
import { type ProseLine, readMarkdown, readProseLines } from "../text/markdown.ts";

export const CATEGORIES = ["patterns", "anti-patterns", "heuristics"] as const;
export type Category = (typeof CATEGORIES)[number];
export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const STALE_MARK = "⚠️ STALE";
/** An entry is stale after this many newer features without a new observation. */
const STALE_AFTER = 10;

/** Identifies an entry of the knowledge bank. */
export interface EntryName {
  readonly category: Category;
  /** Without `Pattern: ` or `Anti-Pattern: ` and without a stale mark. */
  readonly name: string;
}

export interface BankEntry extends EntryName {
  /** The prose above the first list item. */
  readonly description: string;
  /** The whole entry, including its heading, without the text between it and the next entry. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly fields: readonly BankField[];
  readonly isMarkedStale: boolean;
}

export interface BankField {
  readonly name: FieldName;
  readonly value: string;
  /** Range of the value alone. */
  readonly start: number;
  readonly end: number;
  /** Range of the whole list item, including the lines below it. */
  readonly itemStart: number;
  readonly itemEnd: number;
}

export type FieldName = (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES] | "stale";

export interface BankFile {
  readonly category: Category;
  readonly text: string;
  /** Why the file could not be read; it then counts as empty and must not be written. */
  readonly problem?: string;
}

export function bankFileName(category: Category): string {
  return `${category}.md`;
}

export function parseBank({ category, text }: BankFile): BankEntry[] {
  const { sections, lines } = readMarkdown(text);
  let next = 0;
  return sections
    .filter(({ level }) => level === 3)
    .map(({ title, start, end: sectionEnd }) => {
      const outer = start + ownLength(text.slice(start, sectionEnd));
      while ((lines[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1;
      const own: ProseLine[] = [];
      for (let index = next; (lines[index]?.start ?? Number.POSITIVE_INFINITY) < outer; index++) {
        own.push(lines[index] as ProseLine); // within the loop's bound
      }
      const end = sectionEnd === text.length ? endBeforeOpenBlock(text, { start, end: outer }, own) : outer;
      const fields = readFields({ whole: text, entryEnd: end }, own);
      const isMarkedStale = title.includes(STALE_MARK) || fields.some(({ name }) => name === "stale");
      return {
        ...{ category, name: nameOf(title), description: descriptionOf(own) },
        ...{ text: text.slice(start, end), start, end, fields, isMarkedStale },
      };
    });
}

/** The value of a field; the last one if there are several. */
export function fieldOf(entry: BankEntry, name: FieldName): string | undefined {
  return entry.fields.findLast((field) => field.name === name)?.value;
}

/** Number of the feature that last confirmed the entry; undefined when no number is given. */
export function lastObserved(entry: BankEntry): number | undefined {
  return originNumber(fieldOf(entry, "last observed"));
}

export function observationCount(entry: BankEntry): number {
  return Number(/\d+/.exec(fieldOf(entry, "observation count") ?? "")?.[0] ?? 1);
}

export function confidenceOf(entry: BankEntry): Confidence {
  const word = fieldOf(entry, "confidence")?.toLowerCase() ?? "";
  return CONFIDENCES.find((confidence) => word.startsWith(confidence)) ?? "medium";
}

/**
 * The feature named by a provenance, an observation or a challenge, the newest if there are several. The text after the
 * dash is a remark and may name any feature.
 */
export function originNumber(text: string | undefined): number | undefined {
  const numbers = featureNumbersIn(withoutRemark(text));
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** Features known to have confirmed the entry; each counts once. A guessed number does not count. */
export function observers(entry: BankEntry): ReadonlySet<number> {
  const named = entry.fields.filter(({ name }) => OBSERVING.has(name)).map(({ value }) => value);
  return new Set(
    named.filter((value) => !value.includes(APPROXIMATE)).flatMap((value) => featureNumbersIn(withoutRemark(value))),
  );
}

const OBSERVING: ReadonlySet<FieldName> = new Set(["provenance", "last observed", "also observed"]);
/** Printed after a number that stands in for a provenance without one. */
export const APPROXIMATE = "(approximate — original provenance was non-numeric)";

function withoutRemark(text: string | undefined): string | undefined {
  const said = text?.split(/ (?:—|–|--) /, 1)[0];
  return featureNumbersIn(said).length > 0 ? said : text;
}

/** `Feature #012`, `Feature 012`, `feature/012-slug`, `Features #012, #014 and #15`, `Features 091/092`. */
const FEATURES = /\bfeature(s?)(?: +|\/)(#?\d{1,6})\b((?:(?:, ?| ?[/&+–-] ?| )(?:and |also )?#?\d{1,6}\b)*)/gi;

/** A number without such a word before it belongs to an issue or a pull request; a bare number may be a count. */
function featureNumbersIn(text: string | undefined): number[] {
  return [...(text ?? "").matchAll(FEATURES)].flatMap(([, plural = "", first = "", more = ""]) => {
    const others = more.match(/#?\d+/g) ?? [];
    const isFeature = (number: string, isMeant: boolean) =>
      number.startsWith("#") || (isMeant && number.length >= SHORTEST_BARE);
    return [first, ...others]
      .filter((number, index) => isFeature(number, index === 0 || plural !== ""))
      .map((number) => Number(number.replace("#", "")));
  });
}

/** As many digits as feature keys have. */
const SHORTEST_BARE = 3;

/** Features newer than the entry's last observation; undefined when that is unknown. */
export function newerFeatures(entry: BankEntry, features: readonly number[]): number | undefined {
  const last = lastObserved(entry);
  return last === undefined ? undefined : countAbove(features, last);
}

export function isStale(entry: BankEntry, features: readonly number[]): boolean {
  return (newerFeatures(entry, features) ?? 0) >= STALE_AFTER;
}

/** Names that differ only in case, spacing or a leading kind are the same. */
export function bankKey(name: string): string {
  return nameOf(name).toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Equal for names of the same entry. */
export function placeOf({ category, name }: EntryName): string {
  return `${category}/${bankKey(name)}`;
}

/** `features` is sorted, so that ten thousand entries cost only ten times as much as one thousand. */
function countAbove(features: readonly number[], last: number): number {
  let [low, high] = [0, features.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((features[middle] ?? 0) > last) high = middle;
    else low = middle + 1;
  }
  return features.length - low;
}

/** A heading without its kind and without a stale mark. */
export function nameOf(title: string): string {
  return title
    .replace(STALE_MARK, "")
    .replace(/^(?:\s*(?:anti-?patterns?|patterns?|heuristics?)\s*:)+\s*/i, "")
    .trim();
}

/** An entry ends before the comments, rules and empty lines between it and the next one. */
function ownLength(section: string): number {
  let end = section.length;
  for (;;) {
    const kept = section.slice(0, end).trimEnd();
    const lineStart = Math.max(kept.lastIndexOf("\n"), kept.lastIndexOf("\r")) + 1;
    const closed = kept.endsWith("-->") ? kept.lastIndexOf("-->", kept.length - 4) : -1; // end of the previous comment
    const opened = kept.endsWith("-->") ? kept.indexOf("<!--", closed + 1) : -1;
    if (opened > 0 && /(?:^|[\r\n])[ \t]*$/.test(kept.slice(Math.max(0, opened - 80), opened))) end = opened;
    else if (lineStart > 0 && /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(kept.slice(lineStart)))
      end = lineStart;
    else return kept.length;
  }
}

/** An unclosed fence or comment swallows the rest of the file: text written below it would become part of it. */
function endBeforeOpenBlock(
  text: string,
  { start, end }: Pick<BankEntry, "start" | "end">,
  own: readonly ProseLine[],
): number {
  const last = own.findLast((line) => line.text.trim() !== "");
  const isHidden = last !== undefined && last.start + last.text.trimEnd().length < end;
  if (!isHidden || readProseLines(`${text.slice(start, end)}\n\nbelow`).at(-1)?.text === "below") return end;
  return start + ownLength(text.slice(start, last.end));
}

/** By label. */
const FIELD_NAMES = {
  "observed in": "provenance",
  source: "provenance",
  "used in": "provenance",
  "discovered in": "provenance",
  confidence: "confidence",
  "last observed": "last observed",
  "observation count": "observation count",
  "also observed": "also observed",
  challenged: "challenged",
  reasoning: "reasoning",
  keywords: "keywords",
} as const;
const NAMES: Readonly<Record<string, FieldName>> = FIELD_NAMES;

const ITEM = /^([-*+][ \t]+)(\*\*)?([A-Za-z][A-Za-z ]{2,20}?)(\*\*)?:(\*\*)?([ \t]*)(.*)$/;

interface Surroundings {
  readonly whole: string;
  readonly entryEnd: number;
}

function readFields(around: Surroundings, lines: readonly ProseLine[]): BankField[] {
  const fields: BankField[] = [];
  for (const [index, { text, start, end }] of lines.entries()) {
    const itemEnd = endOfItem(around, lines, index);
    if (text.startsWith(`- ${STALE_MARK}`)) {
      fields.push({ name: "stale", value: text.slice(2), start: start + 2, end, itemStart: start, itemEnd });
      continue;
    }
    const match = ITEM.exec(text);
    const name = NAMES[match?.[3]?.toLowerCase() ?? ""];
    if (!match || !name) continue;
    const value = match[7] ?? "";
    const valueStart = start + text.length - value.length;
    const trimmed = value.trimEnd();
    const own = { value: trimmed, start: valueStart, end: valueStart + trimmed.length };
    fields.push({ name, ...own, itemStart: start, itemEnd });
  }
  return fields;
}

/** Indented lines and indented code below an item belong to it. */
function endOfItem({ whole, entryEnd }: Surroundings, lines: readonly ProseLine[], index: number): number {
  for (let at = index; ; at++) {
    const end = lines[at]?.end ?? 0;
    const next = lines[at + 1];
    if (!/^[ \t]+\S/.test(whole.slice(end, end + 80))) return end;
    if (next === undefined) return entryEnd;
    if (next.start > end && !/^[ \t]+\S/.test(next.text)) return next.start;
  }
}

function descriptionOf([, ...lines]: readonly ProseLine[]): string {
  const first = lines.findIndex(({ text }) => /^[ \t]*[-*+][ \t]/.test(text));
  const prose = first === -1 ? lines : lines.slice(0, first);
  return prose
    .map(({ text }) => text.trim())
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
