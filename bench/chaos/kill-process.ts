// A kill from outside at a share of the phase's time. Counted in lines of the undisturbed log, not in seconds: those
// depend on what else the machine is doing.
import { setTimeout as sleep } from "node:timers/promises";
import { type Place, readLog } from "./place.ts";

const POLL_MS = 2;

/** `target`: a process, or with a minus its group. Ends by itself when there is nothing left to kill. */
export function killAtShare(place: Place, undisturbed: readonly string[], share: number, target: number): void {
  const lines = share * undisturbed.length;
  // the rest of a line is a part of the time until the next one
  const rest = (lines % 1) * MOST_BETWEEN_MS;
  void wait().then(() => kill(target));

  async function wait(): Promise<void> {
    while (readLog(place).length < Math.floor(lines) && isThere(target)) await sleep(POLL_MS);
    await sleep(rest);
  }
}

const MOST_BETWEEN_MS = 12;

function isThere(target: number): boolean {
  return kill(target, 0);
}

function kill(target: number, signal: NodeJS.Signals | 0 = "SIGKILL"): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
