// The other way to finish a feature: its branch is pushed and a pull request is opened. Safe to repeat: an existing
// branch and an open pull request are found.
import { depthSentence } from "../../../domain/feature/depth.ts";
import { printReceiptsSection, withReceiptsSection } from "../../../domain/receipts/receipts-text.ts";
import { pullRequestBody } from "../../../domain/review/finish-work.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { PullRequest } from "../../../ports/git/publishing.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { whenUndisturbed } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";

/** Why no pull request can be opened; null when one can. */
export function readPublishing(phase: Parts<"ports" | "run" | "steps">): Promise<string | null> {
  return phase.run.step({
    name: phase.steps.next(0, "publishing"),
    input: null,
    work: async () => (await phase.ports.publishing.obstacle()) ?? null,
  });
}

export async function publishFeature(phase: PhaseRun, finishing: Finishing): Promise<string> {
  const { branch } = phase.feature;
  for (;;) {
    const problem = await pushBranch(phase);
    if (problem === null) break;
    await pauseFor(phase, {
      name: phase.steps.next(0, "push-refused"),
      reason: "git-failed",
      text: `${branch} could not be pushed.`,
      detail: problem,
      fix: "do what git asks for, then: iflow continue",
    });
  }
  for (;;) {
    const opened = await openPullRequest(phase, finishing);
    if (opened.status === "open") return opened.url;
    await pauseFor(phase, {
      name: phase.steps.next(0, "pull-request-refused"),
      reason: "blocked",
      text: `${branch} is pushed, but gh could not open a pull request.`,
      detail: opened.problem,
      fix: "do what gh asks for (often: gh auth login), then: iflow continue",
    });
  }
}

function pushBranch(phase: PhaseRun): Promise<string | null> {
  return whenUndisturbed(phase, {
    round: 0,
    segment: "push",
    input: phase.feature.branch,
    work: async () => (await phase.ports.publishing.push(phase.feature.branch)) ?? null,
  });
}

function openPullRequest(phase: PhaseRun, { base, documents, receipts }: Finishing): Promise<PullRequest> {
  const { branch, slug, description, folder } = phase.feature;
  return whenUndisturbed<PullRequest>(phase, {
    round: 0,
    segment: "pull-request",
    input: [branch, base],
    work: async (_step, { signal }) => {
      const retro = (await phase.ports.tree.read(phase.artifact)) ?? "";
      const depth = depthSentence(phase.run.head.flags.depth);
      const body = pullRequestBody({
        ...{ description, depth, folder, documents: [...documents, "retro.md"] },
        ...{ retro: withReceiptsSection(retro, ""), receipts: printReceiptsSection(receipts?.results ?? []) },
      });
      const opened = await phase.ports.publishing.openPullRequest(
        { branch, base, title: `Feature: ${slug}`, body },
        signal,
      );
      if (signal.aborted) {
        throw new IflowError("interrupted", "stopped while opening the pull request", { fix: "iflow continue" });
      }
      return opened;
    },
  });
}
