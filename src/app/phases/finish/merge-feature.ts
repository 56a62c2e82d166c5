// The merge itself, then the removal of the branch that is no longer needed. From the first switch on, HEAD is not on
// the feature's branch, so these steps check the world themselves: after a kill at any point, the merge is found again
// by the merge commit's second parent.
import type { Outcome } from "../../../domain/billing/outcome.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { MergeResult } from "../../../ports/merging.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { isSameWorld, look, settleForeignChange } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";
import { conflictPause, stopText } from "./require-mergeable.ts";

/** Undefined when an obstacle must be removed, or something was committed meanwhile: then all is checked again. */
export async function mergeFeature(phase: PhaseRun, finishing: Finishing): Promise<string | undefined> {
  const name = phase.steps.next(0, "merge");
  const result = await mergeOnce(phase, name, finishing.base);
  if (result.status === "merged") return result.sha;
  if (result.status === "foreign") await settleForeignChange(phase, name, result.seen);
  else await pauseForRefusal(phase, finishing.base, result);
  return undefined;
}

type Merged = MergeResult | { readonly status: "foreign"; readonly seen: Outcome["world"] };

function mergeOnce(phase: PhaseRun, name: string, base: string): Promise<Merged> {
  const { merging, emit } = phase.ports;
  const { key, branch } = phase.feature;
  const expected = phase.world.expected;
  const tip = expected.head ?? "";
  const message = `Merge feature ${key}`;
  return phase.run.step<Merged>({
    name,
    input: [base, { ...expected }],
    work: async (context) => {
      const made = await merging.findMerge(base, tip);
      if (made !== undefined) return { status: "merged", sha: made };
      const seen = await look(phase);
      // On the base branch: an earlier attempt got as far as the switch.
      if (seen.branch !== base && !isSameWorld(seen, expected)) return { status: "foreign", seen: { ...seen } };
      await context.note({ type: "merging", base, tip });
      const result = await merging.merge({ branch: base, tip, from: branch, message, step: name });
      if (result.status === "merged") emit({ type: "commit-made", sha: result.sha, message });
      else if (context.signal.aborted) {
        throw new IflowError("interrupted", "stopped while merging the feature; the merge was undone", {
          fix: "iflow continue",
        });
      }
      return result;
    },
  });
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

export interface CleanUp {
  readonly deleted: boolean;
  /** The command that publishes the merge, if the base branch has an upstream. */
  readonly push: string | null;
}

/** Never forced: if git refuses to delete the branch, it stays, and the person is told why. */
export function cleanUp(phase: Parts<"feature" | "ports" | "run" | "steps">, { base }: Finishing): Promise<CleanUp> {
  const { merging, emit } = phase.ports;
  const { branch } = phase.feature;
  return phase.run.step({
    name: phase.steps.next(0, "clean-up"),
    input: [branch, base],
    work: async () => {
      const { deleted, why } = await merging.deleteBranch(branch);
      if (!deleted) emit({ type: "warned", text: `${branch} is merged but could not be deleted: ${why}` });
      const { pushes } = await merging.branches();
      return { deleted, push: pushes[base] ?? null };
    },
  });
}
