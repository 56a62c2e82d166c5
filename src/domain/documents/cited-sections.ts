// The sections of a document that ids name, whole: by their heading, or where an item of a list defines the id. Linear
// in the length of the text, however many ids there are.
import { type ProseLine, readMarkdown, type Section } from "../text/markdown.ts";
import { indexSections } from "./section.ts";

/** Empty when the document has none of the ids. */
export function citedSections(text: string, ids: readonly string[]): string {
  const { sections, lines } = readMarkdown(text);
  const find = indexSections(sections);
  const items = itemsOf(lines);
  const found = ids.map((id) => find(id) ?? sectionAt(sections, items.get(keyOf(id))));
  return joinSections(
    text,
    found.filter((section) => section !== undefined),
  );
}

/** In the order of the document; one that is inside another is not repeated. */
export function joinSections(text: string, sections: readonly Section[]): string {
  const places = [...new Set(sections)];
  const outer = places.filter(
    (one) => !places.some((other) => other !== one && other.start <= one.start && one.end <= other.end),
  );
  const sorted = outer.sort((a, b) => a.start - b.start);
  return sorted.map(({ start, end }) => text.slice(start, end).trim()).join("\n\n");
}

/** `- AC-1: …`, `- [ ] **FR-2** …`, `| R3 | …`: where each id is first defined. */
function itemsOf(lines: readonly ProseLine[]): ReadonlyMap<string, number> {
  const items = new Map<string, number>();
  for (const { text, start } of lines) {
    const id = ITEM.exec(text.trimStart().slice(0, LONGEST_START))?.[1];
    if (id !== undefined && !items.has(keyOf(id))) items.set(keyOf(id), start);
  }
  return items;
}

const ITEM = /^(?:[-*+|] ?|\d{1,3}[.)] )?(?:\[[ xX]\] )?[*_`]{0,3}([A-Z]{1,4}-?\d{1,4}[a-z]?)(?![\w-])/;
const LONGEST_START = 40;

/** `AC-1` and `AC1` are one. */
function keyOf(id: string): string {
  return id.replace("-", "").toLowerCase();
}

/** The innermost one. */
function sectionAt(sections: readonly Section[], place: number | undefined): Section | undefined {
  if (place === undefined) return undefined;
  return sections.findLast(({ start, end }) => start <= place && place < end);
}
