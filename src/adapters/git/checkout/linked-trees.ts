// The working trees of a repository, as git lists them.
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { TreeAt } from "../../../ports/git/trees.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";

export interface ListedTree extends TreeAt {
  /** git is making it, was killed while it was, or a person wants it kept. */
  readonly isLocked: boolean;
}

/** The others, the main one first. A repository that never had a linked one is recognised by its files. */
export async function otherTrees(checkout: Checkout): Promise<ListedTree[]> {
  const { root, commonDir, gitDir } = checkout;
  if (gitDir === commonDir && !existsSync(join(commonDir, "worktrees"))) return [];
  return (await listTrees(checkout)).filter((tree) => tree.root !== root);
}

export async function listTrees(checkout: Checkout): Promise<ListedTree[]> {
  const blocks = (await checkout.git.run(["worktree", "list", "--porcelain", "-z"])).split("\0\0");
  const main = await mainRoot(checkout);
  return blocks.flatMap((block, index) => {
    const lines = block.split("\0");
    const listed = lines[0]?.match(/^worktree (.+)$/s)?.[1];
    if (listed === undefined || lines.includes("bare")) return [];
    const root = index === 0 ? (main ?? listed) : listed; // of a submodule git names its git directory instead
    const branch = lines.flatMap((line) => line.match(/^branch refs\/heads\/(.+)$/s)?.[1] ?? [])[0];
    const isLocked = lines.some((line) => /^locked\b/.test(line));
    const linked = index === 0 ? checkout.commonDir : gitDirOf(root);
    return [{ root, gitDir: linked, branch, isThere: isFolder(root), isLocked }];
  });
}

/** The folder of the repository's main checkout; undefined where it is bare. */
export async function mainRoot({ git, root, gitDir, commonDir }: Checkout): Promise<string | undefined> {
  if (gitDir === commonDir) return root;
  for (const name of ["config.worktree", "config"]) {
    const args = ["config", "--file", join(commonDir, name), "--get", "core.worktree"];
    const moved = (await git.attempt(args)).stdout.replace(/\n$/, "");
    if (moved !== "") return resolve(commonDir, moved);
  }
  return basename(commonDir) === ".git" ? dirname(commonDir) : undefined;
}

/** `.git` is a file there that names it. */
export function gitDirOf(root: string): string | undefined {
  const named = readPlainText(join(root, ".git"))?.match(/^gitdir: (.+)\n?$/)?.[1];
  return named === undefined ? undefined : resolve(root, named);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The same repository, seen from another of its working trees. */
export function checkoutAt(checkout: Checkout, root: string): Checkout {
  const { git, commonDir } = checkout;
  return { ...checkout, git: git.at(root), root, gitDir: gitDirOf(root) ?? commonDir };
}
