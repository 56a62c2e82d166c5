// The door of this folder: one checkout, several ports.
import type { Merging } from "../../ports/merging.ts";
import type { Publishing } from "../../ports/publishing.ts";
import type { Commits, Repository, Snapshots } from "../../ports/repository.ts";
import { findCheckout } from "./checkout/checkout.ts";
import { GitCommits } from "./commits/commits.ts";
import { GitSnapshots } from "./looking/snapshots.ts";
import { GitMerging } from "./merging/merging.ts";
import { GhPublishing } from "./merging/pull-requests.ts";
import { GitRepository } from "./repository.ts";

export interface OpenGit {
  readonly repository: Repository;
  readonly commits: Commits;
  readonly snapshots: Snapshots;
  readonly merging: Merging;
  readonly publishing: Publishing;
}

/** Throws `not-a-repository` when `cwd` is not inside a checkout. */
export async function openGit(cwd: string, env: NodeJS.ProcessEnv): Promise<OpenGit> {
  const checkout = await findCheckout(cwd, env);
  return {
    repository: new GitRepository(checkout),
    commits: new GitCommits(checkout),
    snapshots: new GitSnapshots(checkout),
    merging: new GitMerging(checkout),
    publishing: new GhPublishing(checkout, env),
  };
}
