// Which models a runtime works with, and whether their price is known. A model without a price is never taken to be free:
// only scripted agents are. A host without hooks tells neither its models nor what they used.
import type { Config } from "../config/config.ts";
import { type ModelNames, modelNames } from "../roles/model.ts";
import type { ModelTier } from "../roles/role.ts";
import { priceOf } from "./usage.ts";

/** The tiers that roles use. */
const USED_TIERS = ["strong", "standard"] as const satisfies readonly ModelTier[];

/** The agents of a run, and those of roles that have other ones. */
export interface ChosenAgents {
  readonly id: string;
  /** Of a host: whether its hooks tell what its agents used. */
  readonly proof?: "hook" | "self" | undefined;
  readonly roles?: Readonly<Record<string, { readonly id: string }>> | undefined;
}

/** Nothing is paid for a script. */
export function isFree({ id }: Pick<ChosenAgents, "id">): boolean {
  return id === "scripted";
}

export function modelsOf({ id, proof }: Omit<ChosenAgents, "roles">, models: Config["models"]): ModelNames {
  if (id === "host" && proof === "self") return {};
  if (id === "claude" || id === "host") return modelNames("claude", models.claude);
  if (id === "anthropic") return modelNames(id, models.anthropic);
  if (id === "openai") return modelNames(id, models.openai);
  if (id === "scripted") return modelNames(id, {});
  return modelNames("acp", models.acp);
}

/** The names of the models that the run's own agents use. */
export function usedModels(chosen: Omit<ChosenAgents, "roles">, models: Config["models"]): string[] {
  const names = modelsOf(chosen, models);
  return [...new Set(USED_TIERS.flatMap((tier) => names[tier] ?? []))];
}

export interface Unpriced {
  readonly runtime: string;
  /** Undefined where the agent chooses its model itself. */
  readonly model: string | undefined;
}

/** What has no known price, each once; empty when every dispatch can be priced. */
export function unpricedModels(
  chosen: ChosenAgents,
  { models, budget }: Pick<Config, "models" | "budget">,
): Unpriced[] {
  const runtimes = new Set([chosen.id, ...Object.values(chosen.roles ?? {}).map(({ id }) => id)]);
  const found = new Map<string, Unpriced>();
  for (const runtime of runtimes) {
    if (isFree({ id: runtime })) continue;
    const names = modelsOf({ id: runtime, proof: chosen.proof }, models);
    for (const tier of USED_TIERS) {
      const model = names[tier];
      if (!priceOf(model, budget.prices)) found.set(model ?? ` ${runtime}`, { runtime, model });
    }
  }
  return [...found.values()];
}
