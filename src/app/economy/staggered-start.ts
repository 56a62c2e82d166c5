// Reviewers that stand on one trunk do not start at the same instant: a cache entry can be read only once its writer has
// answered its first token. Each follows on the first token of the one before it, on its end, or after a while: two may
// share more with each other than with the first, as those who are shown no plan do.
import type { Start } from "../work/dispatch-request.ts";

const LONGEST_WAIT = 20_000;
const AT_ONCE: Start = { mayBegin: async () => {}, hasBegun: () => {} };

/** One for each dispatch of a round, in their order. */
export function staggeredStarts(count: number, isShared: boolean): Start[] {
  if (!isShared || count < 2) return Array.from({ length: count }, () => AT_ONCE);
  let last = Promise.resolve();
  return Array.from({ length: count }, () => {
    let open = () => {};
    return {
      mayBegin: (signal) => {
        const before = last; // of those that are really sent: one whose answer is recorded keeps nobody waiting
        last = new Promise<void>((resolve) => {
          open = resolve;
        });
        return waitFor(before, signal);
      },
      hasBegun: () => open(),
    };
  });
}

/** Not for ever; and over when the run is stopped, which the sender sees for itself. */
async function waitFor(isOpen: Promise<void>, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT)]);
  if (limit.aborted) return;
  await Promise.race([isOpen, new Promise<void>((resolve) => limit.addEventListener("abort", () => resolve()))]);
}
