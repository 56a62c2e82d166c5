// Everything a snapshot is made of, in one string, so that a snapshot of the same is not made again: the index, the changed
// files byte for byte, and the store the objects went to. Undefined where that cannot be said for certain.
import { createHash } from "node:crypto";
import { lstat, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "./checkout.ts";
import { type Entry, isSameEntry, readIndexedEntries } from "./entries.ts";
import type { GitOptions } from "./git.ts";
import { readBytes } from "./same-bytes.ts";

export interface SnapshotState {
  readonly state: string;
  /** What the index must hold for these files when it has taken them in; undefined for one that is gone. */
  readonly entries: ReadonlyMap<string, Entry | undefined>;
}

export async function readState(
  checkout: Checkout,
  { wanted, tooMuch }: { readonly wanted: readonly string[]; readonly tooMuch: readonly string[] },
  { env = {} }: GitOptions,
): Promise<SnapshotState | undefined> {
  if (wanted.length > mostFiles) return undefined;
  const bytes = await readBytes(checkout, wanted, new Map());
  const others = wanted.filter((path) => !bytes.has(path));
  if (!(await Promise.all(others.map((path) => isGone(join(checkout.root, path))))).every(Boolean)) return undefined;

  const index = await readFile(env.GIT_INDEX_FILE ?? "").catch(() => Buffer.of());
  const store = await stat(join(env.GIT_OBJECT_DIRECTORY ?? "", "info", "alternates")); // another file after each `clear`
  const files = wanted.map((path) => [path, bytes.get(path)?.circumstances]);
  const hash = createHash("sha256")
    .update(index)
    .update(JSON.stringify([files, tooMuch, store.ino, store.mtimeMs]));
  return { state: hash.digest("hex"), entries: new Map(wanted.map((path) => [path, bytes.get(path)?.asIs])) };
}

/** Git has seen the same bytes as we have, and stores them as they are. */
export async function isStaged(checkout: Checkout, { entries }: SnapshotState, onIndex: GitOptions): Promise<boolean> {
  const staged = await readIndexedEntries(checkout, entries.keys(), onIndex);
  return [...entries].every(([path, entry]) => isSameEntry(staged.get(path), entry));
}

function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error) => error.code === "ENOENT",
  );
}

const mostFiles = 200;
