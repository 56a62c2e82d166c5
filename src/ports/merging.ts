// git where a feature meets the branch it came from: what stands in the way of a merge, the merge itself, and the branch
// that is no longer needed. Nothing here discards a change, moves a branch backwards or pushes.

export interface Merging {
  /** Local branches, and the branch the remote calls its own, as far as this clone knows. */
  branches(): Promise<Branches>;
  /** Every path that differs from HEAD in the working tree or the index. Ignored files do not count. */
  localChanges(): Promise<LocalChange[]>;
  /** The folder of another working tree that has the branch checked out: git then lets nobody else switch to it. */
  worktreeOf(branch: string): Promise<string | undefined>;
  /** Why git would not switch from HEAD to the branch with the local changes as they are; undefined when it would. */
  switchObstacle(branch: string): Promise<string | undefined>;
  /** Paths that would be in conflict if `revision` were merged into the branch. Touches neither files nor refs. */
  conflicts(branch: string, revision: string): Promise<string[]>;
  /** A merge of exactly `tip` on the branch itself, made before; undefined when there is none. */
  findMerge(branch: string, tip: string): Promise<string | undefined>;
  /**
   * Switches to the branch and merges `tip` with `--no-ff`, the user's hooks and signing; never a squash, never a stash.
   * Repeatable: a merge that an earlier attempt made is returned, one that it began and left open is undone first.
   * A merge that git, a hook or a conflict refuses is undone, HEAD goes back to `from`, and the words are the result.
   */
  merge(request: MergeRequest): Promise<MergeResult>;
  /** `git branch -d`: what is not merged is never deleted. A branch that is gone already counts as deleted. */
  deleteBranch(branch: string): Promise<{ readonly deleted: boolean; readonly why?: string }>;
  /** Commits of `tip` that the branch does not have, newest first, and what they change in all. */
  summary(branch: string, tip: string): Promise<BranchSummary>;
  /** Text of a file as HEAD's history last had it, also when it was removed since; undefined when it was never there. */
  lastText(path: string): Promise<string | undefined>;
}

export interface Branches {
  readonly local: readonly string[];
  /** From `origin/HEAD`, without the remote's name. */
  readonly remoteDefault: string | undefined;
  /** `git push origin main` for each local branch that has an upstream. */
  readonly pushes: Readonly<Record<string, string>>;
}

export interface LocalChange {
  /** A folder with a slash at its end when nothing in it is tracked. */
  readonly path: string;
  readonly kind: "staged" | "changed" | "untracked";
}

export interface MergeRequest {
  /** The branch that is merged into. */
  readonly branch: string;
  readonly tip: string;
  /** The branch HEAD returns to when nothing was merged. */
  readonly from: string;
  readonly message: string;
  readonly step: string;
}

export type MergeResult =
  | { readonly status: "merged"; readonly sha: string }
  | { readonly status: "refused"; readonly output: string; readonly conflicts: readonly string[] };

export interface BranchSummary {
  readonly commits: number;
  /** The newest two hundred. */
  readonly subjects: readonly string[];
  /** As `git diff --stat` prints it, against the point where the two parted. */
  readonly stat: string;
}
