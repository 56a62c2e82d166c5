// The door of this folder: one checkout, several ports.
import type { Ports } from "../../ports/ports.ts";
import { findCheckout } from "./checkout/checkout.ts";
import { createCommits } from "./commits/commits.ts";
import { createSnapshots } from "./looking/snapshots.ts";
import { createLineage } from "./merging/lineage.ts";
import { createMerging } from "./merging/merging.ts";
import { createPublishing } from "./merging/pull-requests.ts";
import { createRepository } from "./repository.ts";
import { createGitTrees, type GitTrees } from "./trees/git-trees.ts";

export interface OpenGit
  extends Pick<Ports, "repository" | "commits" | "snapshots" | "lineage" | "merging" | "publishing"> {
  readonly gitTrees: GitTrees;
}

/** Throws `not-a-repository` when `cwd` is not inside a checkout. */
export async function openGit(cwd: string, env: NodeJS.ProcessEnv): Promise<OpenGit> {
  const checkout = await findCheckout(cwd, env);
  return {
    repository: createRepository(checkout),
    commits: createCommits(checkout),
    snapshots: createSnapshots(checkout),
    lineage: createLineage(checkout),
    merging: createMerging(checkout),
    publishing: createPublishing(checkout, env),
    gitTrees: createGitTrees(checkout),
  };
}
