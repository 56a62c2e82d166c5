// git as the engine sees it: where HEAD stands, commits of exactly named files, and what an agent changed. Three small
// doors, one adapter. Paths are relative to the root, with forward slashes, never patterns.

export interface Repository {
  readonly root: string;
  /** The git directory shared by all worktrees; run data lives below it. */
  readonly commonDir: string;
  /** The git directory of this working tree. */
  readonly gitDir: string;
  where(): Promise<Whereabouts>;
  /** What makes git run something (configuration, hooks) and where the stash stands: names below `.git` with a hash. */
  settings(): Promise<Readonly<Record<string, string>>>;
  /** Files of installed packages that git ignores and that were touched since then, by the disk's clock (milliseconds). */
  touchedInstalled(since: number): Promise<string[]>;
  /** Names of `feature/*` branches, local and remote-tracking (without the remote's name), unique and sorted. */
  featureBranches(): Promise<string[]>;
  /** Enough to tell which one is the base branch. */
  branches(): Promise<BranchNames>;
  /** The commit at which a local branch was made; undefined once its log does not tell any more. */
  beganAt(branch: string): string | undefined;
  /** The commit at the tip of a local branch; undefined when there is no such branch. */
  tip(branch: string): Promise<string | undefined>;
  /** Creates the branch at the revision; `false` when a branch of that name already exists. Never moves one. */
  reserveBranch(name: string, revision: string): Promise<boolean>;
  /** Removes a branch that still stands where it was reserved and that no working tree is on; `false` otherwise. */
  releaseBranch(name: string, revision: string): Promise<boolean>;
  /** The working tree that is on the branch; undefined when none is. */
  checkedOutIn(branch: string): Promise<string | undefined>;
  /**
   * Checks the branch out as `git switch` does: local edits are carried along or it fails; nothing is lost. Not with hooks
   * where an agent may have written them.
   */
  switchTo(branch: string, how?: { readonly hooks: boolean }): Promise<void>;
  /** Those of the given paths whose working file or index entry differs from HEAD (untracked included). */
  dirty(paths: readonly string[]): Promise<string[]>;
  /** The file is there, git does not know it, and the user has not told git to leave it out. */
  isNew(path: string): Promise<boolean>;
  /** Text of a file in a revision; undefined when it is not there. */
  show(revision: string, path: string): Promise<string | undefined>;
  /** Blob id of a file in a revision; undefined when it is not there. */
  blobAt(revision: string, path: string): Promise<string | undefined>;
  /** Names directly below a folder in a revision; empty when it is not there. */
  list(revision: string, folder: string): Promise<string[]>;
  /** The newest commit of any branch or tag that added or changed the file, however often it was removed since. */
  lastCommitWith(path: string): Promise<string | undefined>;
}

export interface BranchNames {
  /** Sorted. */
  readonly local: readonly string[];
  /** From `origin/HEAD`, without the remote's name. */
  readonly remoteDefault: string | undefined;
}

export interface Whereabouts {
  /** Short branch name; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Commit id; undefined on an unborn branch. */
  readonly head: string | undefined;
  /** An operation that the user has begun and not finished. */
  readonly operation: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | undefined;
}

