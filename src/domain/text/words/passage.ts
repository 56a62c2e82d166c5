// Replacing a passage of a text by its exact words, and saying what is there instead when it does not stand in it. Whoever
// asked cannot see the text: the answer must let them correct their words without reading everything again.

export interface Replacement {
  readonly old: string;
  readonly new: string;
  /** Every occurrence, not only one. */
  readonly all: boolean;
}

export type Replaced = { readonly text: string; readonly places: number } | { readonly problem: string };

export function replacePassage(text: string, wanted: Replacement): Replaced {
  const { old, replacement } = fitLineEnds(text, wanted.old, wanted.new);
  if (old === replacement) return { problem: "`old` and `new` are the same" };
  const parts = text.split(old);
  const places = parts.length - 1;
  if (places === 0) return { problem: explainMissing(text, wanted.old) };
  if (places > 1 && !wanted.all) {
    const lines = linesOf(parts, old);
    const shown = `${lines.slice(0, MOST_PLACES).join(", ")}${lines.length > MOST_PLACES ? ", …" : ""}`;
    return { problem: `\`old\` stands in it ${places} times, at lines ${shown}; give more around it, or set \`all\`` };
  }
  return { text: parts.join(replacement), places };
}

/** As they are shown when a file is read. */
export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, place) => `${first + place}\t${line.replace(/\r$/, "")}`).join("\n");
}

const MOST_PLACES = 12;

/** Those in which the occurrences begin. */
function linesOf(parts: readonly string[], old: string): number[] {
  let line = 1;
  return parts.slice(0, -1).map((part) => {
    line += countBreaks(part);
    const at = line;
    line += countBreaks(old);
    return at;
  });
}

const countBreaks = (text: string) => text.split("\n").length - 1;

/** A model writes plain line endings; a file may have others, and keeps them. */
function fitLineEnds(text: string, old: string, replacement: string): { old: string; replacement: string } {
  if (text.includes(old) || !text.includes("\r\n") || old.includes("\r")) return { old, replacement };
  return { old: old.replaceAll("\n", "\r\n"), replacement: replacement.replaceAll(/\r?\n/g, "\r\n") };
}

function explainMissing(text: string, old: string): string {
  const numbered = old.replaceAll(/^ *\d+\t/gm, "");
  if (numbered !== old && text.includes(numbered)) return "`old` has line numbers in it; they are not part of the text";
  const lines = text.split("\n");
  const wanted = old.split("\n");
  if (wanted.at(-1) === "") wanted.pop();
  const show = (start: number) =>
    numberLines(lines.slice(start, start + Math.min(wanted.length, MOST_LINES)), start + 1);
  const alike = findAlike(lines, wanted);
  if (alike !== undefined) {
    return `\`old\` does not stand in it; these lines differ from it only in white space:\n${show(alike)}\n`;
  }
  const nearest = findNearest(lines, wanted);
  if (nearest === undefined) return "`old` does not stand in it, and nothing like it; read it again";
  return `\`old\` does not stand in it; nearest to it are these lines:\n${show(nearest)}\n`;
}

const MOST_LINES = 20;

const squeeze = (line: string) => line.trim().replaceAll(/\s+/g, " ");

function findAlike(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const [have, want] = [lines.map(squeeze), wanted.map(squeeze)];
  if (want.every((line) => line === "")) return undefined;
  const start = have.findIndex((_, place) => want.every((line, step) => have[place + step] === line));
  return start < 0 ? undefined : start;
}

/** Where the passage would begin, judged by its longest line; undefined when no line is much like it. */
function findNearest(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((best, line, place) => (line.length > (wanted[best] ?? "").length ? place : best), 0);
  const pairs = pairsOf(wanted[longest] ?? "");
  let best: { readonly place: number; readonly score: number } = { place: -1, score: LEAST_ALIKE };
  lines.forEach((line, place) => {
    const score = likeness(pairs, pairsOf(line));
    if (score > best.score) best = { place, score };
  });
  return best.place < 0 ? undefined : Math.max(0, best.place - longest);
}

const LEAST_ALIKE = 0.5;
const LONGEST_LINE = 300;

function pairsOf(line: string): Set<string> {
  const text = squeeze(line).slice(0, LONGEST_LINE);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, place) => text.slice(place, place + 2)));
}

/** The share of pairs of letters that both have, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
}
