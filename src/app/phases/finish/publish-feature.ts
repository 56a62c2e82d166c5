// The other end of a feature: its branch is pushed and a pull request opened. Safe to repeat: a branch that is there and
// a pull request that is open are found.

import { pullRequestBody } from "../../../domain/review/finish-work.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { PullRequest } from "../../../ports/publishing.ts";
import { type PhaseWork, stepName } from "../../work/phase-work.ts";
import { whenUndisturbed } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";

/** Why no pull request can be opened; null when one can. */
export function readPublishing(work: PhaseWork): Promise<string | null> {
  return work.run.step({
    name: stepName(work, 0, "publishing"),
    input: null,
    work: async () => (await work.ports.publishing.obstacle()) ?? null,
  });
}

export async function publishFeature(work: PhaseWork, finishing: Finishing): Promise<string> {
  const { branch } = work.feature;
  for (;;) {
    const problem = await pushBranch(work);
    if (problem === null) break;
    await work.run.wait([
      {
        type: "pause",
        name: stepName(work, 0, "push-refused"),
        reason: "git-failed",
        text: `${branch} could not be pushed.`,
        detail: problem,
        fix: "do what git asks for, then: iflow continue",
      },
    ]);
  }
  for (;;) {
    const opened = await openPullRequest(work, finishing);
    if (opened.status === "open") return opened.url;
    await work.run.wait([
      {
        type: "pause",
        name: stepName(work, 0, "pull-request-refused"),
        reason: "blocked",
        text: `${branch} is pushed, but gh could not open a pull request.`,
        detail: opened.problem,
        fix: "do what gh asks for (often: gh auth login), then: iflow continue",
      },
    ]);
  }
}

function pushBranch(work: PhaseWork): Promise<string | null> {
  return whenUndisturbed(work, {
    round: 0,
    segment: "push",
    input: work.feature.branch,
    work: async () => (await work.ports.publishing.push(work.feature.branch)) ?? null,
  });
}

function openPullRequest(work: PhaseWork, { base, documents }: Finishing): Promise<PullRequest> {
  const { branch, slug, description, folder } = work.feature;
  return whenUndisturbed<PullRequest>(work, {
    round: 0,
    segment: "pull-request",
    input: [branch, base],
    work: async (_step, { signal }) => {
      const retro = (await work.ports.tree.read(work.artifact)) ?? "";
      const body = pullRequestBody({ description, folder, documents: [...documents, "retro.md"], retro });
      const opened = await work.ports.publishing.openPullRequest(
        { branch, base, title: `Feature: ${slug}`, body },
        signal,
      );
      if (signal.aborted) {
        throw new IflowError("interrupted", "stopped while the pull request was opened", { fix: "iflow continue" });
      }
      return opened;
    },
  });
}
