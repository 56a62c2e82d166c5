// git where it says whose commits a branch has. Only looks.
import type { BranchCommit } from "../../domain/feature/meta/lineage.ts";

export interface Lineage {
  /** What `tip` has and the branch has not, neither here nor, as far as this clone knows, at its remote. */
  newCommits(branch: string, tip: string, folder: string): Promise<NewCommits>;
  /** Full names of the feature branches, here and at remotes, that have at least one of the commits. */
  branchesWith(commits: readonly string[]): Promise<string[]>;
  /** Commits of `tip` that none of the others has and that changed something in the folder, oldest first. */
  changesIn(folder: string, tip: string, others: readonly string[]): Promise<string[]>;
}

export interface NewCommits {
  /** Where the branch stands here, then at its remote. */
  readonly bases: readonly string[];
  /** Parents before their children. */
  readonly commits: readonly BranchCommit[];
  /** Paths in the folder that these commits changed. */
  readonly changed: readonly string[];
}
