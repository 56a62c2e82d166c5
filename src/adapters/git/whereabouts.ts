// Where HEAD stands and what the user has begun. Asked right before every commit, never remembered.
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { IflowError } from "../../domain/errors.ts";
import type { Whereabouts } from "../../ports/repository.ts";
import type { Checkout } from "./checkout.ts";
import type { Git } from "./git.ts";

export async function readWhereabouts({ git, gitDir }: Checkout): Promise<Whereabouts> {
  const revisions = ["HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"];
  const [symbolic, resolved, operation] = await Promise.all([
    git.attempt(["symbolic-ref", "--quiet", "HEAD"]),
    // git resolves the names itself, so this holds for every way of storing refs.
    git.run(["cat-file", "--batch-check=%(objectname)"], { input: revisions.map((name) => `${name}\n`).join("") }),
    readOperationFolders(gitDir),
  ]);
  const [head, merge, cherryPick, revert] = resolved.split("\n").map((line) => (isId(line) ? line : undefined));

  // A pick or a merge inside a rebase leaves its own mark as well, so the rebase is asked about first.
  const begun =
    operation === "rebase" ? operation : merge ? "merge" : cherryPick ? "cherry-pick" : revert ? "revert" : operation;
  return { branch: symbolic.stdout.match(/^refs\/heads\/(.+)\n$/)?.[1], head, operation: begun };
}

/** The commit on top of the branch. Throws unless HEAD is that branch and nothing unfinished stands in the way. */
export async function requireBranch(checkout: Checkout, branch: string): Promise<string> {
  const { branch: current, head, operation } = await readWhereabouts(checkout);
  if (current !== branch) {
    const where = current === undefined ? "detached" : `on the branch ${current}`;
    throw new IflowError("repository-state", `HEAD is ${where}; this work belongs on ${branch}.`, {
      fix: `git switch ${branch}`,
    });
  }
  if (operation !== undefined) {
    const way = operation === "bisect" ? "git bisect reset" : `git ${operation} --continue (or --abort)`;
    throw new IflowError("repository-state", `A ${operation} is in progress on ${branch}.`, {
      fix: `Finish it: ${way}`,
    });
  }
  if (head === undefined) {
    throw new IflowError("repository-state", `The branch ${branch} has no commit yet.`, {
      fix: 'git commit --allow-empty -m "start"',
    });
  }
  return head;
}

/** The commit a local branch stands at, whether or not it is checked out. */
export async function readTip(git: Git, branch: string): Promise<string | undefined> {
  const outcome = await git.attempt(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`]);
  return outcome.exitCode === 0 ? outcome.stdout.trim() : undefined;
}

async function readOperationFolders(gitDir: string): Promise<Whereabouts["operation"]> {
  const [rebaseMerge, rebaseApply, todo, bisect] = await Promise.all([
    exists(join(gitDir, "rebase-merge")),
    exists(join(gitDir, "rebase-apply")),
    readFile(join(gitDir, "sequencer", "todo"), "utf8").catch(() => undefined),
    exists(join(gitDir, "BISECT_LOG")),
  ]);
  if (rebaseMerge || rebaseApply) return "rebase";
  if (todo !== undefined) return todo.startsWith("revert") ? "revert" : "cherry-pick";
  return bisect ? "bisect" : undefined;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isId(line: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(line);
}
