// A repository to run `iflow …` in, with a HOME of its own and a script for its agents. Commands run in the process of the
// test; where a process matters (a kill, a signal, two at once) `place.built` starts the built command.
import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLevels } from "./levels.ts";
import { type Ended, runHere } from "./run-here.ts";
import { type TempRepo, tempRepo, untouched } from "./temp-repo.ts";
import { trusting } from "./trusting.ts";

export const MAIN = join(import.meta.dirname, "..", "..", "dist", "main.js");

export type { Ended };

/** One turn of a scripted role. */
export type Turn = Record<string, unknown>;
export type Roles = Record<string, readonly Turn[]>;

export interface Workplace extends TempRepo {
  /** Runs `iflow …` and waits for its end. */
  iflow(...args: string[]): Promise<Ended>;
  iflowWith(options: { env?: Record<string, string>; node?: never }, ...args: string[]): Promise<Ended>;
  /** `--json`, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into documents of many shapes
  json(...args: string[]): Promise<{ code: number | null; document: any }>;
  /** (Re)writes the script of the agents. */
  script(roles: Roles): Promise<void>;
  readonly scriptPath: string;
  /** The feature's folder, run folder and files. */
  read(path: string): string;
  runFolder(feature: string, n?: number, phase?: string): string;
  dispatchFiles(feature: string, ending: string, phase?: string): string[];
  /** The same place; its commands are processes of their own. */
  readonly built: BuiltPlace;
}

export interface BuiltPlace extends Workplace {
  /** `node` are arguments of node itself. */
  iflowWith(options: { env?: Record<string, string>; node?: readonly string[] }, ...args: string[]): Promise<Ended>;
}

export async function workplace(roles: Roles = {}, files?: Record<string, string>): Promise<Workplace> {
  const place = workplaceIn(await tempRepo(files));
  await place.script(roles);
  return place;
}

/** A workplace in a repository that is there already; its script is as it was left. */
export function workplaceIn(repo: TempRepo): Workplace {
  const scriptPath = join(repo.root, ".git", "script.json");
  const runFolder: Workplace["runFolder"] = (feature, n = 1, phase = "specify") =>
    join(repo.root, ".git", "iflow", "runs", `${feature}.${phase}.${n}`);
  const files = {
    ...repo,
    scriptPath,
    runFolder,
    script: (next: Roles) => writeFile(scriptPath, JSON.stringify({ roles: withLevels(next) })),
    read: (path: string) => readFileSync(join(repo.root, path), "utf8"),
    dispatchFiles: (feature: string, ending: string, phase?: string) =>
      readdirSync(join(runFolder(feature, 1, phase), "dispatches"))
        .filter((name) => name.endsWith(ending))
        .sort(),
  };
  const built: BuiltPlace = {
    ...files,
    ...commands(({ env, node = [] }, ...args) =>
      runBuilt(repo.root, [...node, MAIN, ...args], { ...trusting(repo.root), ...env }),
    ),
    get built() {
      return built;
    },
  };
  const here: Workplace["iflowWith"] = ({ env = {} }, ...args) => {
    untouched.delete(repo.root);
    return runHere(repo.root, args, { ...trusting(repo.root), ...env });
  };
  return { ...files, ...commands(here), built };
}

function commands<IflowWith extends Workplace["iflowWith"]>(iflowWith: IflowWith) {
  return {
    iflowWith,
    iflow: (...args: string[]) => iflowWith({}, ...args),
    json: async (...args: string[]) => {
      const ended = await iflowWith({}, "--json", ...args);
      return { code: ended.code, document: JSON.parse(ended.stdout) };
    },
  };
}

function runBuilt(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  untouched.delete(cwd);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, encoding: "utf8" },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, signal: child.signalCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** Starts `iflow …` and leaves it running; the caller waits for or ends it. */
export const startIflow = (cwd: string, ...args: string[]) => startIflowWith({}, cwd, ...args);

export const startIflowWith = (options: { env?: Record<string, string> }, cwd: string, ...args: string[]) =>
  start({ program: process.execPath, ...options }, cwd, MAIN, ...args);

export const startProgram = (program: string, cwd: string, ...args: string[]) => start({ program }, cwd, ...args);

function start(
  { program, env = {} }: { program: string; env?: Record<string, string> },
  cwd: string,
  ...args: string[]
) {
  untouched.delete(cwd);
  const all = { ...process.env, ...trusting(cwd), ...env };
  const child = spawn(program, args, { cwd, env: all, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<Ended>((resolve) => {
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}
