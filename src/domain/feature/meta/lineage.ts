// Whose commits are on a branch. What a feature's branch has and the base branch has not is to be the feature's own
// work: a merge would bring in everything else too, finished or not.
import type { FeatureMeta } from "./feature-meta.ts";

export interface BranchCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  /** The steps that its message names. */
  readonly steps: readonly string[];
}

/** The step of a feature's first commit, which is in the message of that commit. */
export function creationStep(key: string): string {
  return `${CREATION}${key}`;
}

const CREATION = "create-feature/";

/** The features that begin in these commits, each with its first one. */
export function begunIn(commits: readonly BranchCommit[]): Map<string, string> {
  const found = commits.flatMap(({ sha, steps }) =>
    steps.filter((step) => step.startsWith(CREATION)).map((step) => [step.slice(CREATION.length), sha] as const),
  );
  return new Map(found.toReversed()); // the oldest counts
}

/**
 * The oldest of those commits that do not follow one of `starts`: whoever has one of these has commits in common with
 * the branch that are not the branch's own. Parents come before their children.
 */
export function foreignRoots(commits: readonly BranchCommit[], starts: readonly string[]): string[] {
  const own = new Set(starts);
  const foreign = new Set<string>();
  const roots: string[] = [];
  for (const { sha, parents } of commits) {
    if (own.has(sha) || parents.some((parent) => own.has(parent))) {
      own.add(sha);
      continue;
    }
    if (!parents.some((parent) => foreign.has(parent))) roots.push(sha);
    foreign.add(sha);
  }
  return roots;
}

export type FoundStatus = FeatureMeta["status"] | "unreadable" | undefined;

/** Another feature, as far as a branch that is to be merged has to do with it. */
export interface OtherFeature {
  /** Its first commit is among those that would be merged. */
  readonly isBegun: boolean;
  /** Its branch has some of those commits, and they are not those of the feature to be merged. */
  readonly isShared: boolean;
  readonly hasBranch: boolean;
  /** What the branch to be merged says of it, if its commits changed that. */
  readonly here: FoundStatus;
  /** What the base branch says of it. */
  readonly inBase: FoundStatus;
}

/** Merging the branch would merge this feature too, although it has not been merged itself. */
export function isUnmerged({ isBegun, isShared, hasBranch, here, inBase }: OtherFeature): boolean {
  // A feature that arrived completed was merged, even if as one commit that has nothing in common with its branch.
  if (inBase === "completed") return false;
  if (isShared) return true;
  if (isBegun && (hasBranch || here !== undefined)) return true;
  const hasWork = here === "active" || here === "completed" || here === "unreadable";
  return hasWork && (inBase === undefined || inBase === "planned");
}
