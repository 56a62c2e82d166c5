// One phase alone: `iflow specify`, `iflow design` … Finds the feature and goes on with its open run, or starts one.
import { phaseSummary } from "../../../../app/billing/bill.ts";
import { resolveFeature } from "../../../../app/feature/features.ts";
import { continueRun, type PhaseOrder, type PhaseResult, startPhase } from "../../../../app/run/run-phase.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { commandOf, type Phase, type RunKind } from "../../../../domain/feature/phase.ts";
import { isHosted, type RunSummary } from "../../../../domain/run/run.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { pickRuntimes } from "../../../drive/pick-runtime.ts";
import { driverOf, type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { Command, CommandContext } from "../../command.ts";
import type { CommandResult } from "../../screen/output.ts";
import { brainstormResult } from "./brainstorm-result.ts";
import { endedResult, waitingResult } from "./phase-result.ts";

export function phaseCommand(phase: Phase, flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    return resultOf(context, ports, await runPhase(context, ports, config, phase, flags));
  };
}

export async function runPhase(
  context: CommandContext,
  ports: Ports,
  config: Config,
  phase: Phase,
  flags: PhaseFlags,
): Promise<PhaseResult> {
  const feature = await meantFeature(ports, config, phase, flags.feature);
  return startOrGoOn(context, ports, { feature, phase, config, flags });
}

/** The feature a phase is for when it is asked for in these words. */
export async function meantFeature(ports: Ports, config: Config, phase: Phase, asked: string | undefined) {
  return resolveFeature(ports, config.artifactsRoot, asked ?? (await openFinish(ports, phase)));
}

/** The retrospective by itself; also of a finished feature, as long as it has its branch. */
export function retrospectCommand(asked: string | undefined, flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const feature = await resolveFeature(ports, config.artifactsRoot, asked ?? flags.feature);
    const { branch, key } = feature.feature;
    if ((await ports.repository.tip(branch)) === undefined) {
      throw new IflowError("repository-state", `the branch ${branch} is gone, and retro.md is committed there`, {
        fix: `make it again where you are: git switch -c ${branch}, then: iflow retrospect ${key}`,
      });
    }
    const result = await startOrGoOn(context, ports, { feature, phase: "retrospect", config, flags });
    return resultOf(context, ports, result);
  };
}

interface Wanted {
  readonly feature: PhaseOrder["feature"];
  readonly phase: RunKind;
  readonly config: Config;
  readonly flags: PhaseFlags;
}

async function startOrGoOn(context: CommandContext, ports: Ports, wanted: Wanted): Promise<PhaseResult> {
  const { feature, phase, config, flags } = wanted;
  const { key } = feature.feature;
  const open = (await ports.runs.open()).find((run) => run.head.feature === key);
  if (open && open.head.phase !== phase) {
    throw new IflowError("blocked", `${key} has an open run of ${open.head.phase}`, { fix: "iflow continue" });
  }
  if (open) return goOn(context, ports, open, flags);
  const kept = runFlags(flags, "single");
  return startPhase(ports, driverOf(context, ports, flags, kept), {
    feature,
    phase,
    config,
    runtime: await pickRuntimes(context, config, flags),
    flags: kept,
    version: context.wiring.version,
    command: `iflow ${commandOf(phase)}`,
    forceUnlock: flags.forceUnlock === true,
  });
}

/** A feature whose finish stands before its merge is no longer active, and still the one that is meant. */
async function openFinish(ports: Ports, phase: Phase): Promise<string | undefined> {
  if (phase !== "finish") return undefined;
  const runs = (await ports.runs.open()).filter((run) => run.head.phase === phase);
  return runs.length === 1 ? runs[0]?.head.feature : undefined;
}

export async function goOn(
  context: CommandContext,
  ports: Ports,
  run: RunSummary,
  flags: PhaseFlags,
): Promise<PhaseResult> {
  await requireOwnHost(context, ports, run, flags);
  return continueRun(ports, driverOf(context, ports, flags, run.head.flags), {
    run,
    command: "iflow continue",
    forceUnlock: flags.forceUnlock === true,
  });
}

/** What went on under the eyes of a host's hooks goes on there, or by a person at a terminal; not by whoever can run a command. */
async function requireOwnHost(
  { terminal }: CommandContext,
  { hostDesk }: Ports,
  run: RunSummary,
  { proof }: PhaseFlags,
): Promise<void> {
  const { head } = run;
  const isItsHost = proof === "hook" || (proof !== undefined && proof === run.runtime.proof);
  if (!isHosted(run) || terminal.interactive || isItsHost) return;
  await hostDesk.noteAttempt(
    head.id,
    `${head.phase} was to be continued from outside of its host, and not at a terminal`,
  );
  throw new IflowError("blocked", `${head.phase} of ${head.feature} is inside of a host and goes on there`, {
    fix: "/iflow:continue in the host, or iflow continue in a terminal",
  });
}

export async function resultOf(context: CommandContext, ports: Ports, result: PhaseResult): Promise<CommandResult> {
  const summary = await phaseSummary(ports, result.run);
  if (result.type === "waiting") return waitingResult(result, summary);
  const print = result.run.phase === "brainstorm" ? brainstormResult : endedResult;
  return print(context.terminal, result, summary);
}
