// How much memory processes take and how many files they hold open while they are watched; on systems without /proc nothing is known.
import { readdirSync, readFileSync } from "node:fs";

export interface Held {
  /** Of the process that took most, at its most. */
  readonly megabytes: number;
  /** The median of all looks: many are open for a moment while a program is loaded. */
  readonly files: number;
}

/** Watches those that `add` names; `stop` tells what was seen. */
export function watchHeld(everyMs = 100) {
  const pids = new Set<number>();
  let megabytes = 0;
  const files: number[] = [];
  const timer = setInterval(() => {
    for (const pid of pids) {
      const seen = heldBy(pid);
      if (seen === undefined) pids.delete(pid);
      else {
        megabytes = Math.max(megabytes, seen.megabytes);
        files.push(seen.files);
      }
    }
  }, everyMs);
  return {
    add: (pid: number | undefined): void => {
      if (pid !== undefined) pids.add(pid);
    },
    stop: (): Held => {
      clearInterval(timer);
      return { megabytes, files: files.toSorted((one, other) => one - other)[Math.floor(files.length / 2)] ?? 0 };
    },
  };
}

/** Undefined when it is gone. */
function heldBy(pid: number): Held | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    if (kilobytes === undefined) return undefined; // ended, and nobody has waited for it yet
    return { megabytes: Math.round(Number(kilobytes) / 1024), files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return undefined;
  }
}
