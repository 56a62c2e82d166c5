// Children that a test starts, talks to and kills. Whatever still runs when the test ends is killed.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export interface TestChild {
  readonly pid: number;
  readonly process: ChildProcess;
  /** The next line of its stdout; rejects with its stderr when it ends before. */
  line(): Promise<string>;
  /** Kills it like a power cut and waits until it is gone. */
  kill(): Promise<void>;
  ended(): Promise<number | NodeJS.Signals>;
}

export function startChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): TestChild {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  const end = new Promise<number | NodeJS.Signals>((resolve) =>
    child.on("close", (code, signal) => resolve(signal ?? code ?? -1)),
  );
  const kill = async () => {
    child.kill("SIGKILL");
    await end;
  };
  onTestFinished(kill);
  if (child.pid === undefined) throw new Error(`cannot start ${command}`);

  return {
    pid: child.pid,
    process: child,
    async line() {
      const next = await lines.next();
      if (next.done) throw new Error(`the child ended (${await end}): ${complaints}`);
      return next.value;
    },
    kill,
    ended: () => end,
  };
}
