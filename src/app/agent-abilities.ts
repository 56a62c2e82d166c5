// What the agents of a run can do, as it was when the run began. A replay plans with this, whoever goes on with the run.
import type { AgentRuntime } from "../ports/agent-runtime.ts";
import type { AgentAbilities, PhaseWork } from "./phase-work.ts";

/** Once per run: another agent that goes on with it must not change what was planned. */
export function recordAbilities(work: PhaseWork): Promise<AgentAbilities> {
  return work.run.step({
    name: `${work.phase}/1/0/agent`,
    input: null,
    work: async () => ({ ...abilitiesOf(work.ports.agent) }),
  });
}

export function abilitiesOf({ abilities, version }: AgentRuntime): AgentAbilities {
  const { resume, rewind, promptChars, web, trunk = false } = abilities;
  return { resume, rewind, promptChars, web, trunk, gated: version !== undefined };
}
