// One phase of one feature: continues its open run, or starts a new one.

import { settleCreations } from "../../app/feature/create/settle-creations.ts";
import { currentFeature, type KnownFeature, resolveFeature } from "../../app/feature/features.ts";
import { requireHere } from "../../app/feature/require-here.ts";
import { requireCurrent } from "../../app/run/opening/outdated-run.ts";
import { isUnbegun, withdraw } from "../../app/run/opening/unbegun-run.ts";
import { continueRun, type PhaseResult, startPhase } from "../../app/run/run-phase.ts";
import { requireTransition, transitionOf } from "../../app/run/transition.ts";
import { setUpTree } from "../../app/trees/set-up.ts";
import { withDepth } from "../../domain/feature/depth.ts";
import { commandOf, type Phase, type RunKind } from "../../domain/feature/phase.ts";
import { isHosted, isOutdated, type RunFlags, type RunSummary } from "../../domain/run/run.ts";
import { aboutFeature, IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { requireMover } from "./before/require-person.ts";
import { trustedPlace } from "./before/require-trust.ts";
import { hasOtherSettings, placeOfRun } from "./before/run-settings.ts";
import type { DrivePlace } from "./context.ts";
import { atHome } from "./place/at-home.ts";
import { withStart } from "./place/choose-start.ts";
import { driverOf, newRun, type PhaseFlags, runFlags, withinLimit } from "./run-driver.ts";

export async function runPhase(place: DrivePlace, phase: Phase, flags: PhaseFlags): Promise<PhaseResult> {
  await settleCreations(place.ports);
  return startOrContinue(place, await meantFeature(place, phase, flags.feature), phase, flags);
}

/** The feature that a phase command means when called with these words. */
export async function meantFeature(
  { ports, config }: Pick<DrivePlace, "ports" | "config">,
  phase: Phase,
  asked: string | undefined,
) {
  const { artifactsRoot } = config;
  const key = asked ?? (await currentFeature(ports, artifactsRoot)) ?? (await openFinish(ports, phase));
  return resolveFeature(ports, artifactsRoot, key);
}

export async function startOrContinue(
  typedAt: DrivePlace,
  meant: KnownFeature,
  phase: RunKind,
  flags: PhaseFlags,
): Promise<PhaseResult> {
  const { key } = meant.feature;
  const place = await atHome(typedAt, key, flags);
  const { ports } = place;
  const feature = place === typedAt ? meant : await resolveFeature(ports, place.config.artifactsRoot, key);
  await requireMover(place);
  const begun = (await ports.runs.open()).find((run) => run.head.feature === key);
  const open = begun && flags.rerun && isOutdated(begun.head) ? undefined : begun; // it is ended by the new one
  if (open && open.head.phase !== phase && isUnbegun(open)) {
    await withdraw(ports, open, phase);
    return startOrContinue(place, feature, phase, flags);
  }
  if (open && open.head.phase !== phase) {
    throw new IflowError("blocked", `${key} already has an open run (${open.head.phase})`, {
      fix: "iflow continue",
      feature: key,
    });
  }
  if (open) return continueOpen(place, open, flags);
  const trusted = await trustedPlace(place);
  await requireAllowed(ports, feature, phase, flags);
  await setUpTree(ports, trusted.config, key, place.signal);
  const wanted = { ...(await limitsBefore(ports, key)), ...runFlags(flags, "single") };
  const run = await newRun(trusted, flags, await withStart(trusted, feature, wanted));
  const request = { ...run, feature, phase, command: `iflow ${commandOf(phase)}` };
  return startPhase(ports, driverOf({ ...trusted, config: run.config }, flags, run.flags), request);
}

/** Looked at again when the run begins; here before an agent is looked for, which would be the smaller trouble. */
async function requireAllowed(ports: Ports, feature: KnownFeature, phase: RunKind, flags: PhaseFlags): Promise<void> {
  const transition = transitionOf(feature, phase, withDepth(runFlags(flags, "single"), feature.meta?.depth));
  if (transition === undefined) return;
  await requireTransition(ports, transition).catch((error: unknown) => {
    throw aboutFeature(error, feature.feature.key);
  });
}

/** A limit is for the whole feature: a later phase keeps it until a command names another one. */
async function limitsBefore({ runs }: Ports, key: string): Promise<Pick<RunFlags, "maxCost" | "maxDispatches">> {
  const before = (await runs.ofFeature(key)).at(-1);
  const { flags } = before?.head ?? {};
  const maxCost = before?.runtime.maxCost ?? flags?.maxCost;
  const maxDispatches = before?.runtime.maxDispatches ?? flags?.maxDispatches;
  return { ...(maxCost !== undefined && { maxCost }), ...(maxDispatches !== undefined && { maxDispatches }) };
}

/** A feature whose finish has not merged yet is no longer active, but is still the one that is meant. */
async function openFinish(ports: Ports, phase: Phase): Promise<string | undefined> {
  if (phase !== "finish") return undefined;
  const runs = (await ports.runs.open()).filter((run) => run.head.phase === phase);
  return runs.length === 1 ? runs[0]?.head.feature : undefined;
}

export async function continueOpen(place: DrivePlace, run: RunSummary, flags: PhaseFlags): Promise<PhaseResult> {
  const taken = await takeUp(place, run, flags);
  const held = await withinLimit(taken, run, flags);
  return continueIn(held.place, run, held.flags);
}

/** The place in which this command may continue the run, with the settings that count for it. */
export async function takeUp(place: DrivePlace, run: RunSummary, flags: PhaseFlags): Promise<DrivePlace> {
  requireCurrent(run.head);
  requireHere(run);
  await requireOwnHost(place, run, flags);
  return placeOfRun(place, run, flags);
}

export async function continueIn(taken: DrivePlace, run: RunSummary, flags: PhaseFlags): Promise<PhaseResult> {
  const forceUnlock = flags.forceUnlock === true;
  const request = { run, command: "iflow continue", forceUnlock };
  const driver = driverOf(taken, flags, { ...run.head.flags, yolo: run.yolo });
  const { trusted } = taken;
  const changed = hasOtherSettings(run, taken) && trusted ? { trusted } : {};
  return continueRun(taken.ports, { ...driver, ...changed }, request);
}

/**
 * A run watched by a host's hooks is continued there or by a person at a terminal, not by anything that can run a
 * command.
 */
async function requireOwnHost({ person, ports }: DrivePlace, run: RunSummary, { proof }: PhaseFlags): Promise<void> {
  const { head } = run;
  const isItsHost = proof === "hook" || (proof !== undefined && proof === run.runtime.proof);
  if (!isHosted(run) || person.interactive || isItsHost) return;
  const attempt = `${head.phase} was to be continued from outside of its host, and not at a terminal`;
  await ports.hostDesk.noteAttempt(head.id, attempt);
  throw new IflowError("blocked", `${head.phase} of ${head.feature} runs in a host and must be continued there`, {
    fix: "/iflow:continue in the host, or iflow continue in a terminal",
    feature: head.feature,
  });
}
