// Whether a fresh fixer works on the trunk or on what its issues cite, by price. The clock and the prices are read in one
// recorded step per fix, so that a replay chooses as the run did, and the record says what each would have cost.
import { priceOf, tokensOf } from "../../domain/billing/usage.ts";
import { type FixerPrices, fixerPrices, isLean } from "../../domain/dispatch/lean-fixer.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { roleOf } from "../../domain/roles/role.ts";
import { contextMode, modelOf } from "../work/given/context-mode.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { trunkOf, warmTrunk } from "./shared-trunk.ts";

/**
 * Who leaves the trunk must be able to keep it warm for the others, who must all be on the same one. Runs that an earlier
 * version began have no such record and stay as they are.
 */
export function mayLeaveTrunk(phase: Parts<"abilities" | "run">): boolean {
  const { pings, roles } = phase.abilities;
  const { keepWarm, models } = phase.run.head.config.review;
  return contextMode(phase) === "trunk" && pings === true && roles === undefined && keepWarm && models === "auto";
}

interface Choice {
  readonly round: number;
  /** As a fresh fixer would be given them. */
  readonly trunk: Prompt;
  readonly lean: Prompt;
  /** Characters of a file of the implementation, on average. */
  readonly fileChars: number;
}

export async function choosesLean(phase: PhaseRun, { round, fileChars, ...prompts }: Choice): Promise<boolean> {
  const ends = trunkOf(phase, { role: "fixer", prompt: prompts.trunk, session: undefined });
  const trunk = ends.at(-1)?.tokens ?? 0;
  const sizes = {
    trunk,
    own: tokensOf(prompts.trunk.text.length) - trunk,
    lean: tokensOf(prompts.lean.text.length),
    file: tokensOf(fileChars),
  };
  const prices = await phase.run.step<Recorded | null>({
    name: phase.steps.next(round, "fixer-choice"),
    input: sizes,
    work: async () => {
      const price = priceOf(agentOf(phase.ports, "fixer").models[modelOf(phase, roleOf("fixer"))]);
      return price ? { ...fixerPrices(price, { ...sizes, warm: warmTrunk(phase, ends) }) } : null;
    },
  });
  return isLean(prices ?? undefined);
}

/** As JSON. */
type Recorded = { readonly [key in keyof FixerPrices]: number };
