// What a run may spend: what this command says, else what the run began with, else what any feature may cost.
import { isFree, unpricedModels } from "../../../domain/billing/model-prices.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { Budget } from "../../work/state/spending.ts";
import type { Driver } from "../driver.ts";

/**
 * A run of an earlier build is held to the default as well: it may be the very run that nothing else would end, and a
 * stop loses nothing. Scripted agents are held only to what was asked for.
 */
export function limitsOf(
  { flags, config }: Pick<RunHead, "flags" | "config">,
  { budget, usualCost = config.budget.feature }: Pick<Driver, "budget" | "usualCost">,
  agent: Pick<AgentRuntime, "id">,
): Budget {
  const asked = budget?.maxCost ?? flags.maxCost;
  const maxDispatches = budget?.maxDispatches ?? flags.maxDispatches;
  if (asked !== undefined || isFree(agent)) return { maxCost: asked, maxDispatches };
  return { maxCost: usualCost, maxDispatches, isDefault: true };
}

/** Whether a limit in dollars holds everything the run pays for. */
export function dollarsHold(
  { runtime, config }: Pick<RunHead, "runtime" | "config">,
  { id, host, prices = config.budget.prices }: Pick<AgentRuntime, "id" | "host" | "prices">,
): boolean {
  const agents = { id, proof: host?.proof, roles: runtime.roles };
  return unpricedModels(agents, { models: config.models, budget: { ...config.budget, prices } }).length === 0;
}
