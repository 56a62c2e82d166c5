// A new brainstorm, or the open one about the same idea.
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { startBrainstorm } from "../../app/run/start-brainstorm.ts";
import { isOutdated, type RunFlags } from "../../domain/run/run.ts";
import type { DrivePlace } from "./context.ts";
import { driverOf, newRun, type PhaseFlags } from "./run-driver.ts";
import { continueOpen } from "./run-phase.ts";

export async function brainstormOn(
  place: DrivePlace,
  idea: string,
  flags: PhaseFlags,
  kept: RunFlags,
): Promise<PhaseResult> {
  const { ports } = place;
  const open = (await ports.runs.open()).find(({ head }) => head.idea === idea);
  if (open && !isOutdated(open.head)) return continueOpen(place, open, flags);
  const request = { ...(await newRun(place, flags, kept)), idea, command: "iflow brainstorm" };
  return startBrainstorm(ports, driverOf(place, flags, kept), request);
}
