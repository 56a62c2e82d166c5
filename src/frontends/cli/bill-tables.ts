// What runs have cost, one line a phase or a role: how often agents were sent out, how, and for what.
import type { BillLine } from "../../app/bill.ts";
import { money, thousands } from "./numbers.ts";

const COLUMNS = ["dispatches", "fresh", "resumed", "input", "output", "cost"] as const;

/** Tables below each other with the same columns; the first line of each names what it is by. */
export function billTables(tables: readonly { readonly by: string; readonly lines: readonly BillLine[] }[]): string {
  const rows = tables.flatMap(({ by, lines }, index) => [
    ...(index > 0 ? [[""]] : []),
    [by, ...COLUMNS],
    ...lines.map(cellsOf),
  ]);
  const widths = ["", ...COLUMNS].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => `  ${cells.join("  ")}`.trimEnd())
    .join("\n");
}

function cellsOf({ name, dispatches, fresh, resumed, usage, cost }: BillLine): string[] {
  const numbers = [dispatches, fresh, resumed].map(String);
  const input = thousands(usage.input + usage.cacheRead + usage.cacheWrite);
  return [name, ...numbers, input, thousands(usage.output), money(cost ?? undefined, usage.estimated)];
}
