// The table of a bill: how often agents were asked, the tokens, what it cost, and what fresh agents every time would have.
import type { CostRow, Grouping } from "../../../../domain/billing/cost-report.ts";
import { percent, price, thousands } from "../../screen/numbers.ts";
import { fitColumns, numberTable } from "../../screen/text-table.ts";

const COLUMNS = ["asked", "input", "read", "written", "output", "cached", "cost", "if fresh"];

/** Input is read and written and the rest: it stays. */
const EXPENDABLE = ["written", "read", "output", "cached", "asked"];

export function costTable(by: Grouping, rows: readonly CostRow[], total: CostRow, columns: number): string {
  return numberTable(fitColumns([[by, ...COLUMNS], ...rows.map(cellsOf), cellsOf(total)], columns, EXPENDABLE));
}

function cellsOf(row: CostRow): string[] {
  const { input, read, written, output, cached, cost, unpriced, estimated, freshCost } = row;
  return [
    row.name,
    row.dispatches === 0 ? "-" : String(row.dispatches),
    ...[input + read + written, read, written, output].map(thousands),
    cached === null ? "-" : percent(cached, 1),
    price(cost, estimated, unpriced),
    price(freshCost, true, unpriced),
  ];
}
