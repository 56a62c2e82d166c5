// One commit of exactly the named files on the feature's branch, without hooks; done once however often it is tried.
import { asFailedCommit, type Committed, foundCommit } from "../review/commit-artifact.ts";
import type { PhaseWork } from "./phase-work.ts";
import { whenUndisturbed } from "./world.ts";

export interface PathsJob {
  readonly round?: number;
  readonly segment: string;
  readonly paths: readonly string[];
  readonly message: string;
}

export async function commitPaths(
  work: PhaseWork,
  { round = 0, segment, paths, message }: PathsJob,
): Promise<Committed> {
  const { commits, emit } = work.ports;
  const order = (step: string) => ({
    branch: work.feature.branch,
    paths,
    message,
    step,
    since: work.run.head.base,
  });
  const committed = await whenUndisturbed<Committed>(work, {
    round,
    segment,
    input: [message, ...paths],
    found: async (step) => {
      const sha = await foundCommit(work, order(step), (again) => commits.commitFiles(again));
      return sha === undefined ? undefined : { status: "committed", sha };
    },
    work: async (step) => {
      const before = work.expected.head ?? work.run.head.base;
      const result = await commits.commitFiles(order(step)).catch(asFailedCommit(work, order(step), before));
      if (result.status === "committed") emit({ type: "commit-made", sha: result.sha, message });
      return result;
    },
  });
  work.expected = { ...work.expected, head: committed.sha };
  return committed;
}
