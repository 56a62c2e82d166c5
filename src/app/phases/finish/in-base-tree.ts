// The working tree that has the base branch checked out belongs to everybody who finishes: features look at it and merge in it one
// after the other. One in which another iflow works is left alone.
import { IflowError } from "../../../domain/text/errors.ts";
import { inTurn } from "../../trees/in-turn.ts";
import type { Parts } from "../../work/state/phase-run.ts";

/** `there`: its root, if it is not this one. */
export async function inBaseTree<T>(
  { ports }: Parts<"ports">,
  base: string,
  work: () => Promise<T>,
  there?: string,
): Promise<T> {
  const { trees, runs } = ports;
  const hold = () => trees.hold(MERGING, "iflow finish-feature", there);
  return inTurn(ports, hold, work, async () => (await runs.owner(MERGING)) !== undefined).catch((error) => {
    if (there === undefined || !(error instanceof IflowError) || error.code !== "locked") throw error;
    throw new IflowError("locked", `${base} is checked out in ${there}, where another iflow is at work`, {
      cause: error,
      detail: `${error.message}\nNothing was merged.`,
      fix: "wait until it has finished, then: iflow continue",
    });
  });
}

const MERGING = "merge";
