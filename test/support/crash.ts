// kill -9 at chosen moments, and copies of a repository to do it in.
import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, type Roles, type Turn, type Workplace, workplaceIn } from "./iflow.ts";
import { repoAt, tempFolder } from "./temp-repo.ts";

const KILLER = join(import.meta.dirname, "kill-at.mjs");

/** Runs the command and ends it for real, before or after the n-th line of the journal is on disk. */
export function killedAt(place: Workplace, line: number, ...args: string[]): Promise<Ended> {
  return place.iflowWith(atLine(line), ...args);
}

/** Runs the command and ends it for real as soon as the n-th git call with that word has done its work. */
export function killedAfterGit(place: Workplace, word: string, call: number, ...args: string[]): Promise<Ended> {
  return place.iflowWith(dying({ KILL_AFTER_GIT: word, KILL_AT: String(call) }), ...args);
}

/** With these options a command is ended before (odd lines) or after (even ones) that line is on disk. */
export function atLine(line: number) {
  return dying({ KILL_AT: String(line), KILL_WHEN: line % 2 === 0 ? "after" : "before" });
}

function dying(env: Record<string, string>) {
  return { node: ["--import", KILLER], env };
}

/** Half of these journal lines: two in a row, an odd and an even one, then two are left out. */
export function momentsUpTo(line: number): number[] {
  return Array.from({ length: line }, (_, index) => index + 1).filter((at) => at % 4 === 1 || at % 4 === 2);
}

/** The same script, in which one turn of a role does more. */
export function withTurn(roles: Roles, role: string, turn: number, more: Turn): Roles {
  return { ...roles, [role]: (roles[role] ?? []).map((old, index) => (index === turn ? { ...old, ...more } : old)) };
}

export function journalLines(runFolder: string): number {
  return readFileSync(join(runFolder, "journal.jsonl"), "utf8").trim().split("\n").length;
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

/** Every dispatch that was paid for, by role and kind. */
export function paidRoles(runFolder: string): string[] {
  return readdirSync(join(runFolder, "dispatches"))
    .filter((name) => name.endsWith(".outcome.json"))
    .map((name) => name.replace(/^\d+-/, ""))
    .sort();
}

/** A process that has ended and that nobody has waited for is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

export const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
