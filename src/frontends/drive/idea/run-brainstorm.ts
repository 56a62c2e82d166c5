// A new brainstorm, or the open one about the same idea.
import { settleCreations } from "../../../app/feature/create/settle-creations.ts";
import type { PhaseResult } from "../../../app/run/run-phase.ts";
import { startBrainstorm } from "../../../app/run/start-brainstorm.ts";
import { compareIdeas } from "../../../domain/feature/same-idea.ts";
import { isOutdated, type RunFlags } from "../../../domain/run/run.ts";
import { requireMover } from "../before/require-person.ts";
import { trustedPlace } from "../before/require-trust.ts";
import type { DrivePlace } from "../context.ts";
import { driverOf, newRun, type PhaseFlags } from "../run-driver.ts";
import { continueOpen } from "../run-phase.ts";

export async function brainstormOn(
  place: DrivePlace,
  idea: string,
  flags: PhaseFlags,
  kept: RunFlags,
): Promise<PhaseResult> {
  await requireMover(place);
  await settleCreations(place.ports);
  const open = (await place.ports.runs.open()).find(({ head }) => compareIdeas(head.idea ?? "", idea) === "same");
  if (open && !isOutdated(open.head)) return continueOpen(place, open, flags);
  return newBrainstorm(await trustedPlace(place), idea, flags, kept);
}

/** In a place whose settings are confirmed. */
export async function newBrainstorm(
  place: DrivePlace,
  idea: string,
  flags: PhaseFlags,
  kept: RunFlags,
): Promise<PhaseResult> {
  const { ports } = place;
  const isAttended = place.person.interactive && !kept.yolo;
  const run = await newRun(place, flags, { ...kept, ...(isAttended && { attended: true }) });
  const request = { ...run, idea, command: "iflow brainstorm" };
  return startBrainstorm(ports, driverOf({ ...place, config: run.config }, flags, kept), request);
}
