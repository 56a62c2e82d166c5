// Acceptance criteria with what shows them, one per line, for a run's rows and for `iflow verify`.
import { columnsOf, cutToColumns, padEndTo } from "../columns.ts";
import type { Terminal } from "../terminal.ts";
import { wrapWords } from "../wrap-words.ts";
import { textWidth } from "./row-layout.ts";
import { inLine } from "./row-texts.ts";

export interface ReceiptRow {
  readonly criterion: string;
  readonly state: "holds" | "fails" | "stale" | "none";
  readonly why: string;
  /** Commands that a person can paste. */
  readonly commands?: readonly string[];
}

/** The row that sums them up. */
export function receiptsRow(rows: readonly ReceiptRow[]): { readonly lead: string; readonly what: string } {
  const holding = rows.filter(({ state }) => state === "holds").length;
  const noun = rows.length === 1 ? "criterion holds" : "criteria hold";
  return { lead: "receipts", what: `${holding} of ${rows.length} ${noun}` };
}

/** Before a merge all are listed; until then, silent when green. */
export function listedRows({ phase, rows }: { readonly phase: string; readonly rows: readonly ReceiptRow[] }) {
  return phase === "finish" ? rows : rows.filter(({ state }) => state !== "holds");
}

const STATE_WIDTH = 5;

/** What holds takes one line. Test titles are words of agents: they stay on their line and in their column. */
export function receiptLines(rows: readonly ReceiptRow[], { columns, paint, marks }: Terminal): string[] {
  const width = Math.max(...rows.map(({ criterion }) => columnsOf(criterion)));
  const colours = { holds: paint.green, stale: paint.yellow, none: paint.yellow, fails: paint.red };
  return rows.flatMap(({ criterion, state, why, commands = [] }) => {
    const indent = 4 + width + 2 + STATE_WIDTH + 2;
    const room = Math.max(20, textWidth(columns) - indent);
    const text = inLine(why);
    const [first = "", ...others] =
      state === "holds" ? [cutToColumns(text, room, marks.ellipsis)] : wrapWords(text, room);
    const name = `    ${padEndTo(width, criterion)}  ${colours[state](state.padEnd(STATE_WIDTH))}  `;
    const below = others.map((line) => `${" ".repeat(indent)}${line}`);
    const pasted = commands.map((command) => `      ${paint.dim(`${marks.arrow} ${inLine(command)}`)}`); // never broken
    return [`${name}${first}`, ...below, ...pasted].map((line) => line.trimEnd());
  });
}
