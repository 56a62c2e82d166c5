// A feature as one commit on its base branch, made by the user's own git: `merge --squash` stages it, `commit` runs their
// hooks and signs. git records no second parent then, so a trailer names the tip that was squashed; by it the commit is
// found again. It completes or it never happened: what was staged is undone.
import type { MergeRequest, MergeResult } from "../../../ports/git/merging.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Git, type GitOutcome, gitFailure, notInside } from "../checkout/git.ts";
import { splitRecords } from "../checkout/named-paths.ts";
import { printMessage } from "../commits/step-trailer.ts";
import { asUserOf, switchAsUser, undoOpenMerge } from "./merge.ts";

export async function squashAsUser(checkout: Checkout, request: MergeRequest): Promise<MergeResult> {
  const { git } = checkout;
  const { branch, tip } = request;
  const made = await findSquashOf(git, branch, tip);
  if (made !== undefined) return { status: "merged", sha: made };
  await undoOpenMerge(checkout, request);
  // From here on, whatever is staged was staged below, and may be undone.
  if (await hasStaged(git)) return { status: "refused", output: "There are staged changes.", conflicts: [] };
  const refused = await switchAsUser(checkout, branch);
  if (refused) return { status: "refused", output: git.wordsOf(refused), conflicts: [] };

  const failed = await stageAndCommit(git, request);
  if (failed === undefined) {
    // nothing was left to commit when the branch already has all of it, or a hook took the trailer away
    const sha = await findSquashOf(git, branch, tip);
    return { status: "merged", sha: sha ?? (await git.run(["rev-parse", `refs/heads/${branch}`])).trim() };
  }
  const conflicts = splitRecords(await git.run(["diff", "--name-only", "--diff-filter=U", "-z", notInside]));
  if (conflicts.length > 0 || (await hasStaged(git))) await git.run(["reset", "--quiet", "--merge"]);
  const back = await switchAsUser(checkout, request.from);
  if (back) throw gitFailure(["switch", request.from], back);
  return { status: "refused", output: git.wordsOf(failed), conflicts };
}

async function stageAndCommit(git: Git, request: MergeRequest): Promise<GitOutcome | undefined> {
  // `--ff` overrides the user's `merge.ff`, with which git refuses to squash
  const merge = await git.attempt(["merge", "--squash", "--ff", "--no-autostash", request.tip], asUserOf(request));
  if (merge.exitCode !== 0) return merge;
  if (!(await hasStaged(git))) return undefined;
  const args = ["commit", "--quiet", "--cleanup=whitespace", "--file=-"];
  const input = `${printMessage(request)}${trailerOf(request.tip)}\n`;
  const commit = await git.attempt(args, { input, config: { "i18n.commitEncoding": "UTF-8" }, ...asUserOf(request) });
  // git may fail, or be ended, after it has made the commit
  const isMade = commit.exitCode === 0 || (await findSquashOf(git, request.branch, request.tip)) !== undefined;
  return isMade ? undefined : commit;
}

/** The commit on the branch itself that says it is this tip. */
export async function findSquashOf(git: Git, branch: string, tip: string): Promise<string | undefined> {
  const which = ["--first-parent", "--max-count=1", "--fixed-strings", `--grep=${trailerOf(tip)}`];
  const found = await git.run(["rev-list", ...which, `refs/heads/${branch}`, "--not", tip]);
  return found.trim() || undefined;
}

function trailerOf(tip: string): string {
  return `Iflow-Squashed: ${tip}`;
}

async function hasStaged(git: Git): Promise<boolean> {
  return (await git.attempt(["diff-index", "--cached", "--quiet", "HEAD"])).exitCode !== 0;
}
