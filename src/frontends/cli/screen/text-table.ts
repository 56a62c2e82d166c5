// Rows of words or numbers under each other. The last column is not padded, so that a copied line has no blanks at its end.
import { columnsOf } from "./columns.ts";

export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - columnsOf(cell)))
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names on the left, numbers to the right of them; a blank row is a row of one empty cell. */
export function numberTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => columnsOf(row[at] ?? ""))));
  return rows
    .map((row) => {
      const cells = row.map((cell, at) => {
        const blanks = " ".repeat((widths[at] ?? 0) - columnsOf(cell));
        return at === 0 ? cell + blanks : blanks + cell;
      });
      return `  ${cells.join("  ")}`.trimEnd();
    })
    .join("\n");
}
