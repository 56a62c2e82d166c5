// The one clock of the engine and of the fake. Time stands still but for what answers take; whoever waits for a moment is
// woken at that moment on the way, and is given the real time to do what it woke up for.
import { setTimeout as wait } from "node:timers/promises";
import type { Timekeeper } from "../../src/ports/clock.ts";

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

export interface BenchClock extends Timekeeper {
  milliseconds(): number;
  advance(milliseconds: number): Promise<void>;
}

/** A ping over loopback takes a few of these. */
const REAL_MILLISECONDS = 5;
const MOST_WAITS = 40;

export function createBenchClock(start: number): BenchClock {
  let now = start;
  let registered = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => new Date(now),
    milliseconds: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          signal.removeEventListener("abort", wake);
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { due: now + milliseconds, wake };
        registered += 1;
        sleepers.add(sleeper);
        signal.addEventListener("abort", wake, { once: true });
      }),
    async advance(milliseconds) {
      const target = now + milliseconds;
      for (;;) {
        const [next] = [...sleepers].filter(({ due }) => due <= target).sort((one, other) => one.due - other.due);
        if (!next) break;
        now = Math.max(now, next.due);
        const before = registered;
        next.wake();
        for (let waits = 0; waits < MOST_WAITS && registered === before; waits += 1) await wait(REAL_MILLISECONDS);
      }
      now = Math.max(now, target);
    },
  };
}
