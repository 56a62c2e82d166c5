// A folder to play in: the repository, a home and a temp folder of its own, the git that counts, and a log. Commands
// that run in it see nothing of the user's.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GitKill, gitShim } from "./git-shim.ts";
import { TURNS_FROM } from "./phases.ts";

const MAIN = join(process.cwd(), "dist", "main.js");
const WATCH = join(process.cwd(), "bench", "chaos", "watch.mjs");

export interface Place {
  readonly folder: string;
  readonly repo: string;
  /** Where commands keep what is theirs; everything in it is left behind by one. */
  readonly temp: string;
  /** What commands did, in order: the lines of `watch.mjs` and of the git that counts. */
  readonly log: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  gitWith(input: string, ...args: string[]): string;
}

export interface Inject {
  readonly git?: GitKill;
  /** `37 before`: see `watch.mjs`. */
  readonly write?: string;
  /** Called once the command runs; ends it, or not. */
  readonly watch?: (pid: number) => void;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

export function placeIn(folder: string): Place {
  const home = join(folder, "home");
  const repo = join(folder, "repo");
  const temp = join(folder, "tmp");
  for (const path of [home, repo, temp, join(folder, "bin")]) mkdirSync(path, { recursive: true });
  const env = {
    ...{ PATH: `${join(folder, "bin")}:${process.env.PATH}`, HOME: home, TMPDIR: temp, LANG: "C.UTF-8", NO_COLOR: "1" },
    ...{
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_DATA_HOME: join(home, "data"),
      XDG_STATE_HOME: join(home, "state"),
    },
    ...{ GIT_CONFIG_GLOBAL: join(home, "gitconfig"), GIT_CONFIG_NOSYSTEM: "1" },
  };
  const gitWith = (input: string, ...args: string[]) =>
    execFileSync(REAL_GIT, args, { cwd: repo, env, input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  return {
    ...{ folder, repo, temp, log: join(folder, "log"), env },
    git: (...args) => gitWith("", ...args),
    gitWith,
  };
}

const REAL_GIT = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

/** As a person would: a process of its own, in a process group of its own. */
export function iflow(place: Place, args: readonly string[], inject: Inject = {}): Promise<Ended> {
  const { folder, repo, env, log } = place;
  const calls = join(folder, "calls");
  rmSync(calls, { force: true });
  const shim = join(folder, "bin", "git");
  writeFileSync(`${shim}.new`, gitShim(REAL_GIT, log, calls, inject.git), { mode: 0o755 });
  renameSync(`${shim}.new`, shim); // the earlier one may still be running, and such a file cannot be written to
  const chaos = { CHAOS_LOG: log, CHAOS_TURNS_FROM: String(TURNS_FROM), CHAOS_WRITE: inject.write ?? "" };
  const child = spawn(process.execPath, ["--import", WATCH, MAIN, ...args], {
    ...{ cwd: repo, env: { ...env, ...chaos }, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (said += text));
  if (child.pid !== undefined) inject.watch?.(child.pid);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // not "close": a process that a killed command left behind may hold its streams open
    child.on("exit", (code, signal) => setImmediate(() => resolve({ code, signal, said })));
  });
}

export function readLog({ log }: Place): string[] {
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
}

/** The same files with the same times; on a file system that can share blocks they are shared. */
export function copyPlace(from: string, to: string): Place {
  const place = placeIn(to);
  for (const name of ["repo", "home"]) {
    rmSync(join(to, name), { recursive: true });
    execFileSync("cp", ["-a", ...REFLINK, join(from, name), join(to, name)]);
  }
  return place;
}

const REFLINK = process.platform === "linux" ? ["--reflink=auto"] : [];

/** Not more than can be told apart by eye: all names have the same length, because prompts contain paths. */
export const placeName = (number: number): string => String(number).padStart(6, "0");
