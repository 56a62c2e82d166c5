// The block structure of a Markdown document, as line ranges of the original text: GitHub's reading of blocks
// (CommonMark and tables), without the inline rules. Skips a byte order mark and front matter. The only importer of
// markdown-it; never renders.
import MarkdownIt from "markdown-it";

export interface Block {
  /** The type as markdown-it names it: `heading_open`, `inline`, `fence` … */
  readonly type: string;
  readonly tag: string;
  readonly depth: number;
  /** Raw text, including inline marks. */
  readonly content: string;
  /** First line, and the line below the last one, counted from 0. */
  readonly first: number;
  readonly below: number;
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly lineCount: number;
  /** Where the document begins, below any front matter. */
  readonly firstLine: number;
  /** Start of a line; the end of the text for a line past the last one. */
  offsetOf(line: number): number;
}

const parser = new MarkdownIt("commonmark").enable("table");
parser.core.ruler.enableOnly(["normalize", "block"]);

export function parseBlocks(text: string): Blocks {
  const lineStarts = computeLineStarts(text);
  const offsetOf = (line: number) => lineStarts[line] ?? text.length;
  const firstLine = countFrontMatterLines(text, lineStarts.length, offsetOf);
  const blocks: Block[] = [];
  for (const { type, tag, level, content, map } of parser.parse(hideInnerFences(text.slice(offsetOf(firstLine))), {})) {
    if (map) blocks.push({ type, tag, depth: level, content, first: map[0] + firstLine, below: map[1] + firstLine });
  }
  return { blocks, lineCount: lineStarts.length, firstLine, offsetOf };
}

/** A byte order mark belongs to no line, and the empty string after the last line ending is not a line. */
function computeLineStarts(text: string): number[] {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (const ending of text.matchAll(/\r\n?|\n/g)) starts.push(ending.index + ending[0].length);
  if (starts.at(-1) === text.length) starts.pop();
  return starts;
}

/** If the front matter were parsed, its closing `---` would turn the last key into a heading. */
function countFrontMatterLines(text: string, lineCount: number, offsetOf: (line: number) => number): number {
  const lineAt = (line: number) => text.slice(offsetOf(line), offsetOf(line + 1)).trimEnd();
  if (lineAt(0) !== "---" || !/^[A-Za-z_][\w-]*:/.test(lineAt(1))) return 0;
  for (let line = 2; line < lineCount; line++) {
    if (/^(?:---|\.\.\.)$/.test(lineAt(line))) return line + 1;
  }
  return 0;
}

/**
 * Strictly by CommonMark, a `markdown` fence that quotes another fence of the same length is closed by the end of the
 * quoted one, and a stray fence then swallows the sections that follow. Authors mean the nesting, so the inner fences
 * are blanked before the parse; only line numbers are read from the result.
 */
function hideInnerFences(text: string): string {
  let outer: { mark: string; quotesMarkdown: boolean; open: number; inner: RegExpExecArray[] } | undefined;
  const hidden: RegExpExecArray[] = [];
  for (const fence of text.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*([^\r\n]*)/gm)) {
    const [, mark, info] = fence as unknown as [string, string, string]; // both groups take part in every match
    if (!outer) {
      if (!info.includes("`")) outer = { mark, quotesMarkdown: /^(?:markdown|md)\b/i.test(info), open: 0, inner: [] };
    } else if (mark.startsWith(outer.mark)) {
      const opens = info.trim() !== "" || (outer.quotesMarkdown && outer.open === 0 && looksOpening(text, fence));
      if (!opens && outer.open === 0) {
        for (const inner of outer.inner) hidden.push(inner);
        outer = undefined;
      } else if (outer.quotesMarkdown) {
        outer.open += opens ? 1 : -1;
        outer.inner.push(fence);
      }
    }
  }

  let visible = "";
  let from = 0;
  for (const fence of hidden) {
    visible += text.slice(from, fence.index);
    from = fence.index + fence[0].length;
  }
  return visible + text.slice(from);
}

/** A bare fence below an empty line or a colon, with text right below it, opens a block; a closing one does not. */
function looksOpening(text: string, { index, 0: fence }: RegExpExecArray): boolean {
  const before = text.slice(text.lastIndexOf("\n", index - 2) + 1, Math.max(0, index - 1)).trim();
  const below = index + fence.length;
  const next = /^\r?\n[ \t]*([^\s`~])/.exec(text.slice(below, below + 200));
  return next !== null && /^$|:[*_]*$/.test(before);
}
