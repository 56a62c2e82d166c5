// What is known about a session in the provider's cache, from what its dispatches reported: how much it holds, when it
// was last touched, how long it is kept. A fold over recorded outcomes, so that a replay gets the same result.
import type { Outcome } from "../billing/outcome.ts";
import { conversationOf, tokensOf, type Usage } from "../billing/usage.ts";
import type { CacheLifetime } from "./dispatch-cost.ts";

export interface SessionCache {
  /** Tokens the conversation holds. */
  readonly context: number;
  /** Tokens that its first dispatch, the fresh one, took in. */
  readonly fresh: number;
  /** Tokens of its last answer. */
  readonly output: number;
  /** When it last answered. */
  readonly touched: string;
  readonly lifetime: CacheLifetime;
}

type Told = Pick<Outcome, "usage" | "promptChars" | "contextChars" | "at">;

/** `before` is the resumed session; undefined for a fresh one. */
export function cacheAfter(before: SessionCache | undefined, told: Told): SessionCache {
  const outcome = { ...told, usage: conversationOf(told.usage) };
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

/** Includes what other agents had cached before. Uses text lengths if the runtime does not count what agents read. */
function freshContext(written: number, { usage, contextChars }: Told): number {
  return Math.max((usage.firstRead ?? 0) + written, tokensOf(contextChars));
}

/** What a resume wrote again adds nothing to the conversation; exact if the first request reports what it read. */
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

/** It read less than half of what it should have. Estimated numbers prove nothing. */
function isMiss(expectedRead: number, { estimated, firstRead, cacheRead }: Usage): boolean {
  return !estimated && (firstRead ?? cacheRead) < expectedRead / 2;
}

/** This many misses in a row are no accident. */
const MISSES = 2;

/** Misses in a row by resumes that should have been warm; once there are too many, the count stays for the run. */
export function missesAfter(misses: number, { expectedRead, usage }: Pick<Outcome, "expectedRead" | "usage">): number {
  if (expectedRead === undefined || usage.estimated || missesCache(misses)) return misses;
  return isMiss(expectedRead, usage) ? misses + 1 : 0;
}

/** The runtime's resumes pay for the whole conversation again, however recent the session is. */
export function missesCache(misses: number): boolean {
  return misses >= MISSES;
}
