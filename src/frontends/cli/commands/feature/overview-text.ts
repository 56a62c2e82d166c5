// The overview as text: one line per feature for bare `iflow`, a block per feature for `iflow status`. Both fit the width
// they are given, 80 columns at most, and break no word.
import type { Group, Overview, OverviewRow } from "../../../../app/feature/overview.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { count } from "../../screen/numbers.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { firstLine, wrapWords } from "../../screen/wrap-words.ts";

export type Look = Pick<Terminal, "columns" | "marks" | "paint">;

export const GROUPS: readonly (readonly [Group, string])[] = [
  ["waiting", "waits for you"],
  ["running", "runs now"],
  ["ready", "ready"],
];

/** What bare `iflow` prints. */
export function overviewText(overview: Overview, look: Look, print: Print = (own) => own): string {
  if (overview.repository === null) return [...wrapWords(WHAT, look.columns), ...BEGIN.map(print)].join("\n");
  const open = rows(overview, look, print);
  const end = closing(overview).map(print);
  return [header(overview, look), "", ...open, ...(open.length > 0 ? [""] : []), ...end].join("\n");
}

const WHAT = "iflow turns one sentence into a merged feature: agents write, reviewers judge.";
const BEGIN = [
  "See it work, no key needed:     iflow demo",
  'Your own, in a git repository:  iflow run "what you want"',
];

/** `shop · main · 3 features` */
export function header({ repository, branch, features }: Overview, { marks, paint, columns }: Look): string {
  const open = features.filter(({ group }) => group !== "finished");
  const ideas = open.filter(({ phase }) => phase === "brainstorm").length;
  const counted = [
    ...(open.length > ideas ? [count(open.length - ideas, "feature")] : []),
    ...(ideas > 0 ? [count(ideas, "idea")] : []),
  ].join(", ");
  const parts = [repository ?? "", branch ?? "no branch", counted || "nothing under way"].map(withoutControls);
  const text = parts.join(` ${marks.dot} `);
  return columnsOf(text) <= columns ? paint.bold(text) : parts.map((part) => paint.bold(part)).join("\n");
}

const MARGIN = 4;
const GAP = 3;
/** With less room for what a feature is about, its command has a line of its own. */
const LEAST_ROOM = 24;

function rows({ features }: Overview, look: Look, print: Print): string[] {
  const open = features.flatMap((row) =>
    row.group === "finished" ? [] : { ...row, command: row.command === null ? null : print(row.command) },
  );
  const widest = (cell: (row: OverviewRow) => string) => Math.max(0, ...open.map((row) => columnsOf(cell(row))));
  const key = widest((row) => row.key);
  const room = look.columns - MARGIN - key - 2 * GAP - widest(({ command }) => command ?? "");
  const lines = (row: OverviewRow) => (room < LEAST_ROOM ? stacked(row, look) : inLine(row, { key, room }, look));
  return GROUPS.flatMap(([group, title]) => {
    const own = open.filter((row) => row.group === group);
    return own.length === 0 ? [] : [`  ${look.paint.dim(title)}`, ...own.flatMap(lines)];
  });
}

function inLine(
  row: OverviewRow,
  { key, room }: { readonly key: number; readonly room: number },
  look: Look,
): string[] {
  const gap = " ".repeat(GAP);
  const [first = "", ...more] = aboutLines(row, room, look);
  const start = `${" ".repeat(MARGIN)}${padEndTo(key, row.key)}${gap}${padEndTo(room, first)}`;
  const indent = " ".repeat(MARGIN + key + GAP);
  const command = row.command === null ? "" : `${gap}${look.paint.bold(withoutControls(row.command))}`;
  return [`${start}${command}`.trimEnd(), ...more.map((line) => `${indent}${line}`)];
}

function stacked(row: OverviewRow, look: Look): string[] {
  const margin = " ".repeat(MARGIN);
  const about = aboutLines(row, look.columns - MARGIN - 2, look).map((line) => `${margin}  ${line}`);
  const command = row.command === null ? [] : [`${margin}  ${look.paint.bold(withoutControls(row.command))}`];
  return [`${margin}${row.key}`, ...about, ...command];
}

/** Why something waits is often its last word, so it is cut only where it would fill the screen. */
function aboutLines({ about }: OverviewRow, room: number, { marks }: Look): string[] {
  const lines = about.split("\n").flatMap((line) => wrapWords(withoutControls(line), room));
  if (lines.length <= MOST_LINES) return lines;
  const kept = lines.slice(0, MOST_LINES - 1);
  return [...kept, firstLine(lines.slice(MOST_LINES - 1).join(" "), room, marks.ellipsis)];
}

const MOST_LINES = 6;

/** How to start something, and where to look closer. */
export function closing({ features, counts, isSetUp }: Overview): string[] {
  const isNew = features.length === 0 && !isSetUp;
  return [
    ...finishedLine(counts.finished),
    ...(isNew ? ["Set up once:      iflow init"] : []),
    'Start something:  iflow run "what you want"',
    ...(features.some(({ group }) => group !== "finished") ? ["Look closer:      iflow status"] : []),
    "All commands:     iflow --help",
  ];
}

export function finishedLine(finished: number): string[] {
  return finished === 0 ? [] : [`${`${finished} finished:`.padEnd(18)}iflow list --all`];
}
