// What the requests of a turn have used, as their answers tell it. The client adds it up in its result; a turn that is ended
// before that, or killed, was paid for as well.
import { addUsage, inputOf, type Usage } from "../../../domain/billing/usage.ts";
import type { EventQueue } from "../event-queue.ts";
import { readUsed } from "./messages.ts";

/** Reports the sum over all requests of the turn whenever it has grown. */
export function countUsage(events: EventQueue) {
  const requests = new Map<string, Usage>();
  let told = 0;
  return {
    /** Undefined when no request has told anything. */
    total,
    take(message: unknown): void {
      const used = readUsed(message);
      if (!used || tokensOf(used.usage) === 0) return; // such as the client's own words about an error
      const before = requests.get(used.request);
      if (before === undefined || tokensOf(used.usage) > tokensOf(before)) requests.set(used.request, used.usage);
      const usage = total();
      const tokens = usage === undefined ? 0 : tokensOf(usage);
      if (tokens > told) void events.push({ type: "used", tokens, ...(usage && { usage }) });
      told = tokens;
    },
  };

  /** Estimated: a request tells what it reads when its answer begins, and seldom all that it then writes. */
  function total(): Usage | undefined {
    const [first, ...others] = requests.values();
    if (!first) return undefined;
    return { ...others.reduce(addUsage, first), firstRead: first.cacheRead, estimated: true };
  }
}

function tokensOf(usage: Usage): number {
  return inputOf(usage) + usage.output;
}
