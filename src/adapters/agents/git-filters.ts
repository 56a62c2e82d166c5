// The filters that git knows here, by name: programs of the configuration that clean a file before it is compared.
import { execFile } from "node:child_process";
import { commandEnvironment, type Environment, pickEnvironment } from "../commands/pick-environment.ts";

export interface FiltersPlace {
  /** The program. */
  readonly git: string;
  readonly cwd: string;
  readonly env: Environment;
}

/** Undefined where the configuration cannot be read. */
export async function readFilters({ git, cwd, env }: FiltersPlace): Promise<readonly string[] | undefined> {
  // a command of ours may see other configuration than one that an agent runs by itself
  const seen = [commandEnvironment(env, []), pickEnvironment(env, [])];
  const keys = await Promise.all(seen.map((one) => filterKeys(git, cwd, one)));
  const names = keys.map((some) => some?.flatMap((key) => FILTER.exec(key)?.[1] ?? []));
  return names.includes(undefined) ? undefined : [...new Set(names.flatMap((some) => some ?? []))];
}

const FILTER = /^filter\.(.*)\.[^.]*$/s;
const LONGEST_MS = 10_000;
/** What git says when there are none. */
const NONE = 1;

function filterKeys(git: string, cwd: string, env: Record<string, string>): Promise<string[] | undefined> {
  const words = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];
  return new Promise((resolve) => {
    execFile(git, words, { cwd, env, timeout: LONGEST_MS }, (error, stdout) => {
      if (!error) resolve(stdout.split("\0").filter((key) => key !== ""));
      else resolve(error.code === NONE ? [] : undefined);
    });
  });
}
