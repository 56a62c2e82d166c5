// Which models a runtime works with, and whether their price is known. A model without a price is never taken to be free:
// only scripted agents are.
import type { Config } from "../config/config.ts";
import { type ModelNames, modelNames } from "../roles/model.ts";
import type { ModelTier } from "../roles/role.ts";
import { priceOf } from "./usage.ts";

/** The tiers that roles use. */
const USED_TIERS = ["strong", "standard"] as const satisfies readonly ModelTier[];

/** The agents of a run, and those of roles that have other ones. */
export interface ChosenAgents {
  readonly id: string;
  readonly roles?: Readonly<Record<string, { readonly id: string }>> | undefined;
}

/** Nothing is paid for a script. */
export function isFree({ id }: Pick<ChosenAgents, "id">): boolean {
  return id === "scripted";
}

export function modelsOf({ id }: Pick<ChosenAgents, "id">, models: Config["models"]): ModelNames {
  if (id === "claude" || id === "host") return modelNames("claude", models.claude);
  if (id === "anthropic") return modelNames(id, models.anthropic);
  if (id === "openai") return modelNames(id, models.openai);
  if (id === "scripted") return modelNames(id, {});
  return modelNames("acp", models.acp);
}

/** The names of the models that the run's own agents use. */
export function usedModels(chosen: Pick<ChosenAgents, "id">, models: Config["models"]): string[] {
  const names = modelsOf(chosen, models);
  return [...new Set(USED_TIERS.flatMap((tier) => names[tier] ?? []))];
}

/** What has no known price, as a person would name it; empty when every dispatch can be priced. */
export function unpricedModels(chosen: ChosenAgents, { models, budget }: Pick<Config, "models" | "budget">): string[] {
  const runtimes = new Set([chosen.id, ...Object.values(chosen.roles ?? {}).map(({ id }) => id)]);
  const found = [...runtimes].flatMap((id) => {
    if (isFree({ id })) return [];
    const names = modelsOf({ id }, models);
    return USED_TIERS.flatMap((tier) => {
      const name = names[tier];
      return priceOf(name, budget.prices) ? [] : [name ?? `the model of ${id}`];
    });
  });
  return [...new Set(found)];
}
