// The ids of a spec's acceptance criteria, and which of them a text cites: `AC-3`, `AC-1/2/3`, `AC-1 through AC-6`.
import type { Markdown } from "../text/markdown.ts";

export interface Criterion {
  /** As the spec writes it. */
  readonly id: string;
  readonly line: number;
  /** The requirements it belongs to: named beside its id, or by the heading above it. */
  readonly requirements: readonly string[];
}

/** The first place where an id opens a heading, an item, a table row or a paragraph. Deferred criteria are left out. */
export function readCriteria({ sections, lines }: Markdown): Criterion[] {
  const found = new Map<string, Criterion>();
  const headings = new Map(sections.map(({ line, title }) => [line, title]));
  let heading = "";
  for (const { text, line } of lines) {
    const id = DEFINITION.exec(text)?.[1];
    heading = headings.get(line) ?? heading;
    if (id === undefined || found.has(criterionKey(id)) || PUT_OFF.test(text)) continue;
    const beside = /\(([^()]{1,80})\)/.exec(text.slice(0, 120))?.[1] ?? "";
    found.set(criterionKey(id), { id, line, requirements: `${heading} ${beside}`.match(REQUIREMENT) ?? [] });
  }
  return [...found.values()];
}

const PUT_OFF = /\b(?:deferred|out of scope|future (?:scope|work|use|feature)|not testable)\b/i;
const REQUIREMENT = /\b(?:N?FR|REQ|R|US)-?\d+(?:\.\d+)*[a-z]?\b/g;
const DEFINITION =
  /^\s*(?:#{1,6}\s+|[-*+]\s+|\|\s*|\d+[.)]\s+)?(?:\[[ xX]\]\s+)?[*_`]*(AC[- ]?\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*)(?![\p{L}\p{N}_])/u;

/** `AC-3`, `AC 3` and `ac3` are the same. */
export function criterionKey(id: string): string {
  return id.toLowerCase().replace(/[- ]/g, "");
}

const NUMBER = String.raw`\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*`;
const JOIN = String.raw`\s?(?:[,/&+]|and|through|to|\.\.+|–|-)\s?`;
const CITED = new RegExp(String.raw`\bAC[- ]?${NUMBER}(?:${JOIN}(?:AC[- ]?)?${NUMBER})*`, "g");
const LONGEST_RANGE = 100;

/** Keys of all criteria a text mentions, including in code and tables. */
export function citedCriteria(text: string): Set<string> {
  const cited = new Set<string>();
  for (const [list] of text.matchAll(CITED)) {
    let [previous, end] = [Number.NaN, 0];
    for (const { 0: number, index } of list.matchAll(new RegExp(NUMBER, "g"))) {
      cited.add(`ac${number.toLowerCase()}`);
      const isRange = /^\s?(?:through|to|\.\.+|–|-)\s?(?:AC[- ]?)?$/.test(list.slice(end, index));
      const last = Math.min(Number(number), previous + LONGEST_RANGE);
      if (isRange) for (let between = previous + 1; between < last; between++) cited.add(`ac${between}`);
      [previous, end] = [Number(number), index + number.length];
    }
  }
  return cited;
}
