// One line of the project's checks as a child in its own process group. The child waits at a gate until its identity is
// recorded; if this process dies first, the gate closes and the child ends. However the check ends, nothing of its
// group is left.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { IflowError } from "../../domain/text/errors.ts";
import type { CheckRequest, CheckResult, Checks } from "../../ports/checks.ts";

export interface ChecksPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
  /** Values of the environment that must never be kept, such as keys: printed as `***`. */
  readonly secrets?: readonly string[];
  readonly settings: Checks["settings"];
}

/** Both streams go to one pipe, so that lines keep their order; `exec` makes the line the leader of the group. */
const GATE = 'read -r begin && exec /bin/sh -c "$1" </dev/null 2>&1';
const GRACE_MS = 2000;
const POLL_MS = 10;
const OUTPUT_CHARS = 256 * 1024;
const LINE_CHARS = 2000;

export function createChecks(place: ChecksPlace): Checks {
  return {
    settings: place.settings,
    async run(order, signal) {
      if (signal.aborted) return { end: "aborted", exitCode: null, output: "" };
      const child = spawn("/bin/sh", ["-c", GATE, "sh", order.command], {
        cwd: place.root,
        env: { ...withoutSettings(place.env), IFLOW_STEP: order.step },
        detached: true,
        stdio: ["pipe", "pipe", "ignore"],
      });
      return watch(child, place, order, signal);
    },
  };
}

async function watch(
  child: ChildProcess,
  place: ChecksPlace,
  order: CheckRequest,
  signal: AbortSignal,
): Promise<CheckResult> {
  child.stdin?.on("error", () => undefined); // the child may be gone before it is told to begin
  const exited = once(child, "exit"); // `close` would wait for anything the line left in the background
  exited.catch(() => undefined); // `spawn` below reports a shell that cannot be started
  const pid = await waitForStart(child, order.command);
  const collected = collect(child, order, place.secrets ?? []);

  let end: CheckResult["end"] = "exited";
  const stop = (why: CheckResult["end"]) => {
    end = why;
    void endGroup(pid);
  };
  const abort = () => stop("aborted");
  signal.addEventListener("abort", abort);
  const clock = setTimeout(() => stop("timed-out"), order.limitMs);
  try {
    await order.onSpawned({ pid, startTime: (await place.processIdentity(pid))?.startTime ?? "" });
    if (signal.aborted) abort();
    child.stdin?.end("begin\n");
    const [exitCode] = (await exited) as [number | null];
    await endGroup(pid);
    return { end, exitCode, output: await collected() };
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", abort);
    await endGroup(pid); // also when the record could not be written
  }
}

/** Removes every setting of iflow: the project under test may be iflow itself. */
function withoutSettings(env: ChecksPlace["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("IFLOW_")));
}

async function waitForStart(child: ChildProcess, command: string): Promise<number> {
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new IflowError("disk-failed", `cannot start a shell for the check: ${command}`, {
      cause,
      fix: "Check that the repository folder is still there and that /bin/sh works.",
    });
  }
  if (child.pid === undefined) throw new Error("a child that was spawned has no pid");
  return child.pid;
}

/** Reports each line and keeps the end of the output; the result waits until the pipe is drained. */
function collect(child: ChildProcess, order: CheckRequest, secrets: readonly string[]): () => Promise<string> {
  let output = "";
  if (!child.stdout) return async () => output;
  const lines = createInterface({ input: child.stdout });
  const drained = once(lines, "close");
  lines.on("line", (said) => {
    const line = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), said);
    const short = line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line;
    output += `${short}\n`;
    if (output.length > 2 * OUTPUT_CHARS) output = endOf(output); // rarely, because a cut copies everything
    order.onLine(short);
  });
  return async () => {
    await Promise.race([drained, pause(GRACE_MS, undefined, { ref: false })]);
    lines.close();
    return endOf(output);
  };
}

function endOf(output: string): string {
  return output.slice(-OUTPUT_CHARS);
}

async function endGroup(pid: number): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    if (!signalGroup(pid, name)) return;
    // bounded even after SIGKILL: where no process reaps orphans, a dead group stays visible
    for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
      await pause(POLL_MS);
      if (!signalGroup(pid, 0)) return;
    }
  }
}

/** False when the group is gone or contains no process that may be signalled. */
function signalGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}
