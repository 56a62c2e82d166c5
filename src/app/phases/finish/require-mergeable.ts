// Can the feature be merged? Checked in advance and without touching anything: another working tree that has the base
// branch checked out, files that would conflict, local changes that git would not carry along. Waits until the
// obstacles are gone.
import type { Pause } from "../../../domain/run/questions/question.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { ObstaclesThere } from "../../../ports/git/merging.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { whenUndisturbed } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";
import { inBaseTree } from "./in-base-tree.ts";

export async function requireMergeable(phase: PhaseRun, { base }: Pick<Finishing, "base">): Promise<void> {
  for (;;) {
    const obstacle = obstacleOf(phase, base, await findObstacles(phase, base));
    if (!obstacle) return;
    await pauseFor(phase, { name: phase.steps.next(0, "not-mergeable"), ...obstacle });
  }
}

type Obstacles = {
  /** Runs of earlier versions could not merge where another working tree has the base branch. */
  readonly worktree: string | null;
  /** That tree, in which the merge is made. */
  readonly there?: { readonly root: string; readonly operation: string | null };
  readonly conflicts: readonly string[];
  readonly staged: readonly string[];
  /** In git's own words; like `staged`, of the tree that the merge is made in. */
  readonly local: string | null;
};

function findObstacles(phase: PhaseRun, base: string): Promise<Obstacles> {
  const { merging } = phase.ports;
  return whenUndisturbed<Obstacles>(phase, {
    round: 0,
    segment: "preflight",
    input: base,
    work: async () => {
      const conflicts = await merging.conflicts(base, phase.feature.branch);
      const there = await merging.worktreeOf(base);
      // another feature may be merging there just now, and half of that would pass for the person's changes
      const look = () => merging.obstaclesAt(base, phase.feature.branch);
      const elsewhere = there === undefined ? undefined : await inBaseTree(phase, base, look, there);
      if (elsewhere) {
        const { root, operation, staged, local } = elsewhere;
        return { worktree: null, there: { root, operation }, conflicts, staged, local };
      }
      const changes = await merging.localChanges();
      return {
        worktree: null,
        conflicts,
        staged: changes.filter(({ kind }) => kind === "staged").map(({ path }) => path),
        local: (await merging.switchObstacle(base)) ?? null,
      };
    },
  });
}

function obstacleOf(
  phase: Parts<"feature" | "mode" | "run">,
  base: string,
  { worktree, there, conflicts, staged, local }: Obstacles,
): Omit<Pause, "type" | "name"> | undefined {
  const { branch } = phase.feature;
  if (conflicts.length > 0) return conflictPause(phase, base, conflicts);
  if (worktree !== null) {
    return {
      reason: "blocked",
      text: stopText(phase, `${base} is checked out in another working tree, so it cannot be merged into from here.`),
      detail: `${worktree}\nNothing was merged.`,
      fix: `free the branch there (git -C ${shellWord(worktree)} switch --detach) or remove that working tree (git worktree remove ${shellWord(worktree)}), then: iflow continue`,
    };
  }
  if (there) return obstacleThere(phase, base, { root: there.root, operation: there.operation, staged, local });
  if (staged.length > 0) {
    return {
      reason: "blocked",
      text: stopText(phase, "Staged changes block the merge."),
      detail: `${staged.join("\n")}\nNothing was merged.`,
      fix: `commit them on ${branch} or unstage them (git restore --staged), then: iflow continue`,
    };
  }
  if (local === null) return undefined;
  return {
    reason: "blocked",
    text: stopText(phase, `git cannot switch to ${base} with the changes in your working tree.`),
    detail: `${local}\nNothing was merged.`,
    fix: "commit them or move them away, then: iflow continue",
  };
}

/** The person's own work in the tree that has the base branch checked out, which is not ours to move. */
function obstacleThere(
  phase: Parts<"mode">,
  base: string,
  { root, operation, staged, local }: ObstaclesThere,
): Omit<Pause, "type" | "name"> | undefined {
  const where = `the working tree that has ${base} checked out`;
  const stop = (text: string, lines: readonly string[], fix: string) => ({
    reason: "blocked" as const,
    text: stopText(phase, text),
    detail: [root, ...lines, "Nothing was merged."].join("\n"),
    fix: `${fix}, then: iflow continue`,
  });
  const there = `git -C ${shellWord(root)}`;
  if (operation !== null)
    return stop(`A ${operation} is in progress in ${where}.`, [], `finish or undo it there (${there} status)`);
  if (staged.length > 0) {
    return stop(
      `Staged changes block the merge in ${where}.`,
      staged,
      `commit or unstage them there (${there} restore --staged .)`,
    );
  }
  if (local === null) return undefined;
  return stop(`git cannot merge with the changes in ${where}.`, [local], "commit them there or move them away");
}

export function conflictPause(
  phase: Parts<"feature" | "mode" | "run">,
  base: string,
  files: readonly string[],
): Omit<Pause, "type" | "name"> {
  return {
    reason: "blocked",
    text: stopText(phase, `Merge conflict on ${base}.`),
    detail: [...files, "Nothing was merged.", ...(phase.mode.yolo ? ["Resume with: iflow continue"] : [])].join("\n"),
    fix: `git merge ${shellWord(base)}   on ${phase.feature.branch}, resolve and commit, then: iflow continue`,
  };
}

/** Under `--yolo` a stop begins with words that scripts search for. */
export function stopText(phase: Parts<"mode">, text: string): string {
  return phase.mode.yolo ? `YOLO MODE STOPPED: ${text}` : text;
}
