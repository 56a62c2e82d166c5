// Locates the headings, bold labels and prose lines of a Markdown document as offsets into the original text, so that a
// caller can cut or quote a section byte for byte. A `##` inside a fence, a comment, a quote or front matter is not a
// heading. Never rewrites; linear in the length of the text.
import { countUp } from "./count-up.ts";
import { type Block, type Blocks, parseBlocks } from "./markdown-blocks.ts";

export interface Section {
  readonly level: number;
  /** Heading text with its inline marks (`code`, **bold**), on one line. */
  readonly title: string;
  /** 1-based line of the heading. */
  readonly line: number;
  readonly start: number;
  /** Where the next heading of the same or a higher level starts, or the end of the text. */
  readonly end: number;
  /** Everything below the heading up to `end`, deeper sections included. */
  readonly body: string;
}

export interface ProseLine {
  /** Without its line ending. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  /** Where the next line starts. */
  readonly end: number;
}

export interface BoldLabel extends ProseLine {
  /** Without its colon. */
  readonly label: string;
  /** What follows on the same line. */
  readonly value: string;
}

export interface Markdown {
  readonly sections: readonly Section[];
  readonly lines: readonly ProseLine[];
  /** Lines of HTML blocks, which are not prose: a tag, a comment, or `<words in brackets>` alone on a line. */
  readonly html: readonly ProseLine[];
}

/** Sections and prose lines from a single parse of the blocks, for callers that need both. */
export function readMarkdown(text: string): Markdown {
  const parsed = parseBlocks(text);
  return { sections: sectionsOf(text, parsed), lines: proseLinesOf(text, parsed), html: htmlLinesOf(text, parsed) };
}

/** Headings of the document itself; one inside a quote or a list item belongs to that block. */
export function readSections(text: string): Section[] {
  return sectionsOf(text, parseBlocks(text));
}

/** Lines outside code, HTML blocks and front matter. */
export function readProseLines(text: string): ProseLine[] {
  return proseLinesOf(text, parseBlocks(text));
}

function sectionsOf(text: string, { blocks, offsetOf }: Blocks): Section[] {
  const sections: Section[] = [];
  const endOfLevel = new Map([1, 2, 3, 4, 5, 6].map((level) => [level, text.length]));
  for (const { level, title, first, below } of collectHeadings(blocks).reverse()) {
    const start = offsetOf(first);
    const end = endOfLevel.get(level) as number; // a heading has one of the six levels
    sections.push({ level, title, line: first + 1, start, end, body: text.slice(offsetOf(below), end) });
    for (let deeper = level; deeper <= 6; deeper++) endOfLevel.set(deeper, start);
  }
  return sections.reverse();
}

/** Lines starting with `**Label**:` or `**Label:**`, with or without a list dash. */
export function boldLabelsOf(lines: readonly ProseLine[]): BoldLabel[] {
  return lines.flatMap((line) => {
    const match = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*]{1,120})\*\*(.*)$/.exec(line.text);
    if (!match) return [];
    const [, bold, rest] = match as unknown as [string, string, string]; // both groups take part in every match
    const label = bold.trim();
    if (label.endsWith(":")) return [{ ...line, label: label.slice(0, -1).trimEnd(), value: rest.trim() }];
    return rest.startsWith(":") ? [{ ...line, label, value: rest.slice(1).trim() }] : [];
  });
}

function proseLinesOf(text: string, parsed: Blocks): ProseLine[] {
  const hidden = new Set(
    parsed.blocks.filter(({ type }) => NOT_PROSE.has(type)).flatMap(({ first, below }) => countUp(first, below)),
  );
  const shown = countUp(parsed.firstLine, parsed.lineCount).filter((line) => !hidden.has(line));
  return shown.map((line) => lineAt(text, parsed, line));
}

function htmlLinesOf(text: string, parsed: Blocks): ProseLine[] {
  const blocks = parsed.blocks.filter(({ type }) => type === "html_block");
  return blocks.flatMap(({ first, below }) => countUp(first, below).map((line) => lineAt(text, parsed, line)));
}

function lineAt(text: string, { offsetOf }: Blocks, line: number): ProseLine {
  const [start, end] = [offsetOf(line), offsetOf(line + 1)];
  return { text: text.slice(start, end).replace(/[\r\n]+$/, ""), line: line + 1, start, end };
}

const NOT_PROSE = new Set(["fence", "code_block", "html_block"]);

function collectHeadings(blocks: readonly Block[]) {
  const headings: { level: number; title: string; first: number; below: number }[] = [];
  let heading: Block | undefined;
  for (const block of blocks) {
    if (block.type === "heading_open" && block.depth === 0) heading = block;
    else if (heading) {
      const title = block.content.replace(/\s+/g, " ").trim(); // a heading's text follows it immediately
      headings.push({ level: Number(heading.tag.slice(1)), title, first: heading.first, below: heading.below });
      heading = undefined;
    }
  }
  return headings;
}
