// `iflow …` in the process of the test: the real program with its parsing, wiring, git and files. Only what a command has
// of its process is its own, so any number may run at once: arguments, folder, environment, exit code and output.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CommandHost } from "../../src/frontends/cli/command.ts";
import { TestPipe, type TestScreen } from "./screen.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Program = typeof import("./program.ts");

const ROOT = join(import.meta.dirname, "..", "..");
export const PROGRAM = join(ROOT, "test", ".program", "program.mjs");

/** `screen`: a terminal to look at, for both streams; otherwise they are pipes. */
export async function runHere(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
  screen?: TestScreen,
): Promise<Ended> {
  const { runProgram, commands, createWiring } = (await import(pathToFileURL(PROGRAM).href)) as Program;
  const host = new TestProcess(cwd, screen);
  const wiring = createWiring(version(), { ...process.env, ...env }, "iflow");
  try {
    await runProgram(["node", "iflow", ...args], version, async () => ({ commands, wiring }), host);
  } finally {
    host.end();
  }
  return { code: host.exitCode, signal: null, stdout: host.stdout.text, stderr: host.stderr.text };
}

class TestProcess implements CommandHost {
  readonly stdout: TestPipe | TestScreen;
  readonly stderr: TestPipe | TestScreen;
  readonly stdin = {};
  exitCode = 0;
  readonly #cwd: string;
  readonly #atEnd: (() => void)[] = [];

  constructor(cwd: string, screen: TestScreen | undefined) {
    this.stdout = screen ?? new TestPipe();
    this.stderr = screen ?? new TestPipe();
    this.#cwd = cwd;
  }

  cwd(): string {
    return this.#cwd;
  }

  exit(code: number): never {
    throw new Error(`exit(${code}) is for signals; a test that sends one needs a process of its own`);
  }

  on(event: "exit" | NodeJS.Signals, listener: () => void): void {
    if (event === "exit") this.#atEnd.push(listener);
  }

  end(): void {
    for (const listener of this.#atEnd) listener();
  }
}

const version = (): string => JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
