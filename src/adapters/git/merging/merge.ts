// One merge in the user's checkout. It completes or it never happened: a merge that stops half-way is undone here, and
// only a merge of exactly this tip counts as one that iflow began.
import type { MergeRequest, MergeResult } from "../../../ports/git/merging.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Git, type GitOptions, type GitOutcome, gitFailure, notInside } from "../checkout/git.ts";
import { splitRecords } from "../checkout/named-paths.ts";
import { openThrowawayObjects, withThrowawayIndex } from "../checkout/throwaway.ts";
import { readWhereabouts } from "../checkout/whereabouts.ts";
import { printMessage } from "../commits/step-trailer.ts";

export async function mergeAsUser(checkout: Checkout, request: MergeRequest): Promise<MergeResult> {
  const { git } = checkout;
  await undoOpenMerge(checkout, request);
  const made = await findMergeOf(git, request.branch, request.tip);
  if (made !== undefined) await forgetFinishedMerge(git);
  if (made !== undefined) return { status: "merged", sha: made };

  const refused = await switchAsUser(checkout, request.branch);
  if (refused) return { status: "refused", output: checkout.git.wordsOf(refused), conflicts: [] };
  // overrides the user's configuration: squash, fast-forward only and a stash are not ways to merge a feature
  const args = ["merge", "--no-ff", "--commit", "--no-squash", "--no-autostash", "--no-edit"];
  const outcome = await git.attempt([...args, "-m", printMessage(request), request.tip], asUserOf(request));
  if (outcome.exitCode === 0) {
    // git has nothing to merge when the branch already contains the tip
    const sha = await findMergeOf(git, request.branch, request.tip);
    await forgetFinishedMerge(git);
    return { status: "merged", sha: sha ?? (await git.run(["rev-parse", `refs/heads/${request.branch}`])).trim() };
  }

  const conflicts = splitRecords(await git.run(["diff", "--name-only", "--diff-filter=U", "-z", notInside]));
  await undoOpenMerge(checkout, request);
  const back = await switchAsUser(checkout, request.from);
  if (back) throw gitFailure(["switch", request.from], back);
  return { status: "refused", output: checkout.git.wordsOf(outcome), conflicts };
}

/** With the user's hooks. */
export function asUserOf({ shown = [] }: MergeRequest): GitOptions {
  return { asUser: true, shown };
}

/** The merge of exactly this tip on the branch itself, not one that another merge brought in. */
export async function findMergeOf(git: Git, branch: string, tip: string): Promise<string | undefined> {
  const args = ["rev-list", "--first-parent", "--min-parents=2", "--parents", `${tip}..refs/heads/${branch}`];
  const merges = (await git.run(args)).split("\n").map((line) => line.split(" "));
  return merges.find(([, , second]) => second === tip)?.[0];
}

/** Undone only if it is a merge of this tip: any other is the user's. Both ways keep unstaged changes. */
export async function undoOpenMerge(checkout: Checkout, request: MergeRequest): Promise<void> {
  const { git } = checkout;
  const head = await git.attempt(["rev-parse", "--verify", "--quiet", "MERGE_HEAD"]);
  if (head.exitCode !== 0) {
    if (await isMergeStaged(checkout, request)) await git.run(["reset", "--quiet", "--merge"]);
  } else if (head.stdout.trim() === request.tip) {
    await git.run(["merge", "--abort"]);
  }
}

/**
 * A git whose iflow was killed goes on alone. When the same merge was made before it has come to its own, it ends with an error and leaves
 * its mark: a merge under way of what HEAD already has, which git itself never begins.
 */
export async function forgetFinishedMerge(git: Git): Promise<void> {
  const isMerged = await git.attempt(["merge-base", "--is-ancestor", "MERGE_HEAD", "HEAD"]);
  if (isMerged.exitCode === 0) await git.run(["merge", "--quit"]);
}

/** Whether git was interrupted after it had staged the merge and before it had recorded it. */
async function isMergeStaged(checkout: Checkout, { branch, tip }: MergeRequest): Promise<boolean> {
  const { git } = checkout;
  if ((await readWhereabouts(checkout)).branch !== branch) return false;
  if ((await git.attempt(["diff-index", "--cached", "--quiet", "HEAD"])).exitCode === 0) return false;
  const env = await openThrowawayObjects(checkout);
  const merged = await git.attempt(["merge-tree", "--write-tree", "--no-messages", "HEAD", tip], { env });
  if (merged.exitCode !== 0) return false;
  const staged = await withThrowawayIndex(checkout, "copy", (onIndex) =>
    git.attempt(["write-tree"], { ...onIndex, env: { ...onIndex.env, ...env } }),
  );
  return staged.exitCode === 0 && staged.stdout.trim() === merged.stdout.trim();
}

export async function switchAsUser(checkout: Checkout, branch: string): Promise<GitOutcome | undefined> {
  if ((await readWhereabouts(checkout)).branch === branch) return undefined;
  const outcome = await checkout.git.attempt(["switch", "--quiet", "--no-guess", branch], { asUser: true });
  // a post-checkout hook that fails sets the exit code of a switch that succeeded
  const isDone = outcome.exitCode === 0 || (await readWhereabouts(checkout)).branch === branch;
  return isDone ? undefined : outcome;
}
