// A terminal's text as a picture that scales: docs/images/*.svg. Every word stands at its own column, so that the columns
// are straight in any font.

export interface Scheme {
  readonly background: string;
  readonly border: string;
  readonly text: string;
  readonly quiet: string;
  readonly good: string;
  readonly bad: string;
}

export const LIGHT: Scheme = {
  ...{ background: "#ffffff", border: "#d1d9e0", text: "#1f2328" },
  ...{ quiet: "#59636e", good: "#1a7f37", bad: "#cf222e" },
};
export const DARK: Scheme = {
  ...{ background: "#0d1117", border: "#3d444d", text: "#f0f6fc" },
  ...{ quiet: "#9198a1", good: "#3fb950", bad: "#ff7b72" },
};

const COLUMNS = 80;
const COLUMN = 8.4;
const LINE = 20;
const MARGIN = 20;

export function printPicture(text: string, title: string, scheme: Scheme): string {
  const lines = text.trimEnd().split("\n");
  const [width, height] = [2 * MARGIN + COLUMNS * COLUMN, 2 * MARGIN + lines.length * LINE];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styleOf(scheme)}</style>`,
    `<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...lines.flatMap((line, row) => piecesOf(line).map((piece) => printPiece(piece, row))),
    "</svg>",
  ]
    .join("\n")
    .concat("\n");
}

function styleOf({ background, border, text, quiet, good, bad }: Scheme): string {
  return [
    `.window{fill:${background};stroke:${border}}`,
    `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${text};white-space:pre}`,
    `.strong{font-weight:bold}.quiet{fill:${quiet}}.good{fill:${good}}.bad{fill:${bad}}`,
  ].join("");
}

interface Piece {
  readonly column: number;
  readonly words: string;
  readonly look: string;
}

/** Marks and groups of words with one blank between them. */
function piecesOf(line: string): Piece[] {
  return [...line.matchAll(/[✓✗](?= )|\S+(?: \S+)*/gu)].map(({ 0: words, index }) => ({
    words,
    column: index,
    look: lookOf(words, line),
  }));
}

/** As a terminal shows it: colour for marks alone, where one is and what ended stands out. */
function lookOf(words: string, line: string): string {
  if (words === "✓") return "good";
  if (words === "✗") return "bad";
  if (words === "…") return "quiet";
  if (/^ +✗/.test(line) && /^\d+ (?:blocker|warning)/.test(words)) return "bad";
  if (/^\$ /.test(line) || /^(?:\S+ {3}\d\/\d|✓|\d{3}-)/.test(line)) return "strong";
  if (/^(?:round \d+|[+−]\d+.*|\d+ lines)$/u.test(words)) return "quiet";
  return "";
}

function printPiece({ column, words, look }: Piece, row: number): string {
  const at = `x="${round(MARGIN + column * COLUMN)}" y="${MARGIN + (row + 0.75) * LINE}"`;
  const length = `textLength="${round([...words].length * COLUMN)}"`;
  return `<text ${at} ${length}${look === "" ? "" : ` class="${look}"`}>${escaped(words)}</text>`;
}

function round(number: number): number {
  return Math.round(10 * number) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
