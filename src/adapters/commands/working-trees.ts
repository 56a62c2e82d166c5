// The working trees that belong together, found by their files.
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readPlainText } from "../plain-file.ts";

/** All working trees of the repository around a folder. Asks no git, since this is how git is found. */
export function treesAround(folder: string): string[] {
  const root = rootAbove(real(folder));
  if (root === undefined) return [];
  const gitDir = gitDirOf(root);
  const common = real(resolve(gitDir, readPlainText(join(gitDir, "commondir"))?.trim() ?? "."));
  const main = /^(.+)\/\.git(?:\/|$)/.exec(common)?.[1] ?? root; // also where this is a submodule
  const linked = namesIn(join(common, "worktrees")).flatMap((name) => {
    const file = readPlainText(join(common, "worktrees", name, "gitdir"))?.trim();
    return file ? [dirname(file)] : [];
  });
  return [root, main, ...linked].filter((tree) => tree.startsWith("/") && tree !== "/").map(real);
}

/** The nearest folder with a `.git`. */
function rootAbove(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (place === dirname(place)) return undefined;
  }
}

/** `.git` is a folder, or a file that names one. */
function gitDirOf(root: string): string {
  const target = /^gitdir: (.+)/.exec(readPlainText(join(root, ".git")) ?? "")?.[1];
  return resolve(root, target?.trim() ?? ".git");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** With every symlink resolved, where it is there. */
export function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
