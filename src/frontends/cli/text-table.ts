// Rows of words under each other. The last column is not padded, so that a copied line has no blanks at its end.
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
