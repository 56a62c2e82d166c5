// A dispatch as a stream: the events of its turn as they come, then its outcome. A reader that leaves stops the turn.
// Each session has one writer: two concurrent turns of one session would both succeed and one would be forgotten, so
// the second is refused here.
import { NO_USAGE } from "../../domain/billing/usage.ts";
import type { AgentOutcome, AgentRequest, AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import { createEventQueue, type EventQueue } from "./event-queue.ts";

interface Turns {
  play(request: AgentRequest, events: EventQueue, signal: AbortSignal): Promise<AgentOutcome>;
  /** The session that a turn would append to; a fork appends to none. */
  writtenSession(request: AgentRequest): string | undefined;
  /** Removes secrets: all of it is written to disk. */
  clean<T>(told: T): T;
}

export function streamTurns({ play, writtenSession, clean }: Turns): AgentRuntime["dispatch"] {
  const inUse = new Set<string>();
  return async function* dispatch(request, signal) {
    if (signal.aborted) return yield { type: "ended", outcome: { status: "aborted", usage: NO_USAGE } };
    const session = writtenSession(request);
    if (session !== undefined && inUse.has(session)) {
      const error = `the session ${session} is in the middle of another turn`;
      return yield { type: "ended", outcome: { status: "failed", error, sessionLost: false, usage: NO_USAGE } };
    }
    if (session !== undefined) inUse.add(session); // before anything is awaited
    const events = createEventQueue();
    const left = new AbortController();
    const turn = play(request, events, AbortSignal.any([signal, left.signal])).finally(events.close);
    const over = turn.catch(() => undefined);
    try {
      for await (const event of events) yield clean(event);
      yield { type: "ended", outcome: clean(await turn) };
    } finally {
      left.abort(); // for a reader that leaves early; after the end this does nothing
      await over;
      if (session !== undefined) inUse.delete(session);
    }
  };
}
