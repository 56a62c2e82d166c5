// The merge itself, then the removal of the branch that is no longer needed. From the first switch on, HEAD is not on
// the feature's branch, so these steps check the world themselves: after a kill at any point, the merge is found again
// by the merge commit's second parent, a squash by its trailer.
import type { Outcome } from "../../../domain/billing/outcome.ts";
import { depthSentence } from "../../../domain/feature/depth.ts";
import { squashMessage } from "../../../domain/review/finish-work.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { MergeResult } from "../../../ports/git/merging.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { isSameWorld, look, settleForeignChange } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";
import { inBaseTree } from "./in-base-tree.ts";
import { conflictPause, stopText } from "./require-mergeable.ts";

/** Undefined when an obstacle must be removed, or something was committed meanwhile: then all is checked again. */
export async function mergeFeature(phase: PhaseRun, finishing: Finishing, way: MergeWay): Promise<string | undefined> {
  const name = phase.steps.next(0, "merge");
  const result = await mergeOnce(phase, name, finishing.base, way);
  if (result.status === "merged") return result.sha;
  if (result.status === "foreign") await settleForeignChange(phase, name, result.seen);
  else await pauseForRefusal(phase, finishing.base, result);
  return undefined;
}

type Merged = MergeResult | { readonly status: "foreign"; readonly seen: Outcome["world"] };

export type MergeWay = "merge" | "squash";

function mergeOnce(phase: PhaseRun, name: string, base: string, way: MergeWay): Promise<Merged> {
  const { merging, emit } = phase.ports;
  const { key, branch } = phase.feature;
  const expected = phase.world.expected;
  const tip = expected.head ?? "";
  return phase.run.step<Merged>({
    name,
    input: [base, { ...expected }, ...(way === "squash" ? [way] : [])],
    work: async (context) => {
      const made = await (way === "squash" ? merging.findSquash(base, tip) : merging.findMerge(base, tip));
      if (made !== undefined) return { status: "merged", sha: made };
      const seen = await look(phase);
      // On the base branch: an earlier attempt got as far as the switch.
      if (seen.branch !== base && !isSameWorld(seen, expected)) return { status: "foreign", seen: { ...seen } };
      await context.note({ type: "merging", base, tip });
      const subject = way === "squash" ? await describeSquash(phase, base, tip) : `Merge feature ${key}`;
      const message = [subject, depthSentence(phase.run.head.flags.depth)].filter(Boolean).join("\n\n");
      const shown = phase.run.head.config.checks.environment;
      const request = { branch: base, tip, from: branch, message, step: name, shown };
      const there = await merging.worktreeOf(base);
      const result = await inBaseTree(phase, base, () => merging[way](request), there);
      if (result.status === "merged") emit({ type: "commit-made", sha: result.sha, message: firstLine(message) });
      else if (context.signal.aborted) {
        throw new IflowError("interrupted", "stopped while merging the feature; the merge was undone", {
          fix: "iflow continue",
        });
      }
      return result;
    },
  });
}

async function describeSquash({ feature, ports }: Parts<"feature" | "ports">, base: string, tip: string) {
  const log = await ports.merging.log({ tip, without: [`refs/heads/${base}`] });
  return squashMessage(feature, log.map(({ subject }) => subject).toReversed());
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

async function pauseForRefusal(
  phase: Parts<"feature" | "mode" | "run" | "steps">,
  base: string,
  { output, conflicts }: Extract<MergeResult, { status: "refused" }>,
): Promise<void> {
  const name = phase.steps.next(0, "merge-refused");
  if (conflicts.length > 0) {
    await pauseFor(phase, { name, ...conflictPause(phase, base, conflicts) });
    return;
  }
  await pauseFor(phase, {
    name,
    reason: "not-approved",
    text: stopText(phase, `git refused the merge into ${base}; it was undone, and ${base} is as it was.`),
    detail: output,
    fix: "do what git or the hook asks for, then: iflow continue",
  });
}

export type CleanUp = {
  readonly deleted: boolean;
  /** The command that publishes the merge, if the base branch has an upstream. */
  readonly push: string | null;
  /** After a squash: where the single commits are kept. */
  readonly commits?: string;
};

/** Never forced: if git refuses to delete the branch, it stays, and the person is told why. */
export function cleanUp(
  phase: Parts<"feature" | "ports" | "run" | "steps" | "world">,
  { base }: Finishing,
  way: MergeWay,
): Promise<CleanUp> {
  const { merging, trees, emit } = phase.ports;
  const { branch, key } = phase.feature;
  const tip = phase.world.expected.head ?? "";
  const ref = `refs/iflow/squashed/${key}`;
  return phase.run.step<CleanUp>({
    name: phase.steps.next(0, "clean-up"),
    input: [branch, base, ...(way === "squash" ? [way, tip] : [])],
    work: async () => {
      const own = await trees.here();
      if (own) await trees.detach(); // a branch that is checked out cannot be deleted, nor used in another tree
      const { deleted, why } = await (way === "squash"
        ? merging.retireBranch(branch, tip, ref)
        : merging.deleteBranch(branch));
      if (!deleted) emit({ type: "warned", text: `${branch} is merged but could not be deleted: ${why}` });
      const { pushes } = await merging.branches();
      if (own) await trees.leave(own, "merged");
      return { deleted, push: pushes[base] ?? null, ...(way === "squash" && deleted && { commits: ref }) };
    },
  });
}
