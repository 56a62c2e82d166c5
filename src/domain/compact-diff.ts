// A change told in fewer words than a plain diff, for readers who have the text before it in front of them: of a Markdown
// document the changed lines with their changed words, under the heading they stand below; of code a diff with little
// around it. Never shorter by leaving out a change, and the plain diff wherever the marks could be mistaken for text.
import { readSections, type Section } from "./markdown.ts";

export interface MarkdownChange {
  readonly path: string;
  /** As a unified diff. */
  readonly plain: string;
  /** As a word diff (`--word-diff=plain`) without lines around it. */
  readonly words: string;
  /** The document as it is now; undefined when it is gone. */
  readonly text: string | undefined;
}

const HOW_TO_READ = "changed lines only, [-removed-]{+added+}; @@ is the line in the new text and its heading";

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
/** What the text itself has of the marks, and lines that look like the head of a hunk. */
const AMBIGUOUS = /^[+-].*(?:\[-|-\]|\{\+|\+\})|^[+-]@@ /m;

export function printMarkdownChange({ path, plain, words, text }: MarkdownChange): string {
  const lines = words.split("\n");
  const first = lines.findIndex((line) => HUNK.test(line));
  if (first < 0 || text === undefined || AMBIGUOUS.test(withoutHead(plain))) return plain;
  if (hasUnmarked(lines.slice(first))) return plain;
  const compact = `--- ${path} (${HOW_TO_READ})\n${anchorHunks(lines.slice(first), text).join("\n")}`;
  return compact.length < plain.length ? compact : plain;
}

/** Words say nothing of blanks: where lines changed and no word did, only the plain diff shows it. */
function hasUnmarked(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "" && !HUNK.test(line) && !/\[-|-\]|\{\+|\+\}/.test(line));
}

/** The heads of a file's patch say little that the two paths do not. */
export function printCodeChange(patch: string): string {
  return patch.replaceAll(/^diff --git .*\n(?:index .*\n)(?=--- )/gm, "");
}

/** `--- a/path` is no removed line. */
function withoutHead(patch: string): string {
  return patch.slice(Math.max(0, patch.indexOf("\n@@ ")));
}

function anchorHunks(lines: readonly string[], text: string): string[] {
  const sections = readSections(text);
  let above: Section | undefined;
  return lines.map((line) => {
    const place = HUNK.exec(line)?.[1];
    if (place === undefined) return line;
    const section = sections.findLast((one) => one.line <= Number(place));
    const isNew = section !== undefined && section !== above;
    above = section;
    return isNew ? `@@ ${place} ${"#".repeat(section.level)} ${section.title}` : `@@ ${place}`;
  });
}
