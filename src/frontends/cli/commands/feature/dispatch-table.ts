// The dispatches of a run as a table: how each was sent, why, and what it cost.
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import { inputOf, type Usage } from "../../../../domain/billing/usage.ts";
import type { FoundOutcome } from "../../../../ports/runs.ts";
import { money, percent, thousands } from "../../screen/numbers.ts";
import { mixedTable } from "../../screen/text-table.ts";

const HEAD = ["#", "role", "round", "sent", "reason", "prompt", "context", "input", "cached", "output", "cost"];
const RIGHT = new Set([0, 2, 5, 6, 7, 8, 9, 10]);

/** `before`: how many dispatches earlier tables have shown, so that each number identifies one dispatch. */
export function dispatchTable(found: readonly FoundOutcome[], before: number): string {
  if (found.length === 0) return "  no dispatch yet";
  const { dispatches, usage, cost } = summarize(found.map(({ outcome }) => outcome));
  const rows = dispatches.map((row) => [
    String(before + row.number),
    row.role,
    String(row.round),
    row.kind,
    row.reason,
    thousands(row.promptChars),
    thousands(row.contextChars),
    ...billCells(row),
  ]);
  const total = ["", "total", "", "", "", "", "", ...billCells({ usage, cost })];
  return mixedTable([HEAD, ...rows, total], (column) => RIGHT.has(column));
}

function billCells({ usage, cost }: { readonly usage: Usage; readonly cost: number | null }): string[] {
  const input = inputOf(usage);
  const tokens = [thousands(input), percent(usage.cacheRead, input), thousands(usage.output)];
  return [...tokens, money(cost ?? undefined, usage.estimated)];
}
