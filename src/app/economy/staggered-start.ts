// Reviewers that share a trunk do not start at the same instant: a cache entry can be read only after its writer has
// produced its first token. Each reviewer starts when the one before it produces its first token or ends, or after a
// time limit. Waiting only for the first reviewer would not be enough: two may share more with each other than with the
// first, such as those that are not shown the plan.
import type { Start } from "../work/given/dispatch-request.ts";

const LONGEST_WAIT = 20_000;
const AT_ONCE: Start = { mayBegin: async () => {}, hasBegun: () => {} };

/** One for each dispatch of a round, in order. */
export function staggeredStarts(count: number, isShared: boolean): Start[] {
  if (!isShared || count < 2) return Array.from({ length: count }, () => AT_ONCE);
  let last = Promise.resolve();
  return Array.from({ length: count }, () => {
    let open = () => {};
    return {
      mayBegin: (signal) => {
        const before = last; // only among dispatches really sent: one with a recorded answer delays none
        last = new Promise<void>((resolve) => {
          open = resolve;
        });
        return waitFor(before, signal);
      },
      hasBegun: () => open(),
    };
  });
}

/** Waits until the time limit at most, or until the run is stopped, which the sender detects itself. */
async function waitFor(isOpen: Promise<void>, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT)]);
  if (limit.aborted) return;
  await Promise.race([isOpen, new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve()))]);
}
