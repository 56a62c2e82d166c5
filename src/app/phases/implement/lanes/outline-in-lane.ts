// Test outlines while tasks are worked on: their author sees no code, so it waits for nobody. It reads in a tree of its own, in
// which nobody else's work comes and goes.
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import type { Implementation } from "../code/implementation.ts";
import { type AskedOutlines, askOutlines } from "../tests/test-outlines.ts";
import { endWork, openLane, ownSetup, type Place } from "./lane-phase.ts";

type OutlinePlace = Omit<Place, "over">;

/** Where the feature's branch stands before the tasks. */
export function outlinePlace({ run, world }: PhaseRun, lane: number): OutlinePlace {
  const head = world.expected.head ?? run.head.base;
  return { lane, head, branch: `iflow/${run.head.id}/test-outlines`, isForReading: true };
}

/** `trunk`: the phase of the feature, with the run and the names of the author's branch. */
export async function outlineInLane(
  trunk: PhaseRun,
  code: Implementation,
  place: OutlinePlace,
): Promise<AskedOutlines> {
  const over = trunk.steps.next(0, "over");
  const phase = await openLane(trunk, { ...place, over });
  const asked = await askOutlines(phase, ownSetup(code));
  const { branch, head } = place;
  await endWork(phase, { over, base: head, head, branch, what: "test outlines" });
  return asked;
}
