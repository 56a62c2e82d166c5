// Features that are built on this one: their branches have its single commits. Squashed, it would come to them a second
// time, as another commit, and whatever they changed in the same files would conflict.
import { underRoot } from "../../../domain/feature/feature-key.ts";
import { featureOf } from "../../../domain/feature/start-point.ts";
import type { Pause } from "../../../domain/run/questions/question.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { statusIn } from "../../feature/feature-standing.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { whenUndisturbed } from "../../work/world.ts";
import { stopText } from "./require-mergeable.ts";

/** Their keys; abandoned ones do not count. */
export function findStacked(phase: PhaseRun, base: string): Promise<string[]> {
  return whenUndisturbed(phase, {
    round: 0,
    segment: "stacked",
    input: base,
    work: async () => {
      const { repository, lineage } = phase.ports;
      const { artifactsRoot } = phase.run.head.config;
      const tip = await repository.tip(phase.feature.branch);
      if (tip === undefined) return [];
      const { commits } = await lineage.newCommits(base, tip, underRoot(artifactsRoot, "features"));
      const stacked = new Set<string>();
      for (const ref of await lineage.branchesWith(commits.slice(0, 1).map(({ sha }) => sha))) {
        const key = featureOf(ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ""));
        if (key === undefined || key === phase.feature.key) continue;
        if ((await statusIn(phase.ports, artifactsRoot, ref, key)) !== "abandoned") stacked.add(key);
      }
      return [...stacked].sort();
    },
  });
}

export function stackedPause(
  phase: Parts<"feature" | "mode">,
  stacked: readonly string[],
): Omit<Pause, "type" | "name"> {
  const { key } = phase.feature;
  const others = listNames(stacked);
  return {
    reason: "blocked",
    text: stopText(
      phase,
      `${key} cannot become one commit: ${others} ${stacked.length === 1 ? "is" : "are"} built on it.`,
    ),
    detail: "Built on its single commits, such a feature would conflict with the one commit.\nNothing was merged.",
    fix: `iflow finish-feature --feature=${key} --merge   (keeps its commits)`,
  };
}
