// A phase before anything happened in it, for tests of what stands below the phases.

import { abilitiesOf } from "../../src/app/work/role-agents.ts";
import { newPhaseRun, type PhaseFacts, type PhaseRun } from "../../src/app/work/state/phase-run.ts";

export function testPhaseRun({
  ports,
  budget = {},
  ...facts
}: Omit<PhaseFacts, "abilities" | "budget"> & Partial<PhaseFacts>): PhaseRun {
  return newPhaseRun({ ports, abilities: abilitiesOf(ports), budget, ...facts });
}

/** The same run with agents that can do something else. */
export function ableTo(phase: PhaseRun, abilities: Partial<PhaseRun["abilities"]>): PhaseRun {
  return { ...phase, abilities: { ...phase.abilities, ...abilities } };
}
