// kill -9 at chosen journal lines, and copies of a repository to do it in.
import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, type Workplace, workplaceIn } from "./iflow.ts";
import { repoAt, tempFolder } from "./temp-repo.ts";

const KILLER = join(import.meta.dirname, "kill-at.mjs");

/** Runs the command and ends it for real, before or after the n-th line of the journal is on disk. */
export function killedAt(place: Workplace, line: number, ...args: string[]): Promise<Ended> {
  const env = { KILL_AT: String(line), KILL_WHEN: line % 2 === 0 ? "after" : "before" };
  return place.iflowWith({ node: ["--import", KILLER], env }, ...args);
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

export const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
