// What runs have cost, one line per phase or role: how often agents were dispatched, how, and at what cost.
import type { Bill } from "../../../../domain/billing/bill.ts";
import { inputOf } from "../../../../domain/billing/usage.ts";
import { price, thousands } from "../../screen/numbers.ts";
import { numberTable } from "../../screen/text-table.ts";

const COLUMNS = ["dispatches", "fresh", "resumed", "input", "output", "cost"] as const;

/** Tables below each other with the same columns; the first line of each names what it is grouped by. */
export function billTables(tables: readonly { readonly by: string; readonly lines: readonly NamedBill[] }[]): string {
  const rows = tables.flatMap(({ by, lines }, index) => [
    ...(index > 0 ? [[""]] : []),
    [by, ...COLUMNS],
    ...lines.map(cellsOf),
  ]);
  return numberTable(rows);
}

interface NamedBill extends Bill {
  readonly name: string;
}

function cellsOf({ name, dispatches, fresh, resumed, usage, cost }: NamedBill): string[] {
  const numbers = [dispatches, fresh, resumed].map(String);
  const input = thousands(inputOf(usage));
  return [name, ...numbers, input, thousands(usage.output), price(cost, usage.estimated)];
}
