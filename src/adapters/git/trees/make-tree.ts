// Making a work tree. git takes several steps for that, so a kill can leave one half-made: it is locked then, and nobody has
// worked in it. It is taken away by git itself, which first makes sure that folder and record belong together.
import { lstatSync, readdirSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { makeFolders } from "../../make-folders.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type GitOutcome, gitFailure, NO_HOOKS } from "../checkout/git.ts";
import { listTrees } from "../checkout/linked-trees.ts";

export interface NewTree {
  readonly name: string;
  readonly path: string;
  readonly revision: string;
  /** Of tasks side by side: what an agent has just written may be among its files, so it runs no hook. */
  readonly lane?: unknown;
}

export async function makeTree(checkout: Checkout, { name, path, revision, lane }: NewTree): Promise<void> {
  const listed = (await listTrees(checkout)).find(({ root }) => root === path);
  if (listed?.isThere && !listed.isLocked) return; // an earlier attempt was killed after git had made it
  if (listed) await takeAway(checkout, path);
  await removeBegun(checkout, name);
  if (lstatSync(path, { throwIfNoEntry: false })) {
    throw new IflowError("repository-state", `${path} is there already, and it is no work tree of this repository`, {
      fix: `move it away, then run this again`,
    });
  }
  await makeParent(path);
  const args = ["worktree", "add", "--quiet", "--detach", path, revision];
  const outcome = await checkout.git.attempt(args, { asUser: true, ...(lane !== undefined && { config: NO_HOOKS }) });
  if (outcome.exitCode === 0) return;
  const made = (await listTrees(checkout)).find(({ root }) => root === path);
  if (made?.isThere && !made.isLocked) return; // only a hook failed, as after `git switch`
  await takeAway(checkout, path).catch(() => undefined); // usually git has done so
  throw explainFailure(checkout, path, outcome);
}

/** git names the file it could not write, but not why. */
function explainFailure({ git }: Checkout, path: string, outcome: GitOutcome): IflowError {
  const failed = gitFailure(["worktree"], outcome, "Do what git names above, then run the command again.");
  if (!/unable to write/i.test(outcome.stderr) && failed.code !== "disk-failed") return failed;
  const words = git.wordsOf(outcome).split("\n")[0];
  const fix = "free some space on that disk, or set worktree.root to another one, then run this again";
  return new IflowError("disk-failed", `the work tree ${path} could not be written: ${words}`, {
    detail: "Most likely no space is left there. Nothing was begun there.",
    fix,
  });
}

async function takeAway({ git, commonDir }: Checkout, path: string): Promise<void> {
  const args = ["worktree", "remove", "--force", "--force", path]; // twice, because it is locked
  if ((await git.attempt(args)).exitCode === 0) return;
  // Killed before the two were tied together: then there is nothing in it but the file that names our git directory.
  const own = readPlainText(join(path, ".git"))?.startsWith(`gitdir: ${join(commonDir, "worktrees")}/`);
  const names = await readdir(path).catch((): string[] => []);
  if (own && names.length === 1) await rm(join(path, ".git"), { force: true });
  await rmdir(path).catch(() => undefined); // only if it is empty
  const again = await git.attempt(args);
  const isGone = (await listTrees({ git, commonDir } as Checkout)).every(({ root }) => root !== path);
  if (again.exitCode !== 0 && !isGone) throw gitFailure(args.slice(0, 2), again);
}

/** What git had written before it could list the tree: a folder with a lock and nothing that names a place. */
async function removeBegun({ commonDir }: Checkout, name: string): Promise<void> {
  const folder = join(commonDir, "worktrees");
  for (const one of namesIn(folder).filter((id) => id.replace(/\d+$/, "") === name || id === name)) {
    const inside = namesIn(join(folder, one));
    if (inside.some((file) => file !== "locked")) continue;
    await rm(join(folder, one, "locked"), { force: true });
    await rmdir(join(folder, one)).catch(() => undefined);
  }
}

async function makeParent(path: string): Promise<void> {
  try {
    await makeFolders(dirname(path));
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new IflowError("disk-failed", `the folder for work trees cannot be made: ${words}`, {
      cause,
      fix: "set worktree.root to a folder that you can write to, then run this again",
    });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
