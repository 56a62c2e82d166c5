// `iflow cost`: what a feature has cost, and what it would have cost with fresh agents every time.
import { type NoCost, readCost } from "../../../../app/billing/cost.ts";
import type { Grouping } from "../../../../domain/billing/cost-report.ts";
import type { CommandPlace } from "../command-place.ts";
import { costTable } from "./cost-table.ts";

export async function costCommand(
  { ports, config, terminal }: CommandPlace,
  asked: string | undefined,
  flags: { readonly by?: Grouping },
) {
  const by = flags.by ?? "phase";
  const cost = await readCost(ports, config.artifactsRoot, asked, by);
  if ("status" in cost) return { data: cost, text: nothingPaid(cost) };
  const other = by === "phase" ? "role" : "phase";
  return {
    data: cost,
    text: [
      terminal.paint.bold(cost.feature),
      costTable(by, cost.rows, cost.total, terminal.columns),
      "  cached    share of the input that was read from the cache",
      "  if fresh  with a fresh agent every time and nothing shared",
      "  ~         estimated; numbers without it come from the runtime",
      ...(cost.hostTurns === "unknown" ? [UNKNOWN_HOST] : []),
      `Next: iflow cost ${cost.feature} --by ${other}`,
      `      iflow show ${cost.feature}   (each dispatch)`,
    ].join("\n"),
  };
}

const UNKNOWN_HOST =
  "  What the host itself used is not known: only a host with hooks, such as\n  Claude Code with the plugin, tells it.";

/** An agent that was asked and never answered may still have cost something. */
function nothingPaid({ feature, status }: NoCost): string {
  const isOver = status === "completed" || status === "abandoned";
  if (isOver) return `${feature} is ${status}; no costs are recorded for it.\nNext: iflow list --all`;
  return `${feature} has no recorded costs yet: no agent has answered.\nNext: iflow continue ${feature}`;
}
