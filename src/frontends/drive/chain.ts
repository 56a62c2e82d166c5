// Phase after phase on the command line: each end is reported while the next phase begins; the last one is the result.
import { type ChainRequest, type OnEnded, runChain } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { Config } from "../../domain/config/config.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import type { DriveContext } from "./context.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags } from "./run-driver.ts";

export interface Rest {
  readonly config: Config;
  readonly feature: string;
  /** The flags each run keeps. */
  readonly kept: RunFlags;
  readonly flags: PhaseFlags;
  readonly before?: PhaseResult;
  /** Set if already chosen. */
  readonly runtime?: RuntimeChoice;
}

/** Returns the result that ended the chain; undefined when there was nothing left to do. */
export async function runRest(
  context: DriveContext,
  ports: Ports,
  { config, feature, kept, flags, before, runtime }: Rest,
  onEnded: OnEnded,
): Promise<PhaseResult | undefined> {
  const request: ChainRequest = {
    feature,
    config,
    runtime: runtime ?? (await pickRuntimes(context, config, { ...flags, ...earlierChoice(before, flags) })),
    flags: kept,
    version: context.wiring.version,
    forceUnlock: flags.forceUnlock === true,
  };
  return (await runChain(ports, driverOf(context, ports, flags, kept), request, onEnded)) ?? before;
}

/** The chain keeps the agents it began with. */
function earlierChoice(before: PhaseResult | undefined, flags: PhaseFlags): { runtime?: string; script?: string } {
  if (!before || flags.runtime !== undefined || flags.script !== undefined) return {};
  const { id, script } = before.run.runtime;
  return { runtime: id, ...(script && { script: script.path }) };
}
