// The functions of the phases, each loaded only when it runs.
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { RunKind } from "../../domain/feature/phase.ts";
import type { KnownFeature } from "../feature/features.ts";
import type { PhaseEnd } from "../phases/document/document-phase.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";

/** A brainstorm has no feature yet; every other phase gets the content of its feature's `.meta.json`. */
export async function functionOf(
  phase: RunKind,
  { meta }: KnownFeature,
): Promise<((phase: PhaseRun) => Promise<PhaseEnd>) | undefined> {
  if (phase === "brainstorm") return (await import("../phases/brainstorm/brainstorm.ts")).brainstorm;
  const phaseFunction = await PHASE_FUNCTIONS[phase]?.();
  return phaseFunction && meta && ((phase) => phaseFunction(phase, meta));
}

type PhaseFunction = (phase: PhaseRun, meta: FeatureMeta) => Promise<PhaseEnd>;

const PHASE_FUNCTIONS: Partial<Record<RunKind, () => Promise<PhaseFunction>>> = {
  specify: async () => (await import("../phases/document/specify.ts")).specify,
  design: async () => (await import("../phases/document/design.ts")).design,
  "create-plan": async () => (await import("../phases/document/plan-and-tasks.ts")).createPlan,
  "create-tasks": async () => (await import("../phases/document/plan-and-tasks.ts")).createTasks,
  implement: async () => (await import("../phases/implement/implement.ts")).implement,
  finish: async () => (await import("../phases/finish/finish.ts")).finish,
  retrospect: async () => (await import("../phases/retrospect/retrospect.ts")).retrospect,
};
