// Everything a snapshot is made of, in one string, so that an identical snapshot is not made again: the index, the
// changed files byte for byte, and the store that received the objects. Undefined when that is not certain.
import { createHash } from "node:crypto";
import { lstat, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "../checkout/checkout.ts";
import type { GitOptions } from "../checkout/git.ts";
import { isSameEntry, readIndexedEntries } from "./entries.ts";
import { type Bytes, mostFiles, readBytes, rememberEntry } from "./same-bytes.ts";

export interface SnapshotState {
  readonly state: string;
  /** The changed files; undefined for a removed one. */
  readonly files: ReadonlyMap<string, Bytes | undefined>;
}

export async function readState(
  checkout: Checkout,
  { wanted, tooMuch }: { readonly wanted: readonly string[]; readonly tooMuch: readonly string[] },
  { env = {} }: GitOptions,
): Promise<SnapshotState | undefined> {
  if (wanted.length > mostFiles) return undefined;
  const bytes = await readBytes(checkout, wanted);
  const others = wanted.filter((path) => !bytes.has(path));
  if (!(await Promise.all(others.map((path) => isGone(join(checkout.root, path))))).every(Boolean)) return undefined;

  const index = await readFile(env.GIT_INDEX_FILE ?? "").catch(() => Buffer.of());
  const store = await stat(join(env.GIT_OBJECT_DIRECTORY ?? "", "info", "alternates")); // a new file after each `clear`
  const files = new Map(wanted.map((path) => [path, bytes.get(path)]));
  const words = [[...files].map(([path, one]) => [path, one?.circumstances]), tooMuch, store.ino, store.mtimeMs];
  return { state: createHash("sha256").update(index).update(JSON.stringify(words)).digest("hex"), files };
}

/** Whether git has seen the same bytes as we have and stores them unchanged. Remembers git's entry for each file. */
export async function isStaged(checkout: Checkout, { files }: SnapshotState, onIndex: GitOptions): Promise<boolean> {
  const staged = await readIndexedEntries(checkout, files.keys(), onIndex);
  for (const [path, bytes] of files) rememberEntry(checkout, path, bytes, staged.get(path));
  return [...files].every(([path, bytes]) => isSameEntry(staged.get(path), bytes?.asIs));
}

function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error) => error.code === "ENOENT",
  );
}
