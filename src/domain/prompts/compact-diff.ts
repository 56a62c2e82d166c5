// Prints a change in fewer words than a plain diff, for readers who already have the earlier text: for a Markdown
// document the changed lines with their changed words, under their heading; for code a diff with little context. Never
// omits a change to be shorter, and uses the plain diff wherever the marks could be mistaken for text.
import { readSections, type Section } from "../text/markdown.ts";
import { type Hunk, markLines } from "./word-diff.ts";

export interface MarkdownChange {
  readonly path: string;
  /** As a unified diff. */
  readonly plain: string;
  /** As a word diff (`--word-diff=plain`) without context lines. */
  readonly words: string;
  /** The current document; undefined when it was deleted. */
  readonly text: string | undefined;
}

const HOW_TO_READ = "changed lines only, [-removed-]{+added+}; @@ is the line in the new text and its heading";

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** Marks in the text itself, lines that look like the head of a hunk, and a text without a final newline. */
const AMBIGUOUS = /^[+-].*(?:\[-|-\]|\{\+|\+\})|^[+-]@@ |^\\ /s;

export function printMarkdownChange({ path, plain, words, text }: MarkdownChange): string {
  const patch = withoutHead(plain).split("\n");
  if (text === undefined || patch.some((line) => AMBIGUOUS.test(line))) return plain;
  const hunks = readHunks(words, patch);
  if (hunks === undefined || hunks.length === 0) return plain;
  const compact = `--- ${path} (${HOW_TO_READ})\n${anchorHunks(hunks, text).join("\n")}\n`;
  return compact.length < plain.length ? compact : plain;
}

interface PlacedHunk extends Hunk {
  /** Its line in the new text. */
  readonly place: number;
}

/** The words of each place with the lines the plain diff has for it; undefined if the two disagree. */
function readHunks(words: string, patch: readonly string[]): PlacedHunk[] | undefined {
  const [removed, added] = ["-", "+"].map((sign) =>
    patch.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])),
  ) as [string[], string[]]; // one for each sign
  const lines = words.replace(/\n$/, "").split("\n");
  const heads = lines.flatMap((line, index) => {
    const head = HUNK.exec(line);
    return head ? [{ head, index }] : [];
  });
  const hunks = heads.map(({ head: [, before = "1", place, after = "1"], index }, number) => ({
    place: Number(place),
    printed: lines.slice(index + 1, heads[number + 1]?.index),
    before: removed.splice(0, Number(before)),
    after: added.splice(0, Number(after)),
  }));
  return removed.length + added.length === 0 ? hunks : undefined;
}

/** Drops the head of each file's patch, which says little more than the two paths. */
export function printCodeChange(patch: string): string {
  return patch.replaceAll(/^diff --git .*\n(?:index .*\n)(?=--- )/gm, "");
}

/** `--- a/path` is not a removed line. */
function withoutHead(patch: string): string {
  return patch.slice(Math.max(0, patch.indexOf("\n@@ ")));
}

function anchorHunks(hunks: readonly PlacedHunk[], text: string): string[] {
  const sections = readSections(text);
  let above: Section | undefined;
  return hunks.flatMap((hunk) => {
    const { place } = hunk;
    const section = sections.findLast((one) => one.line <= place);
    const isNew = section !== undefined && section !== above;
    above = section;
    const head = isNew ? `@@ ${place} ${"#".repeat(section.level)} ${section.title}` : `@@ ${place}`;
    return [head, ...markLines(hunk)];
  });
}
