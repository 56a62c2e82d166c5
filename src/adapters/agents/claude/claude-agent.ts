// Claude through its Agent SDK, with the user's login or key. Every dispatch is a separate process that resumes the
// session from disk.
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import { takesEffort } from "../../../domain/roles/effort.ts";
import { maskValues, secretsOf } from "../../../domain/text/secrets/secrets.ts";
import type { AgentOutcome, AgentRequest, AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { EventQueue } from "../event-queue.ts";
import { mapTexts } from "../map-texts.ts";
import { promptCharsFor } from "../prompt-chars.ts";
import { streamTurns } from "../stream-turns.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { runTurn, type TurnSetup } from "./turn.ts";

export interface ClaudeAgentOptions extends TurnSetup {
  /** Version of the Claude that will be started. */
  readonly version: string;
}

export function createClaudeAgent(options: ClaudeAgentOptions): AgentRuntime {
  const secrets = secretsOf(options.env, { passed: options.checkEnvironment ?? [] });
  return {
    id: "claude",
    version: options.version,
    models: options.models,
    tellsEffort: takesEffort,
    abilities: {
      resume: true,
      fork: true,
      schema: true,
      usage: true,
      web: true,
      rewind: false,
      promptChars: promptCharsFor(options.models),
    },
    dispatch: streamTurns({
      play: (request, events, signal) => play(options, request, events, signal),
      writtenSession: ({ session }) => (session?.mode === "resume" ? session.ref : undefined),
      clean: (told) => mapTexts(told, (text) => maskValues(secrets, text)),
    }),
  };
}

async function play(
  options: ClaudeAgentOptions,
  request: AgentRequest,
  events: EventQueue,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  let workspace: Workspace;
  try {
    workspace = await openWorkspace(options.openTree(request.workdir), request);
  } catch (caught) {
    const error = `no folder to work in: ${(caught as Error).message}`;
    return { status: "failed", error, sessionLost: false, usage: NO_USAGE };
  }
  try {
    return await runTurn(options, { request, workspace, events, signal });
  } finally {
    await workspace.close();
  }
}
