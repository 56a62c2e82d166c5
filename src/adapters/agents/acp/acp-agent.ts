// Any agent that speaks the Agent Client Protocol, as a runtime. Each dispatch starts one child process. Nothing is
// kept between two turns except the id of the session; remembering the session is up to the agent.
import { IflowError } from "../../../domain/text/errors.ts";
import { maskValues } from "../../../domain/text/secrets/secrets.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { mapTexts } from "../map-texts.ts";
import { streamTurns } from "../stream-turns.ts";
import { type Greeting, type Handshake, shakeHands } from "./greeting.ts";
import { type AcpAgentOptions, type AcpSetup, prepareSetup } from "./setup.ts";
import { playTurn } from "./turn.ts";

/**
 * Starts the agent once to learn what it can do, unless a probe already did. Throws `agent-unavailable` when the agent
 * does not answer the greeting, and `interrupted` when the signal ends the greeting.
 */
export async function createAcpAgent(options: AcpAgentOptions, probed?: Handshake): Promise<AgentRuntime> {
  const setup = prepareSetup(options);
  const handshake = probed ?? (await shakeHands(setup));
  if (handshake.ok) return createRuntime(setup, handshake.greeting);
  if (handshake.reason === "stopped") throw new IflowError("interrupted", handshake.why);
  const { install, command } = setup.agent;
  const canInstall = handshake.reason === "missing" && install !== "";
  throw new IflowError("agent-unavailable", handshake.why, {
    fix: canInstall ? `Install it: ${install}` : `Try the command by itself: ${command.join(" ")}`,
  });
}

/** For callers that only need to know whether the agent is available and what it can do. */
export function probeAcpAgent(options: AcpAgentOptions): Promise<Handshake> {
  return shakeHands(prepareSetup(options));
}

function createRuntime(setup: AcpSetup, greeting: Greeting): AgentRuntime {
  return {
    id: "acp",
    version: greeting.name,
    models: setup.models,
    abilities: {
      resume: greeting.takesUp !== "none",
      fork: false, // not in the stable protocol
      schema: false,
      usage: true, // estimated where the agent reports none
      web: setup.agent.web,
      rewind: false,
      promptChars: setup.promptChars,
    },
    dispatch: streamTurns({
      play: (request, events, signal) => playTurn({ setup, request, events, signal }),
      writtenSession: () => undefined, // the agent itself keeps its sessions
      clean: (told) => mapTexts(told, (text) => maskValues(setup.secrets, text)),
    }),
  };
}
