// The Claude process, in a group of its own. It waits at a gate (descriptor 3) until its identity has been recorded; then
// the shell at the gate becomes Claude. A small watcher holds a line to us: when we die, however suddenly, the line
// closes and the watcher ends Claude. Claude ends the commands it runs when it is asked to end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { ClaudeCommand } from "./sdk.ts";

const GATE = 'read -r begin <&3 && exec "$@" 3<&-';
const WATCH = `
read -r end
kill -s TERM -- -$1
for second in 1 2 3 4 5; do sleep 1; kill -s 0 -- -$1 || exit; done
kill -s KILL -- -$1
`;
const GRACE_MS = 5000;
const POLL_MS = 10;
const KEPT_COMPLAINT = 2000;

export interface ClaudeChild {
  /** The form the SDK asks for. */
  readonly process: ChildProcess;
  /** undefined when it could not be started. */
  readonly pid: number | undefined;
  begin(): void;
  /** Asks the group to end, then makes it. Safe to call at any time and more than once. */
  end(): Promise<void>;
  /** The end of what it wrote to stderr. */
  complaint(): string;
}

export function startClaudeChild({ command, args, cwd, env }: ClaudeCommand): ClaudeChild {
  const child = spawn("/bin/sh", ["-c", GATE, "sh", command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const gate = child.stdio[3] as Writable; // opened as a pipe just above
  const watcher = startWatcher(child.pid, env.PATH);
  for (const stream of [gate, child.stdin]) stream.on("error", () => undefined); // the child may be gone before
  child.on("error", () => undefined); // the SDK hears of it too and reports it
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-KEPT_COMPLAINT);
  });

  let ending: Promise<void> | undefined;
  return {
    process: child,
    pid: child.pid,
    begin: () => void gate.end("begin\n"),
    end: () => {
      ending ??= endGroup(child).finally(() => {
        gate.destroy();
        return endWatcher(watcher);
      });
      return ending;
    },
    complaint: () => complaint.trim(),
  };
}

function startWatcher(pid: number | undefined, path: string | undefined): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  const watcher = spawn("/bin/sh", ["-c", WATCH, "sh", String(pid)], {
    env: { PATH: path },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  return watcher.on("error", () => undefined); // without it a left-over is ended by the next run
}

async function endWatcher(watcher: ChildProcess | undefined): Promise<void> {
  if (watcher?.pid === undefined) return;
  watcher.kill("SIGKILL");
  await hasEnded(watcher, GRACE_MS);
}

async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  signalGroup(pid, "SIGTERM");
  await hasEnded(child, GRACE_MS);
  signalGroup(pid, "SIGKILL"); // when it would not listen, or left something in its group
  await hasEnded(child, GRACE_MS);
  // bounded: where nobody reaps orphans, a dead group stays visible
  for (let waited = 0; waited < GRACE_MS && signalGroup(pid, 0); waited += POLL_MS) await pause(POLL_MS);
}

async function hasEnded(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const stop = new AbortController();
  await Promise.race([
    once(child, "exit", { signal: stop.signal }),
    pause(patienceMs, undefined, { signal: stop.signal }),
  ]);
  stop.abort();
}

/** False when the group is gone, or holds nothing that may be signalled. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
