// The agents of whoever called us. Nothing is dispatched from here: the engine writes an order and waits. What such agents
// can do is what Claude Code's agents can; a client that cannot go on with an agent says so in its report.

import type { ModelNames } from "../../../domain/roles/model.ts";
import type { Proof } from "../../../domain/run/question.ts";
import type { AgentRuntime } from "../../../ports/agent-runtime.ts";

export function createHostAgent({
  proof,
  models,
}: {
  readonly proof: Proof;
  readonly models: ModelNames;
}): AgentRuntime {
  return {
    id: "host",
    version: undefined, // its memory is not doubted: every report shows the conversation it comes from
    models,
    // a prompt is a file, read in pieces: only the agent's own window bounds it
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
