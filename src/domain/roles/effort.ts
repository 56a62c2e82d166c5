// How hard an agent is asked to think, by the tier of its model and the kind of its role, and which models can be asked.
// A role keeps its effort from its first dispatch to its last: a provider's cache holds what was sent at one effort apart
// from what was sent at another.
import { type ModelTier, type RoleId, type RoleKind, roleOf } from "./role.ts";

/** Words that every provider with such a setting knows. */
export const EFFORT_WORDS = ["low", "medium", "high"] as const;
export type Effort = (typeof EFFORT_WORDS)[number];

/** What the person has chosen for all roles of a tier. */
export type ChosenEfforts = Readonly<Partial<Record<ModelTier, Effort | undefined>>>;

/**
 * Everybody on the strong tier has the same effort, because on a trunk all roles use that tier and share one beginning.
 * Below it, a judgement is worth more thought than what is judged.
 */
const EFFORTS: Readonly<Record<ModelTier, Readonly<Record<RoleKind, Effort>>>> = {
  strong: { author: "high", reviewer: "high", worker: "high", researcher: "high" },
  standard: { author: "medium", reviewer: "high", worker: "medium", researcher: "medium" },
  light: { author: "low", reviewer: "medium", worker: "low", researcher: "low" },
};

export function effortOf(
  { role, model }: { readonly role: RoleId; readonly model: ModelTier },
  chosen: ChosenEfforts = {},
): Effort {
  return chosen[model] ?? EFFORTS[model][roleOf(role).kind];
}

/** For a question beside the conversation that asks for one fact. */
export const LOOKUP_EFFORT: Effort = "low";

/** Whether the model can be asked for an effort; others refuse the whole request. An unknown model is not asked. */
export function takesEffort(model: string): boolean {
  const claude = claudeVersion(model);
  if (claude) return claude.version >= FIRST_WITH_EFFORT[claude.family];
  const name = model.slice(model.lastIndexOf("/") + 1);
  return /^(?:gpt-(?:[5-9]|\d\d)|o[1-9])(?!\d)/.test(name) && !ONE_EFFORT.test(name);
}

/** Whether the model thinks only when it is asked to. Newer ones always decide for themselves; older ones cannot. */
export function thinksWhenAsked(model: string): boolean {
  const claude = claudeVersion(model);
  return claude !== undefined && claude.version >= FIRST_ADAPTIVE && claude.version < FIRST_BY_ITSELF;
}

/** Versions as numbers: 4.6 is 406. */
const FIRST_WITH_EFFORT: Readonly<Record<Family, number>> = { opus: 405, sonnet: 406, haiku: 505, fable: 0, mythos: 0 };
const FIRST_ADAPTIVE = 406;
const FIRST_BY_ITSELF = 500;

/** OpenAI's models that reason as they see fit, or not at all. */
const ONE_EFFORT = /^o1-mini|-(?:chat|pro|preview|deep-research)(?:-|$)/;

type Family = "opus" | "sonnet" | "haiku" | "fable" | "mythos";

/** Of `claude-opus-4-6`, also with a date behind it or a cloud's name before it. */
function claudeVersion(model: string): { readonly family: Family; readonly version: number } | undefined {
  const found = /(?:^|[./])claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?/.exec(model);
  if (!found) return undefined;
  return { family: found[1] as Family, version: Number(found[2]) * 100 + Number(found[3] ?? 0) };
}