export interface Commits {
  /** Throws `git-failed`, with the fix, when git would not know whose commits these are. Asks git once per command. */
  requireIdentity(): Promise<void>;
  /** Whose commits these would be, as far as git knows. */
  identity(): Promise<KnownIdentity>;
  /** Tells git who the person is, in this repository only. */
  storeIdentity(identity: Identity): Promise<void>;
  /**
   * Commits exactly these files as they are in the working tree (missing ones are removed) on top of the branch,
   * without hooks and without touching other index entries. Repeatable: if a commit on the branch has the trailer
   * `Iflow-Step` with this step, that commit is returned. `no-change` when the tree would be the same. Throws
   * `repository-state` when HEAD is not on that branch, `git-failed` when the branch moved meanwhile.
   */
  commitFiles(request: CommitRequest): Promise<CommitResult>;
  /** The commit of an earlier attempt at this step, found by its trailer between `since` and the branch's tip. */
  findStep(request: Pick<CommitRequest, "branch" | "step" | "since">): Promise<string | undefined>;
  /** Like `commitFiles`, by `git commit` on a prepared index, with the user's hooks and signing. A hook that refuses is a result. */
  commitWithHooks(request: CommitRequest): Promise<CommitResult | Refusal>;
  /**
   * Brings the user's index up to date with our commits wherever an earlier attempt could not: its process died, or the
   * index was locked. What was staged since is left alone. Returns the paths; throws `git-failed`, naming the lock, while
   * it cannot be done. Costs nothing when nothing is owed.
   */
  settleIndex(): Promise<string[]>;
  /**
   * Commits one file with the given text on a branch that is not checked out anywhere; touches no index and no working
   * file. Repeatable like `commitFiles`. Throws `repository-state` when a working tree has the branch checked out, and
   * names that tree.
   */
  commitText(request: TextCommitRequest): Promise<CommitResult>;
  /**
   * Puts what `work` changed since it left the branch on top of the branch, as one commit with one parent, and lays it out in
   * the working tree. Nothing is overwritten: files there that are neither as before nor as after are `in-the-way`. Repeatable
   * like `commitFiles`, also after a kill while files were laid out. Throws `git-failed` when the branch moved meanwhile.
   */
  join(request: JoinRequest): Promise<JoinResult>;
  /**
   * Unified diff and stat of the given files between two revisions; binary and lock files appear only in the stat.
   * `compact` is for readers who know the previous text: words of Markdown instead of lines, little code context.
   */
  diff(from: string, to: string, paths: readonly string[], form?: DiffForm): Promise<Diff>;
}

export interface Identity {
  readonly name: string;
  readonly email: string;
}

export interface KnownIdentity extends Partial<Identity> {
  /** Git would commit with it: both parts are known, set or worked out by git itself. */
  readonly isEnough: boolean;
}

export type DiffForm = "plain" | "compact";

export interface CommitRequest {
  readonly branch: string;
  readonly paths: readonly string[];
  readonly message: string;
  readonly step: string;
  /** The search for the trailer stops at this commit. */
  readonly since: string;
  /** Of the variables that hold a secret, those that the user's hooks see. */
  readonly shown?: readonly string[];
}

export interface TextCommitRequest extends Omit<CommitRequest, "paths"> {
  readonly path: string;
  readonly text: string;
}

export interface CommitResult {
  readonly status: "committed" | "no-change";
  readonly sha: string;
  /** git reported a failure, but the commit stands. An earlier attempt may have made it, from an earlier text. */
  readonly despiteFailure?: true;
}

export interface JoinRequest extends Omit<CommitRequest, "paths"> {
  readonly work: string;
}

export type JoinResult =
  | { readonly status: "joined"; readonly sha: string; readonly paths: readonly string[] }
  /** The branch has all of it. */
  | { readonly status: "no-change"; readonly sha: string }
  /** Both changed the same place of these files. */
  | { readonly status: "conflict"; readonly paths: readonly string[] }
  | { readonly status: "in-the-way"; readonly paths: readonly string[] };

export interface Refusal {
  readonly status: "refused";
  readonly output: string;
}

export interface Diff {
  readonly stat: string;
  readonly patch: string;
  readonly added: number;
  readonly removed: number;
}

export interface Snapshots {
  /**
   * The state of all files git would see (tracked, and untracked but not ignored), as a tree id. Objects go to a
   * throw-away directory below `gitDir`, kept for crash recovery; nothing is added to the repository itself.
   */
  take(): Promise<Snapshot>;
  /** The tree id of the same state without these folders and files: equal wherever all the other files are equal. */
  treeWithout(paths: readonly string[]): Promise<string>;
  /** Blob ids of the given working files; undefined for a missing one. `at`: where HEAD stands, if known. */
  blobs(paths: readonly string[], at?: Pick<Whereabouts, "head">): Promise<Record<string, string | undefined>>;
  /** False when its throw-away objects are gone, with their working tree or on another machine. */
  has(tree: string): Promise<boolean>;
  /** Paths that differ between two snapshot trees, sorted. */
  changed(before: string, after: string): Promise<ChangedPath[]>;
  /** A patch of the given paths from one snapshot to the other, including binary files, that `git apply` accepts. */
  patch(before: string, after: string, paths: readonly string[]): Promise<string>;
  /** Bytes that `clear` would free. */
  size(): Promise<number>;
  /** Removes the throw-away objects. */
  clear(): Promise<void>;
}

export interface Snapshot {
  readonly tree: string;
  /** Left out: untracked files over 5 MB or with the name of a secret, nested repositories, files that cannot be read. */
  readonly skipped: readonly string[];
}

export interface ChangedPath {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
}
