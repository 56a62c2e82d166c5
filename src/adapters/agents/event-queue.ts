// Events come from several sources (updates, requests of the agent, the child itself) and leave one by one. A caller
// that must not continue before an event is recorded awaits `push`, which resolves when the reader comes back for more.
import type { AgentEvent } from "../../ports/agents/agent-runtime.ts";

export interface EventQueue extends AsyncIterable<AgentEvent> {
  push(event: AgentEvent): Promise<void>;
  /** No more events will come; queued events are still read. */
  close(): void;
}

export function createEventQueue(): EventQueue {
  const waiting: { readonly event: AgentEvent; readonly taken: () => void }[] = [];
  let closed = false;
  let wake = () => {};
  return {
    push(event) {
      if (closed) return Promise.resolve();
      return new Promise((taken) => {
        waiting.push({ event, taken });
        wake();
      });
    },
    close() {
      closed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const [next] = waiting;
          if (next) {
            yield next.event;
            waiting.shift();
            next.taken();
          } else if (closed) {
            return;
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        closed = true; // also when the reader leaves early: then `push` must not wait for it
        for (const { taken } of waiting) taken();
      }
    },
  };
}
