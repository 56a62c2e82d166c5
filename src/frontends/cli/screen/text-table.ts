// Tables: each column is as wide as its widest cell on a terminal. No blanks at the end of a line, so it can be copied.
// Rows that are printed one by one, such as a run's or the doctor's, have columns of fixed width and are no table.
import { columnsOf, padEndTo, padStartTo } from "./columns.ts";
import { textWidth } from "./rows/row-layout.ts";
import { hangWords } from "./wrap-words.ts";

type Rows = readonly (readonly string[])[];

interface TableLook {
  /** Which columns hold numbers, which are right-aligned. */
  readonly isRight: (column: number) => boolean;
  readonly gap: string;
  readonly margin: string;
}

/** Left-aligned columns of words. */
export function textTable(rows: Rows): string {
  return printTable(rows, { isRight: () => false, gap: "   ", margin: "" });
}

/** The same as lines, with a painted head. */
export function titledTable(paint: (head: string) => string, rows: Rows): string[] {
  const [head = "", ...lines] = textTable(rows).split("\n");
  return [paint(head), ...lines];
}

/**
 * The same, where the last column is a text: it keeps its column and continues below itself. Of the columns beside it, those
 * that leave it too little room go, least important first. One string for each row.
 */
export function textsTable(rows: Rows, columns: number, expendable: readonly string[]): string[] {
  const allFacts = rows.map((row) => row.slice(0, -1));
  const facts = fitColumns(allFacts, columns - LEAST_TEXT, expendable);
  const beside = textTable(facts.map((row) => [...row, "|"])).split("\n");
  return rows.map((row, at) => {
    const head = beside[at]?.slice(0, -1) ?? "";
    return hangWords(head, row.at(-1) ?? "", textWidth(columns))
      .join("\n")
      .trimEnd();
  });
}

/** With the gap before it. */
const LEAST_TEXT = 27;

/** Names on the left, right-aligned numbers beside them; a blank row is a row with one empty cell. */
export function numberTable(rows: Rows): string {
  return mixedTable(rows, (column) => column > 0);
}

/**
 * Without the columns that do not fit, least important first; the first row names them. What is left may still be too
 * wide: no cell is cut.
 */
export function fitColumns(rows: Rows, columns: number, expendable: readonly string[]): string[][] {
  let left = rows.map((row) => [...row]);
  for (const name of expendable) {
    if (widthOf(left) <= textWidth(columns)) return left;
    const at = left[0]?.indexOf(name) ?? -1;
    if (at >= 0) left = left.map((row) => row.filter((_, index) => index !== at));
  }
  return left;
}

/** With the widest gap and margin that a table has. */
function widthOf(rows: Rows): number {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => columnsOf(row[at] ?? ""))));
  return widths.reduce((sum, width) => sum + width, 3 * Math.max(0, columns - 1));
}

export function mixedTable(rows: Rows, isRight: TableLook["isRight"]): string {
  return printTable(rows, { isRight, gap: "  ", margin: "  " });
}

function printTable(rows: Rows, { isRight, gap, margin }: TableLook): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => columnsOf(row[at] ?? ""))));
  return rows
    .map((row) => {
      const cells = row.map((cell, at) => {
        const width = widths[at] ?? 0;
        return isRight(at) ? padStartTo(width, cell) : padEndTo(width, cell);
      });
      return `${margin}${cells.join(gap)}`.trimEnd();
    })
    .join("\n");
}
