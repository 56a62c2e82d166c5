// What did an agent change? Trees of the whole working state, stored outside the repository: the user's index and
// object store stay unchanged, byte for byte. A file that cannot be read or vanishes meanwhile never stops a snapshot.
import { access, constants, lstat } from "node:fs/promises";
import { join } from "node:path";
import { isSecretFile } from "../../../domain/text/secrets/secret-files.ts";
import type { ChangedPath, Snapshot, Snapshots } from "../../../ports/git/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type GitOptions, gitFailure } from "../checkout/git.ts";
import { assertNamedPaths, foldersAbove, joinRecords, splitRecords } from "../checkout/named-paths.ts";
import { clearThrowaways, openThrowawayObjects, sizeOfThrowaways, withThrowawayIndex } from "../checkout/throwaway.ts";
import { readWhereabouts } from "../checkout/whereabouts.ts";
import { readPatch } from "./patch.ts";
import { isStaged, readState } from "./snapshot-state.ts";
import { readWorkingEntries } from "./working-files.ts";

export function createSnapshots(checkout: Checkout): Snapshots {
  const { git } = checkout;
  let last: { readonly state: string; readonly snapshot: Snapshot } | undefined;
  const snapshots: Snapshots = {
    size: () => sizeOfThrowaways(checkout),
    clear: () => clearThrowaways(checkout),

    async take() {
      const objects = await openThrowawayObjects(checkout);
      return withThrowawayIndex(checkout, "copy", async ({ env, config }) => {
        const aside = { env: { ...env, ...objects }, config: { ...config, "core.safecrlf": "false" }, asUser: true };
        const changes = await listChanges(checkout, aside);
        const seen = await readState(checkout, changes, aside);
        if (seen !== undefined && seen.state === last?.state) return last.snapshot;

        const skipped = await addChanges(checkout, changes, aside);
        // Blobs that a partial clone has not fetched are still part of the tree.
        const tree = (await git.run(["write-tree", "--missing-ok"], aside)).trim();
        const snapshot = { tree, skipped };
        if (seen !== undefined && (await isStaged(checkout, seen, aside))) last = { state: seen.state, snapshot };
        return snapshot;
      });
    },

    async treeWithout(paths) {
      assertNamedPaths(paths);
      const { tree } = await snapshots.take();
      const objects = await openThrowawayObjects(checkout);
      return withThrowawayIndex(checkout, "empty", async ({ env, config = {} }) => {
        const aside = { env: { ...env, ...objects }, config };
        await git.run(["read-tree", tree], aside);
        const left = splitRecords(await git.run(["ls-files", "-z", "--", ...paths], aside));
        const args = ["update-index", "--force-remove", "-z", "--stdin"];
        if (left.length > 0) await git.run(args, { ...aside, input: joinRecords(left) });
        return (await git.run(["write-tree", "--missing-ok"], aside)).trim();
      });
    },

    async blobs(paths, at) {
      assertNamedPaths(paths);
      const { head } = at ?? (await readWhereabouts(checkout));
      const entries = await readWorkingEntries(checkout, head, paths);
      return Object.fromEntries(paths.map((path) => [path, entries.get(path)?.id]));
    },

    async has(tree) {
      const env = await openThrowawayObjects(checkout);
      return (await git.attempt(["cat-file", "-e", `${tree}^{tree}`], { env })).exitCode === 0;
    },

    async changed(before, after) {
      if (before === after) return [];
      const env = await openThrowawayObjects(checkout);
      const args = ["diff-tree", "-r", "-z", "--name-status", "--no-renames", before, after];
      const records = splitRecords(await git.run(args, { env }));
      const changes: ChangedPath[] = [];
      for (let at = 0; at + 1 < records.length; at += 2) {
        changes.push({ path: records[at + 1] ?? "", change: toChange(records[at]) });
      }
      return changes.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    },

    async patch(before, after, paths) {
      assertNamedPaths(paths);
      return readPatch(checkout, { before, after, paths });
    },
  };
  return snapshots;
}

interface Changes {
  /** Files that differ from the index, including removed ones, and new files. */
  readonly wanted: readonly string[];
  readonly tooMuch: readonly string[];
}

async function listChanges({ git, root }: Checkout, aside: GitOptions): Promise<Changes> {
  const args = ["ls-files", "-z", "-t", "--modified", "--others", "--exclude-standard"];
  const records = splitRecords(await git.run(args, aside));
  const isNew = (record: string) => record.startsWith("? ");
  const untracked = records.filter(isNew).map(withoutTag);
  const tracked = records.filter((record) => !isNew(record)).map(withoutTag);
  // not even a copy of a file with secrets is made, so none is ever compared, committed or shown to an agent
  const tooMuch = await pick(untracked, async (path) => isSecretFile(path) || isLeftOut(join(root, path)));
  // tracked files first, so that a folder can replace a removed one; a conflicted file is listed several times
  return { wanted: without([...new Set([...tracked, ...untracked])], tooMuch), tooMuch };
}

/** Removes the tag: a letter and a space. */
function withoutTag(record: string): string {
  return record.slice(2);
}

/** Adds the changes to the index; returns what had to be left out. */
async function addChanges({ git, root }: Checkout, { wanted, tooMuch }: Changes, aside: GitOptions): Promise<string[]> {
  if (wanted.length === 0) return [...tooMuch];
  const args = ["update-index", "--add", "--replace", "--remove", "-z", "--stdin"];
  const add = (paths: readonly string[]) => git.attempt(args, { ...aside, input: joinRecords(paths) });
  if ((await add(wanted)).exitCode === 0) return [...tooMuch];

  const hidden = await pick(wanted, (path) => isBehindLink(root, path));
  const remove = ["update-index", "--force-remove", "-z", "--stdin"];
  if (hidden.length > 0) await git.run(remove, { ...aside, input: joinRecords(hidden) });
  const there = without(wanted, hidden);
  const unreadable = await pick(there, (path) => isUnreadable(join(root, path)));
  const outcome = await add(without(there, unreadable));
  if (outcome.exitCode !== 0) throw gitFailure(args, outcome);
  return [...tooMuch, ...unreadable];
}

/** Too large, or a nested repository, which git lists as one folder with a trailing slash. */
async function isLeftOut(path: string): Promise<boolean> {
  if (path.endsWith("/")) return true;
  const status = await lstat(path).catch(() => undefined); // removed meanwhile: git notices that itself
  return status !== undefined && status.size > largestUntracked;
}

const largestUntracked = 5 * 1024 * 1024;

/** A folder became a link: what was in it is removed, and git refuses to look there. */
async function isBehindLink(root: string, path: string): Promise<boolean> {
  for (const folder of foldersAbove(path)) {
    const status = await lstat(join(root, folder)).catch(() => undefined);
    if (!status?.isDirectory()) return status?.isSymbolicLink() === true;
  }
  return false;
}

async function isUnreadable(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  if (!status?.isFile()) return false;
  return access(path, constants.R_OK).then(
    () => false,
    () => true,
  );
}

async function pick(paths: readonly string[], test: (path: string) => Promise<boolean>): Promise<string[]> {
  const answers = await Promise.all(paths.map(test));
  return paths.filter((_, index) => answers[index]);
}

function without(paths: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others);
  return paths.filter((path) => !left.has(path));
}

function toChange(letter: string | undefined): ChangedPath["change"] {
  if (letter === "A") return "added";
  return letter === "D" ? "deleted" : "modified"; // includes a file that became a symlink
}
