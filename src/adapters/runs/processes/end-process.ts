// Ends an agent that outlived the run that started it. It ends a process only when that is certainly the same child:
// same pid, same start time, and the step's name in its environment.
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LeftChild } from "../../../domain/run/left-processes.ts";
import { machineId, processIdentity } from "./processes.ts";

const POLL_MS = 20;
// Nothing withstands SIGKILL, but on a busy machine its end takes a moment.
const KILL_MS = 5000;

/** True when it was running and is gone now; false when there was nothing of ours to end, or it cannot be ended. */
export async function endProcess(child: LeftChild, graceMs = 2000): Promise<boolean> {
  if (child.machine !== undefined && child.machine !== (await machineId())) return false;
  const running = await processIdentity(child.pid);
  if (running?.startTime !== child.startTime || !(await carriesStep(child))) return false;

  const target = running.group === child.pid ? -child.pid : child.pid;
  signal(target, "SIGTERM");
  await waitUntilGone(child, target, graceMs);
  signal(target, "SIGKILL"); // also ends the rest of its group when the child itself is gone
  return waitUntilGone(child, target, KILL_MS);
}

/** Outside Linux the environment of a process cannot be read; pid and start time have to suffice. */
async function carriesStep({ pid, step }: LeftChild): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.split("\0").includes(`IFLOW_STEP=${step}`);
}

async function waitUntilGone({ pid, startTime }: LeftChild, target: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; ; waited += POLL_MS) {
    const isGone = (await processIdentity(pid))?.startTime !== startTime;
    if (isGone && !signal(target, 0)) return true;
    if (waited >= patienceMs) return isGone;
    await sleep(POLL_MS);
  }
}

/** False when there is no process to signal. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}
