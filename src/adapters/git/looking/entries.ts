// What a revision or an index holds for a path: a mode and an object id. Folders are not entries.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Checkout, isFullId } from "../checkout/checkout.ts";
import { type Entry, entriesOf } from "../checkout/commit-facts.ts";
import type { Git, GitOptions } from "../checkout/git.ts";
import { inBatches, joinRecords, splitRecords } from "../checkout/named-paths.ts";
import { parseIndex } from "./index-file.ts";

export interface IndexedEntry extends Entry {
  /** Left out of the working tree by a sparse checkout: a missing file is not a removal. */
  readonly sparse: boolean;
  /** Carries one of the user's marks, sparse or assume-unchanged. */
  readonly marked: boolean;
}

export const gitlinkMode = "160000";

/**
 * Entries of the named paths in a revision; an unborn HEAD (undefined) has none. git lists the folders they are in: what
 * lies beside a file is asked for soon after it. A listed folder is remembered under its name with a slash.
 */
export async function readEntriesAt(
  checkout: Checkout,
  revision: string | undefined,
  paths: Iterable<string>,
): Promise<Map<string, Entry>> {
  if (revision === undefined) return new Map();
  const named = [...new Set(paths)];
  const known = isFullId(checkout, revision) ? entriesOf(checkout.memory, revision) : new Map<string, Entry | null>();
  const unknown = named.filter((path) => !known.has(path) && !known.has(folderOf(path)));
  const asked = unknown.map((path) => folderOf(path) || path);
  const found = await askForCommitted(checkout.git, revision, asked);
  for (const one of asked) known.set(one, null);
  for (const [path, entry] of found) known.set(path, entry);
  return new Map(named.flatMap((path) => toPair(path, known.get(path))));
}

/** With a slash at its end; empty at the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** For `flatMap`: nothing where there is no entry. */
export function toPair(path: string, entry: Entry | null | undefined): [string, Entry][] {
  return entry ? [[path, entry]] : [];
}

async function askForCommitted(git: Git, revision: string, paths: readonly string[]): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const batch of inBatches(paths)) {
    const output = await git.run(["ls-tree", "-z", "--full-tree", revision, "--", ...batch]);
    for (const { path, fields } of parseRecords(output)) {
      const [mode = "", type, id = ""] = fields;
      if (type !== "tree") entries.set(path, { mode, id });
    }
  }
  return entries;
}

/** Entries of the named paths in an index; a conflicted path has the mode `unmerged`. */
export async function readIndexedEntries(
  checkout: Checkout,
  paths: Iterable<string>,
  options: GitOptions = {},
): Promise<Map<string, IndexedEntry>> {
  const named = new Set(paths);
  if (named.size === 0) return new Map();
  const file = options.env?.GIT_INDEX_FILE ?? join(checkout.gitDir, "index");
  const bytes = await readFile(file).catch(() => undefined);
  const records = bytes && parseIndex(bytes, checkout.idBytes, named);
  if (records === undefined) return askForEntries(checkout.git, named, options);

  const entries = new Map<string, IndexedEntry>();
  for (const { path, mode, id, isUnmerged, isAssumedUnchanged, isSkipped } of records) {
    const marked = isAssumedUnchanged || isSkipped;
    entries.set(path, { mode: isUnmerged ? "unmerged" : mode, id, sparse: isSkipped, marked });
  }
  return entries;
}

async function askForEntries(
  git: Git,
  paths: ReadonlySet<string>,
  options: GitOptions,
): Promise<Map<string, IndexedEntry>> {
  const entries = new Map<string, IndexedEntry>();
  for (const batch of inBatches(paths)) {
    const output = await git.run(["ls-files", "--stage", "-v", "-z", "--", ...batch], options);
    for (const { path, fields } of parseRecords(output)) {
      if (!paths.has(path)) continue; // a path below a named folder
      const [tag = "", mode = "", id = "", stage] = fields;
      entries.set(path, {
        mode: stage === "0" ? mode : "unmerged",
        id,
        sparse: /s/i.test(tag),
        marked: /[Sa-z]/.test(tag),
      });
    }
  }
  return entries;
}

export function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}

/** Input of `update-index -z --index-info`; undefined removes the path. */
export function printIndexInfo(entries: Iterable<readonly [string, Entry | undefined]>, zeroId: string): string {
  return joinRecords([...entries].map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.id ?? zeroId}\t${path}`));
}

/** The id git writes for "no object", with the id length of this repository. */
export function zeroIdLike(id: string): string {
  return "0".repeat(id.length);
}

/** `fields separated by blanks TAB path`, as ls-tree and ls-files print it. */
function parseRecords(output: string): { path: string; fields: string[] }[] {
  return splitRecords(output).map((record) => {
    const tab = record.indexOf("\t");
    return { path: record.slice(tab + 1), fields: record.slice(0, tab).split(" ") };
  });
}
