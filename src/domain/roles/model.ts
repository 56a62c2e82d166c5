// Which model a tier means on a runtime. The names are data (models.json); the config can replace them.
import names from "./models.json" with { type: "json" };
import { MODEL_TIERS, type ModelTier } from "./role.ts";

/** A tier without a name is left to the agent's own settings. */
export type ModelNames = Readonly<Partial<Record<ModelTier, string>>>;

export function modelNames<Runtime extends keyof typeof names>(
  runtime: Runtime,
  chosen: Readonly<Partial<Record<ModelTier, string | undefined>>>,
): (typeof names)[Runtime] & ModelNames {
  const set: Partial<Record<ModelTier, string>> = {};
  for (const tier of MODEL_TIERS) if (chosen[tier] !== undefined) set[tier] = chosen[tier];
  return { ...names[runtime], ...set };
}
