// The dispatches of a run as a table: how each was sent, why, and what it cost.
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import { inputOf, type Usage } from "../../../../domain/billing/usage.ts";
import type { FoundOutcome } from "../../../../ports/runs.ts";
import { percent, price, thousands } from "../../screen/numbers.ts";
import { fitColumns, mixedTable } from "../../screen/text-table.ts";

const HEAD = ["#", "role", "round", "sent", "reason", "prompt", "context", "input", "cached", "output", "cost"];
const LEFT = new Set(["role", "sent", "reason"]);
/** What a narrow terminal does without; `--json` has everything. */
const EXPENDABLE = ["context", "prompt", "reason", "output", "cached", "round"];

/** `before`: how many dispatches earlier tables have shown, so that each number identifies one dispatch. */
export function dispatchTable(found: readonly FoundOutcome[], before: number, columns: number): string {
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
  const fitting = fitColumns([HEAD, ...rows, total], columns, EXPENDABLE);
  return mixedTable(fitting, (column) => !LEFT.has(fitting[0]?.[column] ?? ""));
}

function billCells({ usage, cost }: { readonly usage: Usage; readonly cost: number | null }): string[] {
  const input = inputOf(usage);
  const tokens = [thousands(input), percent(usage.cacheRead, input), thousands(usage.output)];
  return [...tokens, price(cost, usage.estimated)];
}
