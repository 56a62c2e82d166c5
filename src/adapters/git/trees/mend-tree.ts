// A work tree that git has lost sight of, because its file `.git` is missing or another one. While git still knows the tree,
// that file is written again and everything is as it was. Otherwise its files are put aside under another name.
import { lstatSync, readdirSync } from "node:fs";
import { rename, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Mended } from "../../../ports/git/trees.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";

export async function mendTree({ commonDir }: Pick<Checkout, "commonDir">, root: string): Promise<Mended> {
  const dotGit = join(root, ".git");
  const gitDir = knownAs(commonDir, dotGit);
  try {
    if (gitDir === undefined || lstatSync(dotGit, { throwIfNoEntry: false })?.isDirectory())
      return await putAside(root);
    await writeFile(`${dotGit}.new`, `gitdir: ${gitDir}\n`);
    await rename(`${dotGit}.new`, dotGit);
    return { status: "tied" };
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new IflowError("disk-failed", `the work tree ${root} was cut off from git and cannot be mended: ${words}`, {
      cause,
      fix: "make sure you may change it and the disk has space, then: iflow continue",
    });
  }
}

/** What git has of the tree at this place; nothing after `git worktree prune`. */
function knownAs(commonDir: string, dotGit: string): string | undefined {
  const folder = join(commonDir, "worktrees");
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  return names
    .map((name) => join(folder, name))
    .find((gitDir) => {
      const place = readPlainText(join(gitDir, "gitdir"))?.trimEnd();
      return place !== undefined && resolve(gitDir, place) === dotGit;
    });
}

/** An empty folder has nothing to keep. */
async function putAside(root: string): Promise<Mended> {
  if (readdirSync(root).length === 0) {
    await rmdir(root);
    return { status: "aside", folder: undefined };
  }
  for (let number = 1; ; number++) {
    const folder = number === 1 ? `${root}.kept` : `${root}.kept-${number}`;
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) continue;
    await rename(root, folder);
    return { status: "aside", folder };
  }
}
