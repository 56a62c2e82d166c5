// Phase after phase on the command line: each end is reported while the next phase begins; the last one is the result.
import { type OnEnded, runChain } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { setUpTree } from "../../app/trees/set-up.ts";
import type { BegunChain } from "../../domain/run/creation.ts";
import type { RunFlags, RunHead } from "../../domain/run/run.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import type { DrivePlace } from "./context.ts";
import { driverOf, newRun, type PhaseFlags } from "./run-driver.ts";

export interface ChainEnd {
  readonly feature: string;
  /** Undefined when there was nothing to do. */
  readonly last: PhaseResult | undefined;
}

export interface Rest {
  readonly feature: string;
  /** The flags each run keeps. */
  readonly kept: RunFlags;
  readonly flags: PhaseFlags;
  readonly before?: PhaseResult;
  /** `before` has not been reported: it is once another phase begins, else it is the result. */
  readonly isUntold?: boolean;
  /** Set if already chosen. */
  readonly runtime?: RuntimeChoice;
}

/** Returns the result that ended the chain; undefined when there was nothing left to do. */
export async function runRest(
  place: DrivePlace,
  { feature, kept, flags, before, isUntold = false, runtime }: Rest,
  onEnded: OnEnded,
): Promise<PhaseResult | undefined> {
  await setUpTree(place.ports, place.config, feature, place.signal);
  // The chain keeps the agents it began with.
  const agents = before ? runtimeOf(before.run, flags) : {};
  const run = await newRun(place, { ...flags, ...agents }, kept, runtime);
  const untold = isUntold ? before : undefined;
  const driver = driverOf({ ...place, config: run.config }, flags, kept);
  return (await runChain(place.ports, driver, { ...run, feature }, onEnded, untold)) ?? before;
}

/** The agents of an earlier run, unless this command names its own. */
export function runtimeOf({ runtime }: RunHead, flags: PhaseFlags): Pick<PhaseFlags, "runtime" | "script"> {
  if (flags.runtime !== undefined || flags.script !== undefined) return {};
  return { runtime: runtime.id, ...(runtime.script && { script: runtime.script.path }) };
}

/** The same from the record of a feature that has no run yet. */
export function chainRuntime({ runtime }: BegunChain, flags: PhaseFlags): Pick<PhaseFlags, "runtime" | "script"> {
  if (flags.runtime !== undefined || flags.script !== undefined) return {};
  return { runtime: runtime.id, ...(runtime.script !== undefined && { script: runtime.script }) };
}
