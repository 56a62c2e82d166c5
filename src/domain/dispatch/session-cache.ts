// What is known of a session's place in the provider's cache, from what its dispatches reported: how much it holds, when
// it was last touched, for how long it is kept. A fold over recorded outcomes, so that a replay knows the same.

import type { Outcome } from "../billing/outcome.ts";
import { tokensOf, type Usage } from "../billing/usage.ts";
import type { CacheLifetime } from "./dispatch-cost.ts";

export interface SessionCache {
  /** Tokens the conversation holds. */
  readonly context: number;
  /** Tokens its first dispatch, the fresh one, took in. */
  readonly fresh: number;
  /** Tokens of its last answer. */
  readonly output: number;
  /** When it last answered. */
  readonly touched: string;
  readonly lifetime: CacheLifetime;
}

type Told = Pick<Outcome, "usage" | "promptChars" | "contextChars" | "at">;

/** `before`: the session that was resumed; undefined for a fresh one. */
export function cacheAfter(before: SessionCache | undefined, outcome: Told): SessionCache {
  const { usage, at } = outcome;
  const written = usage.input + usage.cacheWrite;
  const takenIn = before ? resumedContext(before, written, outcome) : freshContext(written, outcome);
  return {
    context: takenIn + usage.output,
    fresh: before?.fresh ?? takenIn,
    output: usage.output,
    touched: at,
    lifetime: lifetimeOf(usage, before),
  };
}

/** What others had put into the cache before belongs to it as well; texts alone when nobody counts what agents read. */
function freshContext(written: number, { usage, contextChars }: Told): number {
  return Math.max((usage.firstRead ?? 0) + written, tokensOf(contextChars));
}

/** What a resume had to write again adds nothing to the conversation: exact where the first request tells what it read. */
function resumedContext(before: SessionCache, written: number, { usage, promptChars }: Told): number {
  const prompt = tokensOf(promptChars);
  if (usage.firstRead !== undefined && !usage.estimated) return Math.max(usage.firstRead + written, prompt);
  return isMiss(before.context, usage)
    ? Math.max(before.context + prompt, written)
    : before.context + Math.max(prompt, written);
}

function lifetimeOf({ cacheWrite, cacheWrite1h = 0 }: Usage, before: SessionCache | undefined): CacheLifetime {
  if (cacheWrite1h > 0) return "1h";
  return cacheWrite > 0 ? "5m" : (before?.lifetime ?? "5m");
}

/** Less than half of what it should have read. Numbers that were estimated say nothing. */
function isMiss(expectedRead: number, { estimated, firstRead, cacheRead }: Usage): boolean {
  return !estimated && (firstRead ?? cacheRead) < expectedRead / 2;
}

/** So many misses in a row are no accident. */
const MISSES = 2;

/** How often in a row a resume that should have been warm was not; once it is too often it stays so for the run. */
export function missesAfter(misses: number, { expectedRead, usage }: Pick<Outcome, "expectedRead" | "usage">): number {
  if (expectedRead === undefined || usage.estimated || missesCache(misses)) return misses;
  return isMiss(expectedRead, usage) ? misses + 1 : 0;
}

/** The runtime's resumes pay for the whole conversation again, whatever the clock says. */
export function missesCache(misses: number): boolean {
  return misses >= MISSES;
}
