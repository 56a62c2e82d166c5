// The plain Messages API as a runtime: a small tool loop of our own over transcripts of our own. No agent stands behind
// it, so nothing about it has to be believed: what a session remembers is what its file says, byte by byte. One writer per
// session: a second turn of it at the same time is refused.
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
    // The resume gate doubts agents that keep sessions on their side. Here a resume is our own file sent again, which
    // tests prove without paying; so there is no version to test, and the first resume costs nothing extra.
    version: undefined,
    models: options.models,
    abilities: {
      resume: true,
      fork: true,
      // a schema of its own for each role would mean other tools for each role; the printed shape and the engine decide
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
        left.abort(); // for a reader that leaves early; after the end it does nothing
        await over;
        if (session !== undefined) inUse.delete(session);
      }
    },
    keepCached: async (request, signal) => setup.clean(await touchPrefix(setup, request, signal)),
  };
}

/** No role is given the light model, whose window may be the smallest. */
function longestPrompt({ models }: AnthropicAgentOptions): number {
  return Math.min(...[models.strong, models.standard].map(promptCharsOf));
}

/** The session a turn would add to; a fork adds to none. */
function writtenSession({ session }: AgentRequest): string | undefined {
  return session?.mode === "resume" ? parseRef(session.ref)?.id : undefined;
}
