// kill -9 at chosen moments, and copies of a repository to do it in.
import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Ended, type Roles, type Workplace, workplaceIn } from "./iflow.ts";
import { repoAt, tempFolder } from "./temp-repo.ts";

const KILLER = join(import.meta.dirname, "kill-at.mjs");

/**
 * The command is killed at its n-th journal line, and so is whatever goes on after it, every few lines, before the line is
 * written and after in turn, until one gets through; its end is the result. Started at each of the moments, a few runs
 * are killed at lines all along.
 */
export async function killedAllAlong(
  place: Workplace,
  first: number,
  run: (kill: Kill) => Promise<Ended>,
): Promise<Ended> {
  for (let kills = 0; kills < MOST_KILLS; kills += 1) {
    const ended = await run(killAtLine(kills === 0 ? first : LINES_BETWEEN, (first + kills) % 2 === 0));
    if (ended.signal === "SIGKILL") continue;
    expect(kills, `kills from line ${first} on in ${place.root}`).toBeGreaterThan(0);
    return ended;
  }
  throw new Error(`killed ${MOST_KILLS} times from line ${first} on and not at an end: ${place.root}`);
}

export const MOMENTS = [1, 2, 5, 6, 9, 10];
const LINES_BETWEEN = 12;
const MOST_KILLS = 30;

export interface Kill {
  readonly node: readonly string[];
  readonly env: Record<string, string>;
}

/** At its n-th journal line, before it is on disk or right after. */
export function killAtLine(line: number, isAfter: boolean): Kill {
  return { node: ["--import", KILLER], env: { KILL_AT: String(line), KILL_WHEN: isAfter ? "after" : "before" } };
}

/** As soon as the n-th call of git with this word has done its work. */
export function killAfterGit(word: string, at: number): Kill {
  return { node: ["--import", KILLER], env: { KILL_AFTER_GIT: word, KILL_AT: String(at) } };
}

/** A shell line for an agent: the first time it ends the engine that waits for it. */
export const killsOnce = (mark: string) => `[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`;

export function withTurn(roles: Roles, role: string, turn: number, more: Record<string, unknown>): Roles {
  return { ...roles, [role]: (roles[role] ?? []).map((old, index) => (index === turn ? { ...old, ...more } : old)) };
}

export async function templateOf(place: Workplace): Promise<string> {
  const template = join(await tempFolder(), "template");
  await cp(place.root, template, { recursive: true });
  return template;
}

export async function copyOf(template: string): Promise<Workplace> {
  const root = await tempFolder();
  await cp(template, root, { recursive: true });
  return workplaceIn(repoAt(root));
}

/** Two at a time. */
export async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([lane(), lane()]);
}

/** Done by the first who asks, for all tests of a file. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** Every dispatch that was paid for, by role and kind. */
export function paidRoles(runFolder: string): string[] {
  return readdirSync(join(runFolder, "dispatches"))
    .filter((name) => name.endsWith(".outcome.json"))
    .map((name) => name.replace(/^\d+-/, ""))
    .sort();
}

export const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
