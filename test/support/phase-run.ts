// A phase before anything happened in it, for tests of what stands below the phases.

import { abilitiesOf } from "../../src/app/work/given/role-agents.ts";
import { newPhaseRun, type PhaseFacts, type PhaseRun } from "../../src/app/work/state/phase-run.ts";
import type { AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import type { PhasePorts, Ports } from "../../src/ports/ports.ts";

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

/** One agent for every role, in one working tree. */
export function withAgent(ports: Ports, agent: AgentRuntime): PhasePorts {
  const inTree = () => Promise.reject(new Error("this test has one working tree"));
  return { ...ports, agent, roleAgents: new Map(), inTree };
}
