// The runtime as a place wants it: where the script is, and what it has played before.
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import type { AgentPlace } from "../../../ports/wiring.ts";
import { readScript } from "./script-file.ts";
import { createScriptedAgent, type ScriptedAgentOptions } from "./scripted-agent.ts";

export interface ScriptedPlace
  extends Pick<ScriptedAgentOptions, "processIdentity" | "env" | "checkEnvironment" | "scriptPath"> {
  readonly openTree: (root: string) => WorkingTree;
}

export async function openScripted({ root, runs }: AgentPlace, place: ScriptedPlace): Promise<AgentRuntime> {
  const { openTree, ...options } = place;
  return createScriptedAgent({
    ...options,
    scriptText: await readScript(options.scriptPath),
    workingTree: openTree(root),
    outcomes: async (feature) =>
      ((await runs?.outcomes(feature)) ?? [])
        .filter(({ outcome }) => outcome.reason !== "interrupted") // that turn is played again
        .map(({ outcome: { role, phase, step, session } }) => ({
          role,
          phase,
          step,
          ...(session !== null && { session }),
        })),
  });
}
