// A slot of a worker as a process of its own: DBOS has one instance in a process, and takes one opening at a time.
import { createInterface } from "node:readline";
import type { StartedSlot } from "../../ports/team-worker.ts";
import { startWatchedChild } from "../commands/watched-child.ts";

export function startSlot(
  { script, env }: { readonly script: string; readonly env: NodeJS.ProcessEnv },
  words: readonly string[],
  onLine: (line: string) => void,
): StartedSlot {
  const child = startWatchedChild([process.execPath, script, ...words], { cwd: process.cwd(), env });
  child.process.stdin.end();
  child.process.stdout.resume();
  createInterface({ input: child.process.stderr }).on("line", onLine);
  child.begin();
  const failed = new Promise<{ code: null }>((resolve) => child.process.once("error", () => resolve({ code: null })));
  return {
    ended: Promise.race([child.exit, failed]),
    end: () => void child.process.kill("SIGTERM"),
  };
}
