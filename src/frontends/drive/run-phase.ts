// One phase of one feature: continues its open run, or starts a new one.
import { resolveFeature } from "../../app/feature/features.ts";
import { continueRun, type PhaseRequest, type PhaseResult, startPhase } from "../../app/run/run-phase.ts";
import type { Config } from "../../domain/config/config.ts";
import { commandOf, type Phase, type RunKind } from "../../domain/feature/phase.ts";
import { isHosted, type RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext } from "./context.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags, runFlags } from "./run-driver.ts";

export async function runPhase(
  context: DriveContext,
  ports: Ports,
  config: Config,
  phase: Phase,
  flags: PhaseFlags,
): Promise<PhaseResult> {
  const feature = await meantFeature(ports, config, phase, flags.feature);
  return startOrContinue(context, ports, { feature, phase, config, flags });
}

/** The feature that a phase command means when called with these words. */
export async function meantFeature(ports: Ports, config: Config, phase: Phase, asked: string | undefined) {
  return resolveFeature(ports, config.artifactsRoot, asked ?? (await openFinish(ports, phase)));
}

export interface Wanted {
  readonly feature: PhaseRequest["feature"];
  readonly phase: RunKind;
  readonly config: Config;
  readonly flags: PhaseFlags;
}

export async function startOrContinue(context: DriveContext, ports: Ports, wanted: Wanted): Promise<PhaseResult> {
  const { feature, phase, config, flags } = wanted;
  const { key } = feature.feature;
  const open = (await ports.runs.open()).find((run) => run.head.feature === key);
  if (open && open.head.phase !== phase) {
    throw new IflowError("blocked", `${key} has an open run of ${open.head.phase}`, { fix: "iflow continue" });
  }
  if (open) return continueOpen(context, ports, open, flags);
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

/** A feature whose finish has not merged yet is no longer active, but is still the one that is meant. */
async function openFinish(ports: Ports, phase: Phase): Promise<string | undefined> {
  if (phase !== "finish") return undefined;
  const runs = (await ports.runs.open()).filter((run) => run.head.phase === phase);
  return runs.length === 1 ? runs[0]?.head.feature : undefined;
}

export async function continueOpen(
  context: DriveContext,
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

/**
 * A run watched by a host's hooks is continued there or by a person at a terminal, not by anything that can run a
 * command.
 */
async function requireOwnHost(
  { person }: DriveContext,
  { hostDesk }: Ports,
  run: RunSummary,
  { proof }: PhaseFlags,
): Promise<void> {
  const { head } = run;
  const isItsHost = proof === "hook" || (proof !== undefined && proof === run.runtime.proof);
  if (!isHosted(run) || person.interactive || isItsHost) return;
  await hostDesk.noteAttempt(
    head.id,
    `${head.phase} was to be continued from outside of its host, and not at a terminal`,
  );
  throw new IflowError("blocked", `${head.phase} of ${head.feature} is inside of a host and goes on there`, {
    fix: "/iflow:continue in the host, or iflow continue in a terminal",
  });
}
