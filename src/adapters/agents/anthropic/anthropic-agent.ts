// The plain Messages API as a runtime: our own small tool loop over our own transcripts. There is no agent behind it,
// so nothing has to be taken on trust: a session remembers exactly what its file says, byte for byte. Each session has
// one writer: a second concurrent turn of the same session is refused.
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { AgentRequest, AgentRuntime } from "../../../ports/agent-runtime.ts";
import { createEventQueue } from "../event-queue.ts";
import { promptCharsOf } from "../prompt-chars.ts";
import { touchPrefix } from "./keep-cached.ts";
import { playTurn } from "./play-turn.ts";
import { parseRef } from "./session/session-ref.ts";
import { type AnthropicAgentOptions, failure, prepareSetup } from "./setup.ts";

export function createAnthropicAgent(options: AnthropicAgentOptions): AgentRuntime {
  const setup = prepareSetup(options);
  const inUse = new Set<string>();
  return {
    id: "anthropic",
    // The resume gate tests agents that keep sessions on their side. Here a resume sends our own file again, which
    // tests prove without paying. So there is no version to test, and the first resume costs nothing extra.
    version: undefined,
    models: options.models,
    abilities: {
      resume: true,
      fork: true,
      // a separate schema per role would mean different tools per role; the printed shape and the engine decide instead
      schema: false,
      usage: true,
      web: false,
      rewind: true,
      trunk: true,
      promptChars: longestPrompt(options),
    },
    async *dispatch(request, signal) {
      if (signal.aborted) return yield { type: "ended", outcome: { status: "aborted", usage: NO_USAGE } };
      const session = writtenSession(request);
      if (session !== undefined && inUse.has(session)) {
        const error = `the session ${session} is in the middle of another turn`;
        return yield { type: "ended", outcome: failure(error) };
      }
      if (session !== undefined) inUse.add(session); // before anything is awaited
      const events = createEventQueue();
      const left = new AbortController();
      const turn = playTurn(setup, request, events, AbortSignal.any([signal, left.signal])).finally(events.close);
      const over = turn.catch(() => undefined);
      try {
        for await (const event of events) yield setup.clean(event);
        yield { type: "ended", outcome: setup.clean(await turn) };
      } finally {
        left.abort(); // for a reader that leaves early; after the end this does nothing
        await over;
        if (session !== undefined) inUse.delete(session);
      }
    },
    keepCached: async (request, signal) => setup.clean(await touchPrefix(setup, request, signal)),
  };
}

/** The light model may have the smallest window, but no role is given it. */
function longestPrompt({ models }: AnthropicAgentOptions): number {
  return Math.min(...[models.strong, models.standard].map(promptCharsOf));
}

/** The session that a turn would append to; a fork appends to none. */
function writtenSession({ session }: AgentRequest): string | undefined {
  return session?.mode === "resume" ? parseRef(session.ref)?.id : undefined;
}
