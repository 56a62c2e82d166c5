// Neither a merge nor a pull request while the branch holds commits of another feature that is not merged: that one would
// be merged along with it. Waits until they are gone, or merged.
import type { Pause } from "../../../domain/run/questions/question.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { whenUndisturbed } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";
import { stopText } from "./require-mergeable.ts";
import { findUnmerged, type UnmergedFeature } from "./unmerged-features.ts";

export async function requireOwnCommits(phase: PhaseRun, { base }: Pick<Finishing, "base">): Promise<void> {
  for (;;) {
    const unmerged = await whenUndisturbed(phase, {
      round: 0,
      segment: "own-commits",
      input: base,
      work: () => findUnmerged(phase, base),
    });
    if (unmerged.length === 0) return;
    await pauseFor(phase, { name: phase.steps.next(0, "unmerged-feature"), ...unmergedPause(phase, base, unmerged) });
  }
}

function unmergedPause(
  phase: Parts<"feature" | "mode">,
  base: string,
  features: readonly UnmergedFeature[],
): Omit<Pause, "type" | "name"> {
  const { key, branch } = phase.feature;
  const others = listNames(features.map((one) => one.key));
  return {
    reason: "blocked",
    text: stopText(phase, `${key} holds unmerged commits of ${others}.`),
    detail: [
      ...features.flatMap((one) => [...wayToMerge(one, base), ...wayWithout(one, base, branch)]),
      "Nothing was merged.",
    ].join("\n"),
    fix: "do that, then: iflow continue",
  };
}

function wayToMerge({ key, branch, status }: UnmergedFeature, base: string): string[] {
  if (status === "abandoned") return [`${key} was abandoned. Leave its commits out:`];
  if (branch === null) return [`${key} has no branch here. Leave its commits out:`];
  const last = "or leave its commits out:";
  if (status === "completed") return [`Merge ${key}, which is completed, and update ${base};`, last];
  return [`Finish ${key} first:`, `  git switch ${branch}`, `  iflow finish-feature ${key}`, last];
}

function wayWithout({ branch: theirs }: UnmergedFeature, base: string, branch: string): string[] {
  if (theirs === null) return [`  git rebase --interactive ${shellWord(base)} ${branch}   (drop them)`];
  return [`  git rebase --onto ${shellWord(base)} ${theirs} ${branch}`];
}
