import type { Clock } from "../ports/clock.ts";

/** The wall clock, or a fixed moment for tests of child processes. */
export function createClock(fixed: string | undefined): Clock {
  const moment = fixed === undefined ? undefined : new Date(fixed);
  return { now: () => moment ?? new Date() };
}
