// git merges into the branch that HEAD is on: in the working tree that has it checked out, whose HEAD stays there, or here
// after a switch. What a person has in that tree is looked at first, and never moved.
import { realpath } from "node:fs/promises";
import type { MergeRequest, MergeResult, ObstaclesThere } from "../../../ports/git/merging.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { checkoutAt } from "../checkout/linked-trees.ts";
import { openThrowawayObjects, withThrowawayIndex } from "../checkout/throwaway.ts";
import { readWhereabouts } from "../checkout/whereabouts.ts";
import { readLocalChanges } from "./local-changes.ts";

type Merge = (checkout: Checkout, request: MergeRequest) => Promise<MergeResult>;

export async function whereMerged(checkout: Checkout, request: MergeRequest, merge: Merge): Promise<MergeResult> {
  const root = await findWorktree(checkout, request.branch);
  if (root === undefined) return merge(checkout, request);
  return merge(checkoutAt(checkout, root), { ...request, from: request.branch });
}

export async function readObstaclesAt(
  checkout: Checkout,
  branch: string,
  tip: string,
): Promise<ObstaclesThere | undefined> {
  const root = await findWorktree(checkout, branch);
  if (root === undefined) return undefined;
  const there = checkoutAt(checkout, root);
  const { operation } = await readWhereabouts(there);
  const staged = (await readLocalChanges(there.git)).filter(({ kind }) => kind === "staged").map(({ path }) => path);
  return { root, operation: operation ?? null, staged, local: (await changesInTheWay(there, tip)) ?? null };
}

/** In git's words: files that the merge would write, and that have changes, or are unknown to git. */
function changesInTheWay(there: Checkout, tip: string): Promise<string | undefined> {
  return withThrowawayIndex(there, "copy", async (onIndex) => {
    await there.git.attempt(["update-index", "-q", "--refresh"], onIndex);
    const objects = await openThrowawayObjects(there);
    const args = ["merge-tree", "--write-tree", "--no-messages", "HEAD", tip];
    const merged = await there.git.attempt(args, { env: objects });
    if (merged.exitCode !== 0) return undefined; // it conflicts, which is told first
    const dryRun = ["read-tree", "--dry-run", "-m", "-u", "--exclude-per-directory=.gitignore", "HEAD"];
    const env = { ...onIndex.env, ...objects };
    const outcome = await there.git.attempt([...dryRun, merged.stdout.trim()], { ...onIndex, env });
    return outcome.exitCode === 0 ? undefined : outcome.stderr.trim();
  });
}

/** Of another working tree. */
export async function findWorktree({ git, root }: Checkout, branch: string): Promise<string | undefined> {
  const output = await git.run(["worktree", "list", "--porcelain", "-z"]);
  for (const block of output.split("\0\0")) {
    const lines = block.split("\0");
    const path = lines.find((line) => line.startsWith("worktree "))?.slice("worktree ".length);
    if (path === undefined || !lines.includes(`branch refs/heads/${branch}`)) continue;
    if ((await realpath(path).catch(() => path)) !== (await realpath(root))) return path;
  }
  return undefined;
}
