// Phase after phase on the command line: each end is told while the next phase begins, the last one is the result.
import { resolveFeature } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { type ChainOrder, runChain } from "../../app/run-chain.ts";
import type { PhaseResult } from "../../app/run-phase.ts";
import type { Config } from "../../domain/config.ts";
import { phaseAfter } from "../../domain/phase.ts";
import type { RunFlags } from "../../domain/run.ts";
import type { CommandContext } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import type { CommandResult } from "./output.ts";
import { resultOf } from "./phase-command.ts";
import { pickRuntime } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags } from "./run-driver.ts";

/** Runs what is left of the chain; `before` is what this command has ended already. */
export async function chain(
  context: CommandContext,
  ports: Ports,
  config: Config,
  feature: string,
  runFlags: RunFlags,
  flags: PhaseFlags,
  before?: PhaseResult,
): Promise<CommandResult> {
  const order: ChainOrder = {
    feature,
    config,
    runtime: await pickRuntime(context, config, { ...flags, ...earlierChoice(before, flags) }),
    flags: runFlags,
    version: context.wiring.version,
    forceUnlock: flags.forceUnlock === true,
  };
  const driver = driverOf(context, ports, flags, runFlags);
  const last = (await runChain(ports, driver, order, (ended) => tell(context, ports, ended))) ?? before;
  return last ? resultOf(context, ports, last) : nothingToDo(ports, config, feature);
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

async function nothingToDo(ports: Ports, config: Config, key: string): Promise<CommandResult> {
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
