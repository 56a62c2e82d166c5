// The work of a lane joins the branch: merged as git merges, committed with one parent, laid out in the working tree, in this
// order. A kill in between leaves files that are as before or as after, never the user's, so the next attempt finishes it.
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { JoinRequest, JoinResult } from "../../../ports/git/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Entry, rememberChild } from "../checkout/commit-facts.ts";
import { gitFailure } from "../checkout/git.ts";
import { foldersAbove, joinRecords, splitRecords } from "../checkout/named-paths.ts";
import { withThrowawayIndex } from "../checkout/throwaway.ts";
import { requireBranch } from "../checkout/whereabouts.ts";
import { gitlinkMode, isSameEntry, readIndexedEntries } from "../looking/entries.ts";
import { readWorkingEntries } from "../looking/working-files.ts";
import { oweEntries, settleDebts } from "./index-debts.ts";
import { findStep, rememberStep } from "./step-trailer.ts";
import { type Changes, readChanges, showCommitInIndex } from "./user-index.ts";
import { cancelled, moveBranch, writeCommit } from "./write-commit.ts";

export async function joinWork(checkout: Checkout, request: JoinRequest): Promise<JoinResult> {
  const tip = await requireBranch(checkout, request.branch);
  await settleDebts(checkout);
  const earlier = await findStep(checkout, request, tip);
  if (earlier !== undefined) {
    const paths = [...(await readChanges(checkout, `${earlier}^`, earlier)).keys()];
    return { status: "joined", sha: earlier, paths };
  }
  const merged = await merge(checkout, tip, request.work);
  if ("conflict" in merged) return { status: "conflict", paths: merged.conflict };
  const changes = await readChanges(checkout, tip, merged.tree);
  if (changes.size === 0) return { status: "no-change", sha: tip };
  const inTheWay = await findInTheWay(checkout, tip, changes);
  if (inTheWay.length > 0) return { status: "in-the-way", paths: inTheWay };

  const commit = await writeCommit(checkout.git, request, tip, merged.tree);
  await layOut(checkout, commit, changes);
  const after = new Map([...changes].map(([path, change]) => [path, change.after]));
  const owed = await oweEntries(checkout, request.branch, after);
  await moveBranch(checkout, request, tip, commit).catch(cancelled(owed));
  rememberChild(checkout.memory, { parent: tip, commit }, after);
  rememberStep(checkout, request, { parent: tip, commit });
  await showCommitInIndex(checkout, commit, after, owed.indexed);
  await owed.settled();
  return { status: "joined", sha: commit, paths: [...changes.keys()] };
}

/** A file that was put into a folder which another task has moved is a conflict, whatever the user's settings make of it. */
const MERGE = { "merge.renames": "true", "merge.directoryRenames": "conflict" };

async function merge(
  { git }: Checkout,
  tip: string,
  work: string,
): Promise<{ readonly tree: string } | { readonly conflict: string[] }> {
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", tip, work];
  const outcome = await git.attempt(args, { config: MERGE });
  const [tree = "", ...conflict] = splitRecords(outcome.stdout);
  if (outcome.exitCode === 0) return { tree };
  if (outcome.exitCode === 1 && tree !== "") return { conflict };
  throw gitFailure(args, outcome);
}

/** What is only git's business (submodules, files left out by a sparse checkout) is never in the way. */
async function findInTheWay(checkout: Checkout, tip: string, changes: Changes): Promise<string[]> {
  const paths = [...changes.keys()];
  const working = await readWorkingEntries(checkout, tip, paths);
  const indexed = await readIndexedEntries(checkout, paths);
  const inTheWay = paths.flatMap((path) => {
    const { before, after } = changes.get(path) ?? { before: undefined, after: undefined };
    if (isGitlink(before) || isGitlink(after) || indexed.get(path)?.sparse) return [];
    const fits = (entry: Entry | undefined) => isSameEntry(entry, before) || isSameEntry(entry, after);
    if (!fits(working.get(path)) || !fits(indexed.get(path))) return [path];
    return after === undefined ? [] : findBlocking(checkout.root, path, changes);
  });
  return [...new Set(inTheWay)].toSorted();
}

/** What stays in a folder that is to become this file; or the file itself, when a folder above it is none. */
function findBlocking(root: string, path: string, changes: Changes): string[] {
  const isRemoved = (other: string) => changes.has(other) && changes.get(other)?.after === undefined;
  if (sight(join(root, path))?.isDirectory()) return filesIn(root, path).filter((one) => !isRemoved(one));
  const isBlocked = foldersAbove(path).some((folder) => {
    const there = sight(join(root, folder));
    return there !== undefined && !there.isDirectory() && !isRemoved(folder);
  });
  return isBlocked ? [path] : [];
}

/** All of them, also deeper down; an empty folder by its own name. */
function filesIn(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  if (entries.length === 0) return [`${folder}/`];
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

/** Undefined also below something that is no folder. */
function sight(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function isGitlink(entry: Entry | undefined): boolean {
  return entry?.mode === gitlinkMode;
}

/**
 * Removed files first: one may be where a folder is to be. Each of the others takes its place whole: it is written below git's
 * folder before, so that neither a kill nor a full disk leaves half a file that would pass for the user's.
 */
async function layOut(checkout: Checkout, commit: string, changes: Changes): Promise<void> {
  const { git, root } = checkout;
  const indexed = await readIndexedEntries(checkout, changes.keys());
  const own = [...changes].filter(
    ([path, { before, after }]) => !isGitlink(before) && !isGitlink(after) && !indexed.get(path)?.sparse,
  );
  const present = own.flatMap(([path, { after }]) => (after ? [path] : []));
  await withThrowawayIndex(checkout, "empty", async (onIndex, folder) => {
    const write = async (...more: string[]) => {
      const args = ["checkout-index", "-f", "-z", "--stdin", ...more];
      const outcome = await git.attempt(args, { ...onIndex, input: joinRecords(present), asUser: true });
      if (outcome.exitCode !== 0) throw gitFailure(args, outcome, "Do what git names above, then: iflow continue");
    };
    if (present.length > 0) await git.run(["read-tree", commit], onIndex);
    const drafts = join(folder, "files");
    if (present.length > 0) await write(`--prefix=${drafts}/`);
    for (const [path, { after }] of own) if (after === undefined) await removeFile(root, path);
    for (const path of present) if (!(await placeFile(join(drafts, path), join(root, path)))) return write();
  });
}

/** False when git's folder is on another disk. */
async function placeFile(draft: string, file: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await rename(draft, file);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EXDEV") return false;
    throw cannotChange(file, cause);
  }
}

/** With the folders that are empty then, as git does. */
async function removeFile(root: string, path: string): Promise<void> {
  try {
    await rm(join(root, path), { force: true });
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) await rmdir(join(root, folder));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ERR_FS_EISDIR") return; // gone already, for a folder: the user's, or laid out before a kill
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR") return;
    throw cannotChange(path, cause);
  }
}

function cannotChange(path: string, cause: unknown): IflowError {
  const words = cause instanceof Error ? cause.message : String(cause);
  const fix = "make sure you may change it and the disk has space, then: iflow continue";
  return new IflowError("disk-failed", `${path} cannot be changed: ${words}`, { cause, fix });
}
