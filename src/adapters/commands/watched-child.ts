// A child in its own process group that cannot outlive us. It waits at a gate (descriptor 3) until its identity has
// been recorded; then the shell at the gate becomes the program. A small watcher holds a pipe to us: when we die,
// however suddenly, the pipe closes and the watcher ends the group.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { ownCommand, ownPath } from "./own-path.ts";

const GATE = 'read -r begin <&3 && exec "$@" 3<&-';
/** The same for a program that is not there: it ends as if the shell had not found it. */
const MISSING = 'read -r begin <&3; echo "$1 is not on the path, outside of the working tree" >&2; exit 127';
const WATCH = `
read -r end
kill -s TERM -- -$1
for second in 1 2 3 4 5; do sleep 1; kill -s 0 -- -$1 || exit; done
kill -s KILL -- -$1
`;
const GRACE_MS = 5000;
const POLL_MS = 20;

export interface WatchedChild {
  readonly process: ChildProcessWithoutNullStreams;
  /** Undefined when the child could not be started. */
  readonly pid: number | undefined;
  /** Never resolves for a child that could not be started. */
  readonly exit: Promise<Exit>;
  begin(): void;
  /** Asks the group to end, then forces it, and returns when it is gone. Safe to call any time and more than once. */
  end(): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildPlace {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function startWatchedChild(command: readonly string[], place: ChildPlace): WatchedChild {
  const { PATH } = place.env;
  const found = ownCommand(command, PATH, place.cwd ?? "/");
  const child = spawn("/bin/sh", found ? ["-c", GATE, "sh", ...found] : ["-c", MISSING, "sh", command[0] ?? ""], {
    ...place,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const { pid } = child;
  const gate = child.stdio[3] as Writable; // opened as a pipe just above
  child.on("error", () => undefined); // the code that waits for the start gets the error too
  for (const stream of [gate, child.stdin, child.stdout, child.stderr]) stream.on("error", () => undefined); // it may be gone
  const exit = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const watcher = pid === undefined ? undefined : startWatcher(pid, ownPath(PATH, place.cwd ?? "/"));
  void exit.then(() => {
    if (pid !== undefined && !signalGroup(pid, 0)) watcher?.kill("SIGKILL"); // its number may soon be reused
  });

  const end = async () => {
    if (pid === undefined) return;
    await endGroup(pid, GRACE_MS);
    await exit;
    gate.destroy();
    watcher?.kill("SIGKILL");
  };
  let ending: Promise<void> | undefined;
  return {
    ...{ process: child, pid, exit },
    begin: () => void gate.end("begin\n"),
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

function startWatcher(pid: number, path: string): ChildProcess {
  const watcher = spawn("/bin/sh", ["-c", WATCH, "sh", String(pid)], {
    env: { PATH: path },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  return watcher.on("error", () => undefined); // without a watcher, the next run ends a leftover child
}

/** Asks the group to end, then forces it. The wait is bounded: some processes cannot be ended. */
export async function endGroup(pid: number, graceMs: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!signalGroup(pid, signal)) return;
    for (let waited = 0; waited < graceMs; waited += POLL_MS) {
      await pause(POLL_MS);
      if (!(await isAlive(pid))) return;
    }
  }
}

/** In a container without a reaper, a dead group stays visible forever; ended processes do not count as alive. */
async function isAlive(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  const names = process.platform === "linux" ? await readdir("/proc").catch(() => []) : [];
  const pids = names.filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return true;
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return stats.some((stat) => {
    const [state = "", , ofGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(ofGroup) === group && !/^[ZX]/.test(state);
  });
}

/** False when the group is gone or contains no process that may be signalled. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
