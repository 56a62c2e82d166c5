// Taking a work tree away, once nothing in it would be lost. git itself refuses one with changes or unknown files; it does not
// look at ignored ones, so those that hold a person's settings (`.env`, keys) are compared with the main checkout's here.
import { existsSync } from "node:fs";
import { rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { isSecretFile } from "../../../domain/text/secrets/secret-files.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import { readPlain } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { notInside } from "../checkout/git.ts";
import { listTrees, mainRoot } from "../checkout/linked-trees.ts";
import { splitRecords } from "../checkout/named-paths.ts";

export async function readUnsaved(checkout: Checkout, root: string): Promise<string[]> {
  const { git } = checkout;
  const args = ["-C", root, "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal"];
  const records = splitRecords(await git.run([...args, "--ignored=matching", notInside]));
  const main = await mainRoot(checkout);
  const isElsewhere = (path: string) => main !== undefined && isSameFile(join(root, path), join(main, path));
  return records
    .map((record) => ({ isIgnored: record.startsWith("!!"), path: record.slice(3) }))
    .filter(({ isIgnored, path }) => !isIgnored || (isSecretFile(path) && !isElsewhere(path)))
    .map(({ path }) => path)
    .toSorted();
}

/**
 * The folder first gets another name, so that a kill in between leaves either all of it or nothing that git would take for a
 * work tree. One that was removed by hand is only forgotten by git.
 */
export async function removeTree(checkout: Checkout, root: string): Promise<string | undefined> {
  const listed = (await listTrees(checkout)).find((tree) => tree.root === root);
  const leaving = `${root}.leaving`;
  if (listed?.isThere) {
    if (listed.isLocked) return `it is locked: git worktree unlock ${shellWord(root)}`;
    if (listed.gitDir === undefined || existsSync(join(listed.gitDir, "modules")))
      return "it has submodules of its own";
    await onDisk(leaving, () => rename(root, leaving));
  }
  if (listed) await checkout.git.run(["worktree", "remove", root]);
  await onDisk(leaving, () => rm(leaving, { recursive: true, force: true, maxRetries: 3 }));
  await rmdir(dirname(root)).catch(() => undefined); // the last one takes the folder of all along
  return undefined;
}

async function onDisk(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new IflowError("disk-failed", `the work tree cannot be removed: ${words}`, {
      cause,
      fix: `make sure you may change ${path}, then: iflow doctor   (removes it)`,
    });
  }
}

function isSameFile(one: string, other: string): boolean {
  try {
    const [here, there] = [readPlain(one), readPlain(other)];
    return here !== undefined && there !== undefined && here.equals(there);
  } catch {
    return false; // a folder, a pipe, or too large to be a setting
  }
}
