// A child in a process group of its own. It waits at a gate until it is told to begin, so its identity is recorded
// before it does anything; if this process dies first, the gate closes and the child ends. Behind the gate its stdin is
// its own. Ending it ends the whole group and returns when the group is gone.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { IflowError } from "../../../domain/errors.ts";

const GATE = 'read -r begin && exec "$@"';
const FAREWELL_MS = 1000;
const GRACE_MS = 2000;
const POLL_MS = 20;

export interface GatedChild {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  begin(): void;
  readonly exit: Promise<Exit>;
  /** Closes its stdin, then asks the group to end, then makes it. Safe to call at any time and more than once. */
  end(): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export async function startChild(
  command: readonly string[],
  place: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<GatedChild> {
  const child = spawn("/bin/sh", ["-c", GATE, "sh", ...command], { ...place, detached: true, stdio: "pipe" });
  const { stdin, stdout, stderr } = child;
  for (const stream of [stdin, stdout, stderr]) stream.on("error", () => undefined); // the child may be gone at any time
  const exit = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  const pid = await waitForStart(child, place.cwd);

  let ending: Promise<void> | undefined;
  const end = async () => {
    stdin.end();
    await Promise.race([exit, pause(FAREWELL_MS)]); // an agent that hears it has to go may still save its session
    await endGroup(pid);
    await exit;
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  };
  return {
    ...{ pid, stdin, stdout, stderr, exit },
    begin: () => void stdin.write("begin\n"),
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

async function waitForStart(child: ChildProcess, cwd: string): Promise<number> {
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new IflowError("agent-unavailable", `no process can be started in ${cwd}: ${(cause as Error).message}`, {
      cause,
      fix: "Check that the folder is still there and that /bin/sh works.",
    });
  }
  if (child.pid === undefined) throw new Error("a child that was spawned has no pid");
  return child.pid;
}

async function endGroup(pid: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!signalGroup(pid, signal)) return;
    for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
      await pause(POLL_MS);
      if (!(await isAlive(pid))) return;
    }
  }
}

/** In a container where nobody collects the dead, a group stays visible for ever; those who ended are not alive. */
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

/** False when the group is gone, or holds nothing that may be signalled. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
