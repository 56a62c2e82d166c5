// How far a feature has come when one of its runs is opened: its place in the chain, and what it took so far.
import { addUp } from "../../domain/billing/bill.ts";
import { workedTime } from "../../domain/billing/worked-time.ts";
import { leftOutOf, PHASES } from "../../domain/feature/phase.ts";
import type { WayOfFeature } from "../../domain/run/events/run-event.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { KnownFeature } from "../feature/features.ts";
import { readSpending, type SpendingPorts } from "./spending.ts";

export async function wayOfFeature(
  ports: SpendingPorts,
  { feature, meta }: KnownFeature,
  { phase, flags, config }: Pick<RunHead, "phase" | "flags" | "config">,
  budget: number | undefined,
): Promise<WayOfFeature> {
  const lines = await readSpending(ports, config.budget.prices, { key: feature.key, prd: meta?.brainstorm_source });
  const { cost, unpriced, usage } = addUp(lines);
  const leftOut = leftOutOf(flags);
  const chain: readonly string[] = PHASES.filter((one) => !leftOut.includes(one));
  const place = chain.indexOf(phase) + 1;
  const next = place > 0 ? chain[place] : undefined;
  return {
    idea: feature.description,
    ...(place > 0 && { place: { number: place, of: chain.length } }),
    ...(next !== undefined && { next }),
    spent: { milliseconds: workedTime(lines), cost, unpriced, estimated: usage.estimated },
    ...(budget !== undefined && { budget }),
  };
}
