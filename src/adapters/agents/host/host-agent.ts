// The agents of the host that called us. Nothing is dispatched from here: the engine writes an order and waits. They
// are assumed to be as able as Claude Code's agents; a client that cannot resume an agent says so in its report.
import { modelsOf } from "../../../domain/billing/model-prices.ts";
import type { Config } from "../../../domain/config/config.ts";
import type { Proof } from "../../../domain/run/questions/question.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";

export function createHostAgent(proof: Proof, models: Config["models"]): AgentRuntime {
  return {
    id: "host",
    version: undefined, // its memory needs no test: every report shows the conversation it comes from
    models: modelsOf({ id: "host", proof }, models),
    // a prompt is a file that is read in pieces: only the agent's own window limits it
    abilities: {
      resume: true,
      fork: false,
      schema: false,
      usage: true,
      web: true,
      rewind: false,
      promptChars: 400_000,
    },
    host: { proof },
    dispatch() {
      throw new Error("agents of a host are given orders, they are not dispatched to");
    },
  };
}
