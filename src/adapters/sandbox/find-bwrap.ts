// The program bubblewrap, and which of its options this version has. It must not come from the working tree: a command
// that an agent runs could have put it there.
import { execFile } from "node:child_process";
import { ownProgram } from "../commands/own-path.ts";

export interface Bwrap {
  readonly path: string;
  readonly options: ReadonlySet<string>;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PATIENCE_MS = 10_000;

export async function findBwrap(path: string | undefined, tree: string): Promise<Bwrap | undefined> {
  const program = ownProgram("bwrap", path, tree);
  if (program === undefined) return undefined;
  const { stdout, stderr } = await run([program, "--help"], {});
  return { path: program, options: new Set(`${stdout}${stderr}`.match(/--[a-z][a-z-]+/g)) };
}

/** Never throws: a program that does not start has no code. */
export function run(command: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<Ran> {
  const [program = "", ...words] = command;
  return new Promise((resolve) => {
    execFile(program, words, { env, timeout: PATIENCE_MS, killSignal: "SIGKILL" }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, stdout, stderr: stderr || (error && code === null ? error.message : "") });
    });
  });
}
