// Why a feature that began light is judged in full. Read from its record once per run, so that a replay says the same.
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { Parts } from "./state/phase-run.ts";

/** Undefined for a feature that was not escalated. */
export async function whyEscalated(
  phase: Parts<"run" | "steps">,
  meta: Pick<FeatureMeta, "depth">,
): Promise<readonly string[] | undefined> {
  if (phase.run.head.flags.depth !== "escalated") return undefined;
  return phase.run.step({
    name: phase.steps.next(0, "why-escalated"),
    input: null,
    work: async () => [...(meta.depth?.escalated?.why ?? [])],
  });
}
