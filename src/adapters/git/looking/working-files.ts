// The named files as they are on disk, and as git would store them. Line ending conversion, filters, the executable bit
// and symlinks are left to `update-index`: what it does with a CRLF file depends on what the index holds for it, which
// is why `hash-object` gives different ids.
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Entries, Entry } from "../checkout/commit-facts.ts";
import type { GitOptions } from "../checkout/git.ts";
import { charactersPerCall, foldersAbove, joinRecords, refusedPath } from "../checkout/named-paths.ts";
import { openThrowawayObjects, withThrowawayIndex } from "../checkout/throwaway.ts";
import { gitlinkMode, printIndexInfo, readEntriesAt, readIndexedEntries, toPair, zeroIdLike } from "./entries.ts";
import { readBytes, recallEntry, rememberEntry } from "./same-bytes.ts";

/** Adds the named files to the index as they are and removes missing ones. Returns what the index then holds. */
export async function stageFiles(
  checkout: Checkout,
  tip: string,
  paths: readonly string[],
  onIndex: GitOptions,
): Promise<Map<string, Entry | undefined>> {
  const known = await readEntriesAt(checkout, tip, withFolders(paths));
  const present: string[] = [];
  const missing: string[] = [];
  for (const path of new Set(paths)) {
    const sight = lookAt(checkout.root, path, known);
    if (sight === "file") present.push(path);
    else if (sight === "missing" || known.has(path)) missing.push(path);
    else throw refusedPath(path, reasons[sight]);
  }

  const indexed = await readIndexedEntries(checkout, missing);
  const removed = missing.filter((path) => !indexed.get(path)?.sparse);
  await updateIndex(checkout, { known, present, removed, zeroId: zeroIdLike(tip) }, onIndex);
  const staged = await readIndexedEntries(checkout, paths, onIndex);
  return new Map(paths.map((path) => [path, toEntry(staged.get(path))]));
}

function withFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [...foldersAbove(path), path]);
}

function toEntry(indexed: Entry | undefined): Entry | undefined {
  return indexed && { mode: indexed.mode, id: indexed.id };
}

/** Entries of the named files as a commit would hold them. Missing files have none. */
export async function readWorkingEntries(
  checkout: Checkout,
  head: string | undefined,
  paths: readonly string[],
): Promise<Map<string, Entry>> {
  const known = await readEntriesAt(checkout, head, withFolders(paths));
  const sights = paths.map((path) => lookAt(checkout.root, path, known));
  const present = paths.filter((_, index) => sights[index] === "file");
  const bytes = await readBytes(checkout, present);
  const recalled = new Map(present.map((path) => [path, recallEntry(checkout, path, bytes.get(path))]));
  const unknown = present.filter((path) => recalled.get(path) === undefined);
  const asked = await askForWorking(checkout, known, unknown);
  for (const path of unknown) rememberEntry(checkout, path, bytes.get(path), asked.get(path));
  return new Map(present.flatMap((path) => toPair(path, recalled.get(path) ?? toEntry(asked.get(path)))));
}

async function askForWorking(checkout: Checkout, known: Entries, present: readonly string[]): Promise<Entries> {
  if (present.length === 0) return new Map();
  const objects = await openThrowawayObjects(checkout);
  return withThrowawayIndex(checkout, "empty", async ({ env, config }) => {
    const onIndex = { env: { ...env, ...objects }, config: { ...config, "core.safecrlf": "false" } };
    await updateIndex(checkout, { known, present, removed: [], zeroId: "" }, onIndex);
    return readIndexedEntries(checkout, present, onIndex);
  });
}

interface IndexUpdate {
  readonly known: Entries;
  readonly present: readonly string[];
  readonly removed: readonly string[];
  readonly zeroId: string;
}

async function updateIndex({ git }: Checkout, update: IndexUpdate, onIndex: GitOptions): Promise<void> {
  const { known, present, removed, zeroId } = update;
  // The known entry is set again, so that a mark like assume-unchanged cannot hide the file.
  const reset = present.flatMap((path) => toPair(path, known.get(path)));
  const infos = reset.flatMap(([path, { mode, id }]) => ["--cacheinfo", `${mode},${id},${path}`]);
  const fits = removed.length === 0 && infos.join(" ").length < charactersPerCall;
  if (!fits) {
    const entries = [...reset, ...removed.map((path) => [path, undefined] as const)];
    await git.run(["update-index", "-z", "--index-info"], { ...onIndex, input: printIndexInfo(entries, zeroId) });
  }
  if (present.length > 0) {
    const args = ["update-index", "--add", "--replace", "--remove", ...(fits ? infos : []), "-z", "--stdin"];
    await git.run(args, { ...onIndex, input: joinRecords(present), asUser: true });
  }
}

type Sight = "file" | "missing" | "folder" | "beyond-link" | "foreign";

const reasons = {
  folder: "it is a folder; name its files instead",
  "beyond-link": "it is behind a symbolic link",
  foreign: "it is in another repository",
};

/** What is at the path, as git sees it: a submodule is one file, and anything inside one is foreign. */
function lookAt(root: string, path: string, known: Entries): Sight {
  for (const folder of foldersAbove(path)) {
    if (known.get(folder)?.mode === gitlinkMode) return "foreign";
    const status = statusOf(join(root, folder));
    if (status?.isSymbolicLink()) return "beyond-link";
    if (!status?.isDirectory()) return "missing";
    if (!known.has(path) && statusOf(join(root, folder, ".git"))) return "foreign";
  }
  const status = statusOf(join(root, path));
  if (status === undefined) return "missing";
  if (!status.isDirectory() || known.get(path)?.mode === gitlinkMode) return "file";
  return "folder";
}

/** Only "there is no such file" means missing; a file that cannot be examined must not be treated as removed. */
function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new IflowError("disk-failed", `${path} cannot be examined (${code}).`, {
      cause,
      fix: "Make sure its folder can be read and searched.",
    });
  }
}
