// Under the contract a late issue counts only where something has changed: what each reviewer could see change since it last
// judged.
import { type ChangedPlaces, changedPlaces } from "../../../domain/review/register/changed-places.ts";
import type { Changes } from "../../../domain/review/register/contract.ts";
import { keptDiff } from "../../work/given/kept-diff.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";

/** The commit at which each role last judged, in this loop. */
export type LastLooks = ReadonlyMap<string, string>;

/** Undefined where loops do not converge by contract. `texts`: documents as they are now, by path. */
export async function changedSince(
  phase: PhaseRun,
  looks: LastLooks,
  files: readonly string[],
  texts?: ReadonlyMap<string, string>,
): Promise<Changes | undefined> {
  // a brainstorm commits nothing, so there is nothing to compare
  if (phase.run.head.config.review.convergence !== "contract" || !phase.ownsBranch) return undefined;
  const changes = new Map<string, ChangedPlaces>();
  for (const [role, commit] of looks) {
    const { patch } = await keptDiff(phase, commit, phase.world.expected.head ?? "", files);
    changes.set(role, changedPlaces(patch, texts));
  }
  return changes;
}
