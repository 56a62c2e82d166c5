// The one printer of tables: cells under each other, as wide as a terminal shows them. No blanks at the end of a line, so that
// it can be copied.
import { columnsOf } from "./columns.ts";

type Rows = readonly (readonly string[])[];

interface TableLook {
  /** Which columns are numbers, which stand to the right. */
  readonly isRight: (column: number) => boolean;
  readonly gap: string;
  readonly margin: string;
}

/** Words under each other. */
export function textTable(rows: Rows): string {
  return printTable(rows, { isRight: () => false, gap: "   ", margin: "" });
}

/** Names on the left, numbers to the right of them; a blank row is a row of one empty cell. */
export function numberTable(rows: Rows): string {
  return mixedTable(rows, (column) => column > 0);
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
        const blanks = " ".repeat((widths[at] ?? 0) - columnsOf(cell));
        return isRight(at) ? blanks + cell : cell + blanks;
      });
      return `${margin}${cells.join(gap)}`.trimEnd();
    })
    .join("\n");
}
