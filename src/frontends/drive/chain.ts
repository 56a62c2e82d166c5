// Phase after phase on the command line: each end is told while the next phase begins, the last one is the result.
import { resolveFeature } from "../../app/feature/features.ts";
import { type ChainOrder, type OnEnded, runChain } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { Config } from "../../domain/config/config.ts";
import { phaseAfter } from "../../domain/feature/phase.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import type { Ports, RuntimeChoice } from "../../ports/ports.ts";
import type { CommandContext } from "../cli/command.ts";
import { resultOf } from "../cli/commands/run/phase-command.ts";
import { EXIT } from "../cli/screen/exit-codes.ts";
import type { CommandResult } from "../cli/screen/output.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags } from "./run-driver.ts";

export interface Rest {
  readonly config: Config;
  readonly feature: string;
  /** The flags each run keeps. */
  readonly kept: RunFlags;
  readonly flags: PhaseFlags;
  readonly before?: PhaseResult;
  /** Chosen already. */
  readonly runtime?: RuntimeChoice;
}

/** The result that ended the chain; undefined when there was nothing left to do. */
export async function runRest(
  context: CommandContext,
  ports: Ports,
  { config, feature, kept, flags, before, runtime }: Rest,
  onEnded: OnEnded,
): Promise<PhaseResult | undefined> {
  const order: ChainOrder = {
    feature,
    config,
    runtime: runtime ?? (await pickRuntimes(context, config, { ...flags, ...earlierChoice(before, flags) })),
    flags: kept,
    version: context.wiring.version,
    forceUnlock: flags.forceUnlock === true,
  };
  return (await runChain(ports, driverOf(context, ports, flags, kept), order, onEnded)) ?? before;
}

/** The chain keeps the agents it began with. */
function earlierChoice(before: PhaseResult | undefined, flags: PhaseFlags): { runtime?: string; script?: string } {
  if (!before || flags.runtime !== undefined || flags.script !== undefined) return {};
  const { id, script } = before.run.runtime;
  return { runtime: id, ...(script && { script: script.path }) };
}

export async function tell(context: CommandContext, ports: Ports, result: PhaseResult): Promise<void> {
  context.terminal.say((await resultOf(context, ports, result)).text);
  context.terminal.say("");
}

export async function nothingToDo(ports: Ports, config: Config, key: string): Promise<CommandResult> {
  const { meta } = await resolveFeature(ports, config.artifactsRoot, key);
  const last = meta.lastCompletedPhase ?? null;
  const next = phaseAfter(last);
  const reason = next === undefined ? "nothing is left to do" : `the next phase is ${next}`;
  return {
    exit: EXIT.done,
    data: { feature: key, lastCompletedPhase: last, next: next ?? null, message: reason },
    text: `${key}: ${last ?? "nothing"} is completed; ${reason}.`,
  };
}
