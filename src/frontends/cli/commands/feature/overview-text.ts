// The overview as text: one line per feature for bare `iflow`, a block per feature for `iflow status`. Both fit the width
// they are given, 80 columns at most, and break no word.
import type { Group, Overview, OverviewRow } from "../../../../app/feature/overview.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { count } from "../../screen/numbers.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { firstLine, wrapWords } from "../../screen/wrap-words.ts";

type Look = Pick<Terminal, "columns" | "marks" | "paint">;

export const GROUPS: readonly (readonly [Group, string])[] = [
  ["waiting", "waits for you"],
  ["running", "runs now"],
  ["ready", "ready"],
];

/** What bare `iflow` prints; `program` is what its commands will begin with. */
export function overviewText(overview: Overview, look: Look, program = "iflow"): string {
  if (overview.repository === null) return [...wrapWords(WHAT, look.columns), ...BEGIN].join("\n");
  const open = rows(overview, look, columnsOf(program) - columnsOf("iflow"));
  return [header(overview, look), "", ...open, ...(open.length > 0 ? [""] : []), ...closing(overview)].join("\n");
}

const WHAT = "iflow makes a merged feature of one sentence: agents write, reviewers judge.";
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

function rows({ features }: Overview, look: Look, longer: number): string[] {
  const open = features.filter(({ group }) => group !== "finished");
  const widest = (cell: (row: OverviewRow) => string) => Math.max(0, ...open.map((row) => columnsOf(cell(row))));
  const key = widest((row) => row.key);
  const room = look.columns - MARGIN - key - 2 * GAP - widest(({ command }) => command ?? "") - longer;
  const print = (row: OverviewRow) => (room < LEAST_ROOM ? stacked(row, look) : inLine(row, { key, room }, look));
  return GROUPS.flatMap(([group, title]) => {
    const own = open.filter((row) => row.group === group);
    return own.length === 0 ? [] : [`  ${look.paint.dim(title)}`, ...own.flatMap(print)];
  });
}

function inLine(row: OverviewRow, { key, room }: { readonly key: number; readonly room: number }, look: Look): string {
  const gap = " ".repeat(GAP);
  const about = padEndTo(room, firstLine(withoutControls(row.about), room, look.marks.ellipsis));
  const start = `${" ".repeat(MARGIN)}${padEndTo(key, row.key)}${gap}${about}`;
  return row.command === null ? start.trimEnd() : `${start}${gap}${look.paint.bold(withoutControls(row.command))}`;
}

function stacked(row: OverviewRow, { columns, marks, paint }: Look): string[] {
  const margin = " ".repeat(MARGIN);
  const about = firstLine(withoutControls(row.about), columns - MARGIN - 2, marks.ellipsis);
  const command = row.command === null ? [] : [`${margin}  ${paint.bold(withoutControls(row.command))}`];
  return [`${margin}${row.key}`, `${margin}  ${about}`, ...command];
}

/** How to start something, and where to look closer. */
export function closing({ features, counts, isSetUp }: Overview): string[] {
  const isNew = features.length === 0 && !isSetUp;
  return [
    ...finishedLine(counts.finished),
    ...(isNew ? ["Set up once:      iflow init"] : []),
    'Start something:  iflow run "what you want"',
    ...(features.length > 0 ? ["Look closer:      iflow status"] : []),
    "All commands:     iflow --help",
  ];
}

export function finishedLine(finished: number): string[] {
  return finished === 0 ? [] : [`${`${finished} finished:`.padEnd(18)}iflow list --all`];
}
