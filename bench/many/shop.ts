// A repository of a bench that plays the built command on scripted agents, and the agents' documents.
import { execFile, execFileSync, type PromiseWithChild } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "..", "dist", "main.js");

interface Iflow {
  (...args: string[]): PromiseWithChild<{ readonly stdout: string }>;
  /** With these variables more. */
  with(more: Readonly<Record<string, string>>, ...args: string[]): PromiseWithChild<{ readonly stdout: string }>;
}

export interface Shop {
  readonly home: string;
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly iflow: Iflow;
  /** The path of a script of agents. */
  readonly script: (name: string, roles: object) => string;
  /** Work trees, locks and records that are left. */
  readonly left: () => number;
}

/** With these settings, which are confirmed; it is gone when the work is done. */
export async function inShop<T>(settings: object, work: (shop: Shop) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "iflow-many-"));
  const root = join(home, "shop");
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
    mkdirSync(root);
    git("init", "--quiet", "--initial-branch", "main");
    git("config", "user.name", "bench");
    git("config", "user.email", "bench@iflow.invalid");
    git("config", "gc.auto", "0"); // in the background it would race with the removal
    writeFileSync(join(root, "iflow.config.json"), JSON.stringify({ checks: { none: true }, ...settings }));
    git("add", "--all");
    git("commit", "--quiet", "--message", "start");
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), GIT_CONFIG_GLOBAL: "/dev/null" };
    const withMore: Iflow["with"] = (more, ...args) =>
      run(process.execPath, [MAIN, ...args], { cwd: root, env: { ...env, ...more } });
    const iflow: Iflow = Object.assign((...args: string[]) => withMore({}, ...args), { with: withMore });
    await iflow("trust", "--yes");
    return await work({
      ...{ home, root, git, iflow },
      script: (name, roles) => {
        const path = join(home, `${name}.json`);
        writeFileSync(path, JSON.stringify({ roles }));
        return path;
      },
      left: () => {
        const folders = ["locks", "trees", "creating"].map((name) => join(root, ".git", "iflow", name));
        const records = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
        return records.length + git("worktree", "list").split("\n").length - 1;
      },
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export function number(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
