// Ends a sandbox that starts too many processes or takes too much memory. The kernel's own limits do not hold root, and
// control groups need a service manager; so the processes below us are counted while there is a sandbox among them. All
// of a sandbox hangs below its bwrap, also what detached itself, and ending that one process ends everything inside.
import { readdirSync, readFileSync } from "node:fs";

export interface Limits {
  readonly processes: number;
  readonly bytes: number;
}

const TICK_MS = 100;
/** A command begins soon after it was prepared. */
const IDLE_TICKS = 300;

let watch: { readonly limits: Limits; idle: number } | undefined;

/** Begins to watch, or continues; stops by itself when there has been nothing to watch for a while. */
export function watchLimits(limits: Limits): void {
  if (watch) {
    watch.idle = 0;
    return;
  }
  const current = { limits, idle: 0 };
  watch = current;
  const timer = setInterval(() => {
    const sandboxes = findSandboxes(process.pid);
    for (const pid of sandboxes) if (exceeds(pid, limits)) end(pid);
    current.idle = sandboxes.length === 0 ? current.idle + 1 : 0;
    if (current.idle < IDLE_TICKS) return;
    clearInterval(timer);
    watch = undefined;
  }, TICK_MS);
  timer.unref();
}

/** The outermost bwrap of each sandbox. */
function findSandboxes(below: number): number[] {
  return childrenOf(below).flatMap((pid) => (nameOf(pid) === "bwrap" ? [pid] : findSandboxes(pid)));
}

/** Stops counting at the limit: there may be more processes than can be counted in time. */
function exceeds(sandbox: number, { processes, bytes }: Limits): boolean {
  let count = 0;
  let resident = 0;
  for (let level = [sandbox]; level.length > 0; ) {
    count += level.length;
    if (count > processes) return true;
    resident += level.reduce((sum, pid) => sum + PAGE * residentPages(pid), 0);
    level = level.flatMap(childrenOf);
  }
  return resident > bytes;
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has just ended
  }
}

/** Each thread has children of its own. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has just ended
  }
}

const nameOf = (pid: number): string => read(`/proc/${pid}/comm`).trim();

function residentPages(pid: number | "self"): number {
  return Number(read(`/proc/${pid}/statm`).split(" ")[1] ?? 0);
}

/** Our own size is known in both units. */
const PAGE = 2 ** Math.round(Math.log2(process.memoryUsage.rss() / Math.max(1, residentPages("self"))) || 12);

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
