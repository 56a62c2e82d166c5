// The program bubblewrap, and which of its options this version has. It must not come from the working tree: a command
// that an agent runs could have put it there.
import { execFile } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

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
  const program = findOutside(path ?? "", realpathSync(tree));
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

function findOutside(path: string, tree: string): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, "bwrap")).find((file) => isProgram(file) && isOutside(file, tree));
}

function isOutside(file: string, tree: string): boolean {
  return [file, realpathSync(file)].every((path) => !path.startsWith(`${tree}/`));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
