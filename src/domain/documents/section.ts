// Finds the section of a document that an id names (`C1`, `1.1`, `Step 3`), so that a task can be handed that section
// instead of the whole document. A heading that starts with the id wins over one that only mentions it, and an id must
// match to the end of its word: `1.1` is not `1.10`. Never changes the text; linear in its length.
import type { Section } from "../text/markdown.ts";
import { plainText } from "./artifact-sections.ts";

/** The section for the first spelling found in a heading; shortened ids are tried after all spellings. */
export type FindSection = (...spellings: string[]) => Section | undefined;

/** For many ids in one document: only checks headings that share a run of digits or letters with the id. */
export function indexSections(sections: readonly Section[]): FindSection {
  const index = new Map<string, Titled[]>();
  for (const [position, section] of sections.entries()) {
    const titled = readTitle(section, position === 0 && section.level === 1);
    for (const run of new Set(runsOf(titled.text))) addTo(index, run, titled);
  }

  const found = new Map<string, Section | undefined>();
  return (...spellings) => {
    const key = spellings.join("\n");
    if (!found.has(key)) {
      const ids = spellings.map((id) => plainText(id.replace(/\s+/g, " ")).toLowerCase()).filter((id) => id !== "");
      found.set(key, firstOf(ids, (id) => findDirect(index, id)) ?? firstOf(ids, (id) => findByPrefix(index, id)));
    }
    return found.get(key);
  };
}

interface Titled {
  readonly section: Section;
  /** Lower case, without marks. */
  readonly text: string;
  /** The same from each point where an id may start: the beginning, after a number, after a word such as Component. */
  readonly starts: readonly string[];
  readonly isDocumentTitle: boolean;
}
type Index = ReadonlyMap<string, readonly Titled[]>;

function readTitle(section: Section, isDocumentTitle: boolean): Titled {
  const text = plainText(section.title).toLowerCase();
  const unnumbered = text.replace(/^\d+(?:\.\d+)*[.):]?\s+/, "");
  const starts = new Set([text, unnumbered].flatMap((start) => [start, start.replace(KIND_WORD, "")]));
  return { section, text, starts: [...starts], isDocumentTitle };
}

const KIND_WORD = new RegExp(
  `^(?:${[
    ["component", "interface", "technical decision", "decision", "plan item", "plan step", "item", "step", "phase"],
    ["stage", "task", "part", "section", "bundle", "group", "track", "milestone", "batch", "wave", "requirement"],
    ["risk", "criterion", "acceptance criterion", "deliverable", "module", "story", "user story"],
  ]
    .flat()
    .join("|")})s?(?![a-z])[\\s:#-]*`,
);

function addTo(index: Map<string, Titled[]>, run: string, titled: Titled): void {
  const list = index.get(run);
  if (list) list.push(titled);
  else index.set(run, [titled]);
}

function runsOf(text: string): string[] {
  return text.match(/\p{N}+|\p{L}+/gu) ?? [];
}

function firstOf(ids: readonly string[], find: (id: string) => Section | undefined): Section | undefined {
  for (const id of ids) {
    const found = find(id);
    if (found) return found;
  }
  return undefined;
}

function findDirect(index: Index, id: string): Section | undefined {
  const spellings = spellingsOf(id);
  const isInside = ({ text, isDocumentTitle }: Titled) =>
    // the document's title mentions many things and would hand over the whole document
    !isDocumentTitle && spellings.some((spelling) => mentions(text, spelling));
  return findAtStart(index, id) ?? candidatesFor(index, id).find(isInside)?.section;
}

/** `1A.1` falls back to `1A`, `10b` to `10`. Many headings mention a bare number, so it must stand at the start. */
function findByPrefix(index: Index, id: string): Section | undefined {
  return firstOf(prefixesOf(id), (prefix) =>
    /^\d+$/.test(prefix) ? findAtStart(index, prefix) : findDirect(index, prefix),
  );
}

const LONGEST_ID = 60;

/** Longest first. */
function prefixesOf(id: string): string[] {
  if (id.length > LONGEST_ID) return [];
  const prefixes = /\d[a-z]$/.test(id) ? [id.slice(0, -1)] : [];
  for (let end = id.lastIndexOf("."); end > 0; end = id.lastIndexOf(".", end - 1)) prefixes.push(id.slice(0, end));
  return prefixes;
}

function findAtStart(index: Index, id: string): Section | undefined {
  const spellings = spellingsOf(id);
  const isAtStart = ({ starts }: Titled) =>
    starts.some((start) => spellings.some((spelling) => start.startsWith(spelling) && endsAt(start, spelling.length)));
  return candidatesFor(index, id).find(isAtStart)?.section;
}

/** Digits are the same in every spelling of an id; its letters may be spelled out. */
function candidatesFor(index: Index, id: string): readonly Titled[] {
  const runs = runsOf(id);
  const digits = runs.filter((run) => /\p{N}/u.test(run));
  const lists = (digits.length > 0 ? digits : runs).map((run) => index.get(run) ?? []);
  return lists.reduce((shortest, list) => (list.length < shortest.length ? list : shortest), lists[0] ?? []);
}

/** What the letters of an id stand for where the document spells them out: `C10` and `Component 10` are one. */
const SPELLED_OUT: Readonly<Record<string, readonly string[]>> = {
  c: ["component"],
  i: ["interface"],
  td: ["technical decision", "decision"],
  d: ["decision"],
  r: ["risk", "requirement"],
  ac: ["acceptance criterion"],
  pi: ["plan item", "item"],
};

function spellingsOf(id: string): string[] {
  const lettered = /^([a-z]{1,4})[- ]?(\d[\w.-]*)$/.exec(id);
  const spelled = /^(\p{L}+(?: \p{L}+)?)[ -]#?(\d[\w.-]*)$/u.exec(id);
  const letters = Object.keys(SPELLED_OUT).find((short) => SPELLED_OUT[short]?.includes(spelled?.[1] ?? ""));
  const [short, number] = letters ? [letters, spelled?.[2]] : [lettered?.[1], lettered?.[2]];
  if (short === undefined || number === undefined) return [id];
  const words = (SPELLED_OUT[short] ?? []).flatMap((word) => [`${word} `, `${word} #`]);
  return [short, `${short}-`, `${short} `, ...words].map((start) => `${start}${number}`);
}

function mentions(text: string, spelling: string): boolean {
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
    if (startsAt(text, at) && endsAt(text, at + spelling.length)) return true;
  }
  return false;
}

/** `1` does not start in `2.1` or `AC-1`. */
function startsAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  return !/[\p{L}\p{N}_]$|[\p{L}\p{N}][.-]$/u.test(before);
}

/** `1.1` does not end in `1.10`, `1.1a` or `1.1.2`. */
function endsAt(text: string, at: number): boolean {
  return !/^(?:[\p{L}\p{N}_]|[.-]\p{N})/u.test(text.slice(at, at + 2));
}
