// git where a feature meets the branch it came from: what prevents a merge, the merge itself, and the branch that is no
// longer needed. Nothing here discards a change, moves a branch backwards or pushes.

export interface Merging {
  /** Local branches, and the remote's default branch, as far as this clone knows. */
  branches(): Promise<Branches>;
  /** Every path that differs from HEAD in the working tree or the index. Ignored files do not count. */
  localChanges(): Promise<LocalChange[]>;
  /** The folder of another working tree that has the branch checked out: then git refuses to switch to it elsewhere. */
  worktreeOf(branch: string): Promise<string | undefined>;
  /** What would keep git from merging `tip` in that other working tree; undefined when there is none. Touches nothing. */
  obstaclesAt(branch: string, tip: string): Promise<ObstaclesThere | undefined>;
  /** Why git would not switch from HEAD to the branch with the current local changes; undefined when it would. */
  switchObstacle(branch: string): Promise<string | undefined>;
  /** Paths that would conflict if `revision` were merged into the branch. Touches neither files nor refs. */
  conflicts(branch: string, revision: string): Promise<string[]>;
  /** An earlier merge of exactly `tip` on the branch itself; undefined when there is none. */
  findMerge(branch: string, tip: string): Promise<string | undefined>;
  /**
   * Switches to the branch, or goes to the working tree that has it checked out, and merges `tip` with `--no-ff`, the user's hooks and signing; never a stash. Repeatable: a merge made by an earlier attempt is returned; one that it left open is undone first. A merge
   * that git, a hook or a conflict refuses is undone, HEAD returns to `from`, and the message is the result.
   */
  merge(request: MergeRequest): Promise<MergeResult>;
  /** An earlier squash of exactly `tip` on the branch itself; undefined when there is none. */
  findSquash(branch: string, tip: string): Promise<string | undefined>;
  /** Like `merge`, but what `tip` has becomes one commit of the branch, with a trailer that names the tip. */
  squash(request: MergeRequest): Promise<MergeResult>;
  /** `git branch -d`: an unmerged branch is never deleted. A branch that is already gone counts as deleted. */
  deleteBranch(branch: string): Promise<{ readonly deleted: boolean; readonly why?: string }>;
  /**
   * Deletes a branch whose commits were squashed, and keeps them in `ref`: the ref comes first, and a branch that is no
   * longer at `tip` stays. A branch that is already gone counts as deleted.
   */
  retireBranch(branch: string, tip: string, ref: string): Promise<{ readonly deleted: boolean; readonly why?: string }>;
  /** Commits of `tip` that the branch does not have, newest first, and what they change in total. */
  summary(branch: string, tip: string): Promise<BranchSummary>;
  /** What `to` has and `from` has not: commits without merges, and lines, those below `without` left out. */
  total(from: string, to: string, without: string): Promise<BranchTotal>;
  /** Every file of `tip` that differs from where it left the branch, with its lines added and removed; null for no text. */
  changedLines(branch: string, tip: string): Promise<{ readonly path: string; readonly lines: number | null }[]>;
  /** Every file of `tip` that differs from where it left the branch, and the commit where that was. */
  changes(branch: string, tip: string): Promise<{ readonly from: string; readonly files: readonly string[] }>;
  /**
   * Commits that the tip has and none of `without` has, merged ones too, newest first; only those that touch `folder`, if
   * given. Merges themselves are left out; with `ownOnly`, so is what they brought in.
   */
  log(range: {
    readonly tip: string;
    readonly without?: readonly string[];
    readonly folder?: string;
    readonly ownOnly?: true;
  }): Promise<LoggedCommit[]>;
  /**
   * Code of `tip` that is neither what `judged` has nor what the branch has changed since: amended, rebased with other
   * content, merged with a resolution. Undefined when the judged commit is no longer in this repository.
   */
  changedSince(judged: string, tip: string, branch: string): Promise<string[] | undefined>;
  /** Text of a file as HEAD's history last had it, even if it was removed since; undefined when it never existed. */
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
  /** A folder ends with a slash when nothing in it is tracked. */
  readonly path: string;
  readonly kind: "staged" | "changed" | "untracked";
}

export interface ObstaclesThere {
  readonly root: string;
  /** Begun by the person and not finished. */
  readonly operation: string | null;
  readonly staged: readonly string[];
  /** Changed files that the merge would write, in git's words. */
  readonly local: string | null;
}

export interface MergeRequest {
  /** The branch to merge into. */
  readonly branch: string;
  readonly tip: string;
  /** The branch HEAD returns to when nothing was merged. */
  readonly from: string;
  readonly message: string;
  readonly step: string;
  /** Of the variables that hold a secret, those that the user's hooks see. */
  readonly shown?: readonly string[];
}

export type MergeResult =
  | { readonly status: "merged"; readonly sha: string }
  | { readonly status: "refused"; readonly output: string; readonly conflicts: readonly string[] };

export interface LoggedCommit {
  readonly sha: string;
  readonly subject: string;
  /** The step of iflow that made it; missing in everybody else's commits. */
  readonly step?: string;
  /** What it changed. */
  readonly paths: readonly string[];
}

export interface BranchTotal {
  readonly commits: number;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

export interface BranchSummary {
  readonly commits: number;
  /** The newest two hundred. */
  readonly subjects: readonly string[];
  /** As `git diff --stat` prints it, relative to the merge base. */
  readonly stat: string;
  /** Every file that differs from the merge base. */
  readonly files: readonly string[];
}
