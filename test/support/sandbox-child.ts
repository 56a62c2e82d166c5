// A process of its own that runs one command in the sandbox, as whichever user it was started: request on stdin, result
// on stdout, both JSON. It stays until the command has ended, since its limits are watched from here.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { openSandbox } from "../../src/adapters/sandbox/open-sandbox.ts";

export interface InsideRequest {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: { readonly mode: "auto" | "require" | "off"; readonly network: boolean; readonly checks: boolean };
  readonly git: { readonly gitDir: string; readonly commonDir: string; readonly submodules?: readonly string[] };
  readonly limits?: { readonly processes: number; readonly bytes: number };
  readonly line: string;
  /** Ends the command's group after this time, as its starter would. */
  readonly limitMs?: number;
  /** Gives the command a terminal. */
  readonly terminal?: boolean;
}

export interface InsideResult {
  readonly applied: boolean;
  readonly code: number | null;
  /** What the agent is told about a command that was killed. */
  readonly limits: string;
  readonly output: string;
  readonly milliseconds: number;
}

async function main(): Promise<InsideResult> {
  const request: InsideRequest = JSON.parse(await text(process.stdin));
  const { root, env, settings, git, limits, line, limitMs, terminal } = request;
  const sandbox = await openSandbox({ root, env, settings, git: async () => git, ...(limits && { limits }) });
  const wrapped = await sandbox.wrap(["/bin/sh", "-c", line]);
  const quoted = wrapped.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const [program = "", ...words] = terminal ? ["script", "-qec", quoted, "/dev/null"] : wrapped;
  const begun = performance.now();
  const child = spawn(program, words, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const clock = limitMs && setTimeout(() => process.kill(-(child.pid ?? 0), "SIGTERM"), limitMs);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (said) => (output += said));
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise((resolve) => setTimeout(resolve, 50)); // the last output may still be in transit
  clearTimeout(clock || undefined);
  return {
    applied: sandbox.applied,
    limits: sandbox.limits,
    code,
    output,
    milliseconds: Math.round(performance.now() - begun),
  };
}

main().then(
  (result) => process.stdout.write(JSON.stringify(result), () => process.exit(0)),
  (error) => process.stdout.write(JSON.stringify({ thrown: String(error), fix: error.fix }), () => process.exit(0)),
);
