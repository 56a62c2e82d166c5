// The dispatches of a run as a table: how each was sent, why, and what it cost.
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { inputOf } from "../../../../domain/billing/usage.ts";
import { money, percent, thousands } from "../../screen/numbers.ts";
import { mixedTable } from "../../screen/text-table.ts";

const HEAD = ["#", "role", "round", "sent", "reason", "prompt", "context", "input", "cached", "output", "cost"];
const RIGHT = new Set([0, 2, 5, 6, 7, 8, 9, 10]);

/** `before`: how many dispatches earlier tables have shown, so that each number identifies one dispatch. */
export function dispatchTable(outcomes: readonly Outcome[], before = 0): string {
  if (outcomes.length === 0) return "  no dispatch yet";
  const { dispatches, usage, cost } = summarize(outcomes);
  const rows = dispatches.map((row) => [
    String(before + row.number),
    row.role,
    String(row.round),
    row.kind,
    row.reason,
    thousands(row.promptChars),
    thousands(row.contextChars),
    thousands(inputOf(row.usage)),
    percent(row.usage.cacheRead, inputOf(row.usage)),
    thousands(row.usage.output),
    money(row.cost ?? undefined, row.usage.estimated),
  ]);
  const input = inputOf(usage);
  const total = [
    "",
    "total",
    "",
    "",
    "",
    "",
    "",
    thousands(input),
    percent(usage.cacheRead, input),
    thousands(usage.output),
    money(cost ?? undefined, usage.estimated),
  ];
  return mixedTable([HEAD, ...rows, total], (column) => RIGHT.has(column));
}
