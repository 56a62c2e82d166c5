// `iflow cost`: what a feature has cost, and what it would have cost with fresh agents every time.
import { type NoCost, readCost } from "../../../../app/billing/cost.ts";
import type { Grouping } from "../../../../domain/billing/cost-report.ts";
import { count } from "../../screen/numbers.ts";
import { textWidth, wordsRow } from "../../screen/rows/row-layout.ts";
import { fixLines } from "../../screen/whole-commands.ts";
import { hangWords } from "../../screen/wrap-words.ts";
import type { CommandPlace } from "../command-place.ts";
import { costTable } from "./cost-table.ts";

export async function costCommand(
  { ports, config, terminal }: CommandPlace,
  asked: string | undefined,
  flags: { readonly by?: Grouping },
) {
  const by = flags.by ?? "phase";
  const cost = await readCost(ports, config, asked, by);
  if ("status" in cost) return { data: cost, text: nothingPaid(cost) };
  const other = by === "phase" ? "role" : "phase";
  return {
    data: cost,
    text: [
      terminal.paint.bold(cost.feature),
      costTable(by, cost.rows, cost.total, terminal.columns),
      ...LEGEND.flatMap(([sign, means]) =>
        hangWords(`  ${sign.padEnd(10)}`, means, textWidth(terminal.columns)).map(terminal.paint.dim),
      ),
      ...(cost.selfReported > 0 ? [wordsRow("  ", selfReportedWords(cost.selfReported), terminal.columns)] : []),
      ...(cost.hostTurns === "unknown" ? [wordsRow("  ", UNKNOWN_HOST, terminal.columns)] : []),
      "",
      `Next: iflow cost ${cost.feature} --by ${other}`,
      ...fixLines(`iflow show ${cost.feature}   (each dispatch)`, textWidth(terminal.columns), "      "),
    ].join("\n"),
  };
}

const LEGEND = [
  ["cached", "share of the input that was read from the cache"],
  ["if fresh", "with a fresh agent every time and nothing shared"],
  ["~", "estimated; numbers without it come from the runtime"],
] as const;

const UNKNOWN_HOST =
  "What the host's own model used is not known: only a host with hooks, such as Claude Code with the plugin, tells it.";

function selfReportedWords(dispatches: number): string {
  return `SELF-REPORTED: ${count(dispatches, "dispatch", "dispatches")} of a host without hooks. What its agents used is not known and not in this bill (?).`;
}

/** An agent that was asked and never answered may still have cost something. */
function nothingPaid({ feature, status }: NoCost): string {
  const isOver = status === "completed" || status === "abandoned";
  if (isOver) return `${feature} is ${status}; no costs are recorded for it.\nNext: iflow list --all`;
  return `${feature} has no recorded costs yet: no agent has answered.\nNext: iflow continue ${feature}`;
}
