// A runtime of which only so many agents work at a time. A dispatch waits for its place before it begins; nothing of it
// has been sent or paid by then.
import { NO_USAGE } from "../../domain/billing/usage.ts";
import type { AgentEvent, AgentRequest, AgentRuntime } from "../../ports/agents/agent-runtime.ts";

interface Place {
  release(): Promise<void>;
}

/** `take` waits for a place; undefined when the signal aborts first. */
export function inSlots(
  runtime: AgentRuntime,
  take: (request: AgentRequest, signal: AbortSignal) => Promise<Place | undefined>,
): AgentRuntime {
  return { ...runtime, dispatch };

  async function* dispatch(request: AgentRequest, signal: AbortSignal): AsyncIterable<AgentEvent> {
    yield { type: "queued" };
    const place = await take(request, signal);
    if (!place) return yield { type: "ended", outcome: { status: "aborted", usage: NO_USAGE } };
    try {
      yield { type: "placed" };
      yield* runtime.dispatch(request, signal);
    } finally {
      await place.release();
    }
  }
}
