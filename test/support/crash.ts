// kill -9 at chosen moments, and copies of a repository to do it in.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, type Roles, type Workplace, workplaceIn } from "./iflow.ts";
import { sampled } from "./sampled.ts";
import { copyFolder } from "./shared.ts";
import { repoAt, tempFolder } from "./temp-repo.ts";

const KILLER = join(import.meta.dirname, "kill-at.mjs");

export interface Moment {
  /** `done specify/1/0/draft/1` */
  readonly record: string;
  readonly when: "before" | "after";
  /** Of the journal of a run that nobody killed. */
  readonly line: number;
}

/** Records of a journal to be killed at: before one and after the next, then some are passed over, two of `every` in all. */
export function momentsOf(runFolder: string, every = 4): Moment[] {
  const [, ...lines] = readFileSync(join(runFolder, "journal.jsonl"), "utf8").trim().split("\n");
  const moments = lines.map((line, index) => {
    const { type, step, name = "" } = JSON.parse(line);
    return { record: recordName(type, step ?? name), when: index % 2 === 0 ? "before" : "after", line: index } as const;
  });
  return moments.filter(({ line }) => line % every <= 1);
}

/** A kept diff is named after commits, whose ids differ from run to run (as in kill-at.mjs). */
const recordName = (type: string, name: string) => `${type} ${name.replace(/^diffs\/.*/, "diffs/…")}`;

export interface Crashes {
  /** A place where nothing has been run yet. */
  readonly start: () => Promise<Workplace>;
  /** The command, or what continues after a kill. */
  readonly command: (place: Workplace) => readonly string[];
  readonly env?: Record<string, string>;
  readonly expectEnd: (place: Workplace, ended: Ended, kills: string) => unknown;
}

/**
 * Kills at the moments that this run plays (sampled.ts), several in one run: what continues after a kill is killed again
 * some lines later, until it gets through. A moment that does not come after a kill, because a step has another name
 * then, begins a run of its own.
 */
export async function killAtAll(
  moments: readonly Moment[],
  { start, command, env = {}, expectEnd }: Crashes,
): Promise<void> {
  const open = sampled(moments);
  const lane = async () => {
    while (open.length > 0) await killOneRun();
  };
  await Promise.all([lane(), lane()]);

  function run(place: Workplace, kill: Kill | undefined): Promise<Ended> {
    if (!kill) return place.iflowWith({ env }, ...command(place));
    return place.built.iflowWith({ node: kill.node, env: { ...env, ...kill.env } }, ...command(place));
  }

  async function killOneRun(): Promise<void> {
    const place = await start();
    const kills: string[] = [];
    for (let from = 0; ; ) {
      const [next] = open.splice(kills.length === 0 ? 0 : indexFrom(open, from), 1);
      const ended = await run(place, next && killAt(next));
      if (ended.signal !== "SIGKILL") {
        const story = `killed ${kills.join(", ")}`;
        if (next && kills.length === 0) throw new Error(`${next.record} never came: ${ended.stderr}`);
        if (next) open.unshift(next);
        await expectEnd(place, ended, story);
        return;
      }
      kills.push(`${next?.when} ${next?.record}`);
      from = (next?.line ?? 0) + LINES_BETWEEN;
    }
  }
}

/** So that each go gets further than the step it was killed in. */
const LINES_BETWEEN = 6;

function indexFrom(moments: readonly Moment[], line: number): number {
  const index = moments.findIndex((moment) => moment.line >= line);
  return index === -1 ? moments.length : index;
}

/** A kill may leave no run at all, one that is open, or one that is done; `continue` begins what is missing. */
export const continueArgs = (place: Workplace, ...args: string[]): string[] => [
  ...["continue", "--yolo", "--runtime", "scripted", "--script", place.scriptPath],
  ...args,
];

/** Before that record is in the journal, or right after. */
export function killAt({ record, when }: Pick<Moment, "record" | "when">): Kill {
  return { node: ["--import", KILLER], env: { KILL_RECORD: record, KILL_WHEN: when } };
}

export interface Kill {
  readonly node: readonly string[];
  readonly env: Record<string, string>;
}

/** As soon as the n-th call of git with this word has done its work. */
export function killAfterGit(word: string, at: number): Kill {
  return killAtGit({ word, at, when: "after" });
}

export interface GitMoment {
  /** `any` for every call. */
  readonly word: string;
  readonly at: number;
  readonly when: "before" | "after";
  /** Only calls after this file appeared count. */
  readonly since?: string;
}

export function killAtGit({ word, at, when, since = "" }: GitMoment): Kill {
  const env = { KILL_GIT: word, KILL_AT: String(at), KILL_WHEN: when, KILL_SINCE: since };
  return { node: ["--import", KILLER], env };
}

/** Once the n-th turn of a session over the plain API is committed. */
export function killAfterTurn(turn: number): Kill {
  return { node: ["--import", KILLER], env: { KILL_TURN: String(turn) } };
}

/** A shell line for an agent: the first time it ends the engine that waits for it. */
export const killsOnce = (mark: string) => `[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`;

export function withTurn(roles: Roles, role: string, turn: number, more: Record<string, unknown>): Roles {
  return { ...roles, [role]: (roles[role] ?? []).map((old, index) => (index === turn ? { ...old, ...more } : old)) };
}

export async function templateOf(place: Workplace): Promise<string> {
  const template = join(await tempFolder(), "template");
  copyFolder(place.root, template);
  return template;
}

export async function copyOf(template: string): Promise<Workplace> {
  const root = await tempFolder();
  copyFolder(template, root);
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

/** A process that has ended and that nobody has waited for is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (existsSync("/proc/self")) return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z"); // macOS
  } catch {
    return false;
  }
}
