// One phase alone: `iflow specify`, `iflow design` … Finds the feature and goes on with its open run, or starts one.
import { phaseSummary } from "../../app/bill.ts";
import { resolveFeature } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { continueRun, type PhaseResult, startPhase } from "../../app/run-phase.ts";
import { IflowError } from "../../domain/errors.ts";
import { commandOf, type Phase } from "../../domain/phase.ts";
import type { RunSummary } from "../../domain/run.ts";
import type { Command, CommandContext } from "./command.ts";
import type { CommandResult } from "./output.ts";
import { endedResult, waitingResult } from "./phase-result.ts";
import { pickRuntime } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags, runFlags } from "./run-driver.ts";

export function phaseCommand(phase: Phase, flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const feature = await resolveFeature(ports, config.artifactsRoot, flags.feature);
    const { key } = feature.feature;
    const open = (await ports.runs.open()).find((run) => run.head.feature === key);
    if (open && open.head.phase !== phase) {
      throw new IflowError("blocked", `${key} has an open run of ${open.head.phase}`, { fix: "iflow continue" });
    }
    if (open) return resultOf(context, ports, await goOn(context, ports, open, flags));
    const result = await startPhase(ports, driverOf(context, ports, flags, flags.yolo === true), {
      feature,
      phase,
      config,
      runtime: await pickRuntime(context, config, flags),
      flags: runFlags(flags, "single"),
      version: context.wiring.version,
      command: `iflow ${commandOf(phase)}`,
      forceUnlock: flags.forceUnlock === true,
    });
    return resultOf(context, ports, result);
  };
}

export async function goOn(
  context: CommandContext,
  ports: Ports,
  run: RunSummary,
  flags: PhaseFlags,
): Promise<PhaseResult> {
  const yolo = flags.yolo === true || run.head.flags.yolo;
  return continueRun(ports, driverOf(context, ports, flags, yolo), {
    run,
    command: "iflow continue",
    forceUnlock: flags.forceUnlock === true,
  });
}

export async function resultOf(context: CommandContext, ports: Ports, result: PhaseResult): Promise<CommandResult> {
  const summary = await phaseSummary(ports, result.run);
  return result.type === "ended" ? endedResult(context.terminal, result, summary) : waitingResult(result, summary);
}
