// Updates the user's own index after a commit made outside it. Only entries of committed paths are set; anything else
// that is staged, partly staged or marked to be added stays as it is.
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DISK_FULL_FIX, IflowError } from "../../../domain/text/errors.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Entry } from "../checkout/commit-facts.ts";
import { type GitOutcome, isDiskFull } from "../checkout/git.ts";
import { joinRecords, splitRecords } from "../checkout/named-paths.ts";
import { type IndexedEntry, isSameEntry, printIndexInfo, readIndexedEntries, zeroIdLike } from "../looking/entries.ts";

/** Sets the entries of these paths to those of the commit; `indexed` is what they were before it. */
export async function showCommitInIndex(
  checkout: Checkout,
  commit: string,
  committed: ReadonlyMap<string, Entry | undefined>,
  indexed: ReadonlyMap<string, IndexedEntry>,
): Promise<void> {
  // An entry that needs no change keeps the user's mark; every other one is written, even one marked to be added.
  const isDone = (path: string) => indexed.get(path)?.marked && isSameEntry(indexed.get(path), committed.get(path));
  await setEntries(checkout, commit, new Map([...committed].filter(([path]) => !isDone(path))));
}

/**
 * Updates entries that are still in their state before the commit: after a process died between the commit and the
 * index update, or when a hook committed more than it was asked to. Anything staged since then is left alone.
 */
export async function catchUpIndex(checkout: Checkout, commit: string, known?: Changes): Promise<void> {
  const changes = known ?? (await readChanges(checkout, `${commit}^`, commit));
  const indexed = await readIndexedEntries(checkout, changes.keys());
  const stale = [...changes].filter(([path, { before }]) => isSameEntry(indexed.get(path), before));
  await setEntries(checkout, commit, new Map(stale.map(([path, { after }]) => [path, after])));
}

interface Change {
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

export type Changes = ReadonlyMap<string, Change>;

export async function readChanges({ git }: Checkout, from: string, to: string): Promise<Changes> {
  const records = splitRecords(await git.run(["diff-tree", "-r", "-z", "--raw", "--no-renames", from, to]));
  const changes = new Map<string, Change>();
  for (let at = 0; at + 1 < records.length; at += 2) {
    const [modeBefore = "", mode = "", idBefore = "", id = ""] = records[at]?.slice(1).split(" ") ?? [];
    changes.set(records[at + 1] ?? "", { before: toEntry(modeBefore, idBefore), after: toEntry(mode, id) });
  }
  return changes;
}

function toEntry(mode: string, id: string): Entry | undefined {
  return mode === "000000" ? undefined : { mode, id };
}

export async function setEntries(
  checkout: Checkout,
  commit: string,
  entries: ReadonlyMap<string, Entry | undefined>,
): Promise<void> {
  if (entries.size === 0) return;
  const { git } = checkout;
  const input = printIndexInfo(entries, zeroIdLike(commit));
  const attempt = () => git.attempt(["update-index", "-z", "--index-info"], { input });

  const outcome = await waitForLock(attempt, "index.lock");
  if (outcome.exitCode !== 0) throw explainStaleIndex(checkout, commit, outcome);

  // Lets git remember the times of these files. It may fail: then the files are only read once more.
  const present = [...entries].flatMap(([path, entry]) => (entry ? [path] : []));
  if (present.length === 0) return;
  const refresh = ["add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul"];
  await git.attempt(refresh, { input: joinRecords(present) });
}

/** Another program may hold a lock for a moment: an editor that fetches, a person who commits. */
export async function waitForLock(attempt: () => Promise<GitOutcome>, lock: string): Promise<GitOutcome> {
  let outcome = await attempt();
  for (const pause of pausesWhileLocked) {
    if (outcome.exitCode === 0 || !outcome.stderr.includes(lock)) break;
    await setTimeout(pause);
    outcome = await attempt();
  }
  return outcome;
}

const pausesWhileLocked = [20, 50, 100, 200, 400];

function explainStaleIndex({ gitDir }: Checkout, commit: string, { stderr }: GitOutcome): IflowError {
  const message = `Commit ${commit} was made, but the index could not be updated: ${stderr.trim()}`;
  if (isDiskFull(stderr)) return new IflowError("disk-failed", message, { fix: DISK_FULL_FIX });
  const lock = join(gitDir, "index.lock");
  const fix = `When no other git process is running, remove ${lock} and run: iflow continue`;
  return new IflowError("git-failed", message, { fix });
}
