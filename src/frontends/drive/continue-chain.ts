// Continues the open run to its end, then phase after phase, as long as the closing questions say so. A run that began
// as a single command ends like one.

import { settleCreations } from "../../app/feature/create/settle-creations.ts";
import { knownKeys, resolveFeature } from "../../app/feature/features.ts";
import { UnclearFeature } from "../../app/feature/unclear-feature.ts";
import type { OnEnded } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { RunFlags, RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { requireOwnRun } from "./before/require-own-run.ts";
import { requireMover } from "./before/require-person.ts";
import { trustedPlace } from "./before/require-trust.ts";
import { hasOtherSettings, placeAfter } from "./before/run-settings.ts";
import { begunWith, chainOf, goingOn, keptFlags } from "./begun-with.ts";
import { type ChainEnd, runRest } from "./chain.ts";
import type { DrivePlace, EndedPhase } from "./context.ts";
import { bringPrd } from "./idea/bring-prd.ts";
import { brainstormed, featureFor } from "./idea/feature-of-idea.ts";
import { continuePrd, nameReadyPrds, theReadyPrd } from "./idea/ready-prd.ts";
import { atHome } from "./place/at-home.ts";
import { withStart } from "./place/choose-start.ts";
import { meantKey } from "./place/meant-key.ts";
import { type PhaseFlags, runFlags, withinLimit } from "./run-driver.ts";
import { continueIn, takeUp } from "./run-phase.ts";

/** Continues until the chain stops; `onEnded` is called for every run before the last. */
export async function continueOn(place: DrivePlace, typed: PhaseFlags, onEnded: OnEnded): Promise<ChainEnd> {
  runFlags(typed, "chain"); // a wrong flag is refused before anything happens
  await requireMover(place);
  await place.ports.runs.tidy(); // where nothing is left to do, no lock is taken
  await settleCreations(place.ports);
  const feature = await meantKey(place, typed.feature);
  const flags = { ...typed, ...(feature !== undefined && { feature }) };
  const open = await theOpenRun(place, flags.feature);
  if (open) return continueFrom(await atHome(place, open.head.feature, flags), open, flags, onEnded);
  const ready = await theReadyPrd(place, flags.feature);
  if (!ready) return continueFeature(place, flags, onEnded);
  return continuePrd(await atHome(place, ready.brainstorm.head.feature, flags), ready, flags, onEnded);
}

/** Between two phases, or before the first. */
async function continueFeature(typedAt: DrivePlace, flags: PhaseFlags, onEnded: OnEnded): Promise<ChainEnd> {
  const { artifactsRoot } = typedAt.config;
  const meant = await resolveFeature(typedAt.ports, artifactsRoot, flags.feature).catch((error) => {
    if (flags.feature !== undefined) throw error;
    return nameReadyPrds(typedAt, error);
  });
  const { key } = meant.feature;
  const place = await atHome(typedAt, key, flags);
  const { ports } = place;
  const known = place === typedAt ? meant : await resolveFeature(ports, artifactsRoot, key);
  if (known.meta.status === "completed") return { feature: key, last: undefined };
  const before = (await ports.runs.ofFeature(key)).at(-1);
  // its script would be played on, and a chain keeps its settings too
  if (before && (before.head.runtime.script || before.head.flags.mode === "chain"))
    await requireOwnRun(place, before, flags);
  const begun = await begunWith(ports, key, flags);
  const chain = begun && goingOn(begun, known.meta.lastCompletedPhase);
  const wanted = runFlags(flags, "chain");
  // A chain that stopped between two phases keeps the flags it began with.
  const rest = chain
    ? { kept: keptFlags(chain, wanted), flags: { ...chain.agents, ...flags } }
    : { kept: wanted, flags };
  const next = chain ? await placeAfter(place, before) : await trustedPlace(place);
  const kept = await withStart(next, known, rest.kept);
  const last = await runRest(next, { feature: key, ...rest, kept }, onEnded);
  return { feature: key, last };
}

/**
 * The same from this run on. Never begins a phase in its place, should another command have ended it meanwhile. `as`: a
 * brainstorm that began as a single command continues as a chain.
 */
export async function continueFrom(
  place: DrivePlace,
  open: RunSummary,
  asked: PhaseFlags,
  onEnded: OnEnded,
  as: RunFlags["mode"] = open.head.flags.mode,
): Promise<ChainEnd> {
  const { head } = open;
  const { place: taken, flags } = await withinLimit(await takeUp(place, open, asked), open, asked);
  const kept = keptFlags(chainOf(open, flags), runFlags(flags, "chain"));
  await bringPrd(place, head);
  const result = await continueIn(taken, open, flags);
  const isBrainstorm = head.idea !== undefined;
  if (as !== "chain" || !isToContinue(result) || (isBrainstorm && kept.until === "brainstorm")) {
    return { feature: head.feature, last: result };
  }
  if (isBrainstorm) await onEnded(result);
  // The chain keeps the settings it began with, unless the person has confirmed other ones since.
  const { budget } = taken.config; // what may be spent is not part of how it is done
  const begun = hasOtherSettings(open, taken) ? taken : { ...taken, config: { ...head.config, budget } };
  const { runtime } = head;
  const idea = String(result.end.facts?.idea); // written by brainstorm
  const feature = isBrainstorm
    ? await featureFor(begun, { idea, ...brainstormed(result.end), kept, runtime })
    : head.feature;
  return {
    feature,
    last: await runRest(begun, { feature, kept, flags, before: result, isUntold: !isBrainstorm }, onEnded),
  };
}

const isToContinue = (result: PhaseResult): result is EndedPhase =>
  result.type === "ended" && result.end.choice === "continue";

async function theOpenRun(
  { ports, config: { artifactsRoot } }: DrivePlace,
  asked: string | undefined,
): Promise<RunSummary | undefined> {
  const runs = await openRuns(ports, asked);
  if (runs.length <= 1) return runs[0];
  const choices = runs.map(({ head }) => head.feature);
  const all = await knownKeys(ports, artifactsRoot);
  throw new UnclearFeature("needs-answer", "several runs are open", { choices, all });
}

/** Of this feature, or all of them. */
export async function openRuns({ runs }: Ports, feature: string | undefined): Promise<RunSummary[]> {
  return (await runs.open()).filter(({ head }) => feature === undefined || head.feature === feature);
}

export function severalOpen(runs: readonly RunSummary[], fix: string): IflowError {
  const detail = runs.map(({ head }) => `${head.feature}   ${head.phase}`).join("\n");
  return new IflowError("needs-answer", "several runs are open", { detail, fix });
}
