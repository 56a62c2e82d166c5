// The dispatches of a run as a table: how each was sent, why, and what it cost.
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import { inputOf, type Usage } from "../../../../domain/billing/usage.ts";
import type { FoundOutcome } from "../../../../ports/runs/runs.ts";
import { percent, price, thousands } from "../../screen/numbers.ts";
import { fitColumns, mixedTable } from "../../screen/text-table.ts";

const LEFT = new Set(["role", "sent", "effort", "reason"]);
/** What a narrow terminal does without; `--json` has everything. */
const EXPENDABLE = ["context", "prompt", "reason", "output", "cached", "round", "effort"];

/** `before`: how many dispatches earlier tables have shown, so that each number identifies one dispatch. */
export function dispatchTable(found: readonly FoundOutcome[], before: number, columns: number): string {
  if (found.length === 0) return "  no dispatch yet";
  const { dispatches, usage, cost, unpriced } = summarize(found.map(({ outcome }) => outcome));
  const isTold = found.some(({ outcome }) => outcome.effort !== undefined); // scripts and other agents are told none
  const told = (word: string) => (isTold ? [word] : []);
  const head = ["#", "role", "round", "sent", ...told("effort"), "reason", "prompt", "context"];
  const rows = dispatches.map((row, index) => [
    String(before + row.number),
    `${row.role}${found[index]?.outcome.selfReported ? "*" : ""}`,
    String(row.round),
    row.kind,
    ...told(found[index]?.outcome.effort ?? "-"),
    row.reason,
    thousands(row.promptChars),
    thousands(row.contextChars),
    ...billCells(row),
  ]);
  const total = ["", "total", "", "", ...told(""), "", "", "", ...billCells({ usage, cost, unpriced })];
  const fitting = fitColumns([[...head, ...BILL], ...rows, total], columns, EXPENDABLE);
  return mixedTable(fitting, (column) => !LEFT.has(fitting[0]?.[column] ?? ""));
}

const BILL = ["input", "cached", "output", "cost"];

interface Billed {
  readonly usage: Usage;
  readonly cost: number | null;
  readonly unpriced?: number;
}

function billCells({ usage, cost, unpriced }: Billed): string[] {
  const input = inputOf(usage);
  const tokens = [thousands(input), percent(usage.cacheRead, input), thousands(usage.output)];
  return [...tokens, price(cost, usage.estimated, unpriced)];
}
