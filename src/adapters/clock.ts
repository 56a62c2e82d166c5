import { setTimeout as wait } from "node:timers/promises";
import type { Timekeeper } from "../ports/clock.ts";

/** The wall clock, or a fixed moment for tests of child processes; waiting always takes real time. */
export function createClock(fixed: string | undefined): Timekeeper {
  const moment = fixed === undefined ? undefined : new Date(fixed);
  return {
    now: () => moment ?? new Date(),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  };
}
