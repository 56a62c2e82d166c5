// Between brainstorm and feature: a PRD that was paid for becomes a feature, however the command before this one ended.
import { knownFeatures } from "../../../app/feature/features.ts";
import { isAsAsked, type ReadyPrd, readyPrds, stoppedPrds } from "../../../app/feature/idea-work.ts";
import { UnclearFeature } from "../../../app/feature/unclear-feature.ts";
import type { OnEnded } from "../../../app/run/run-chain.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { pickRuntimes } from "../before/pick-runtime.ts";
import { withLimit } from "../before/require-limit.ts";
import { hasOtherSettings, placeOfRun } from "../before/run-settings.ts";
import { chainOf, goingOn, keptFlags } from "../begun-with.ts";
import { type ChainEnd, runRest } from "../chain.ts";
import type { DrivePlace } from "../context.ts";
import { type PhaseFlags, runFlags } from "../run-driver.ts";
import { featureFor } from "./feature-of-idea.ts";

/** With what its chain began with, unless this command says otherwise. */
export async function continuePrd(
  place: DrivePlace,
  { brainstorm, path, text }: ReadyPrd,
  flags: PhaseFlags,
  onEnded: OnEnded,
): Promise<ChainEnd> {
  const { head, end } = brainstorm;
  const taken = await placeOfRun(place, { head, runtime: { id: head.runtime.id } }, flags);
  const begun = hasOtherSettings({ head }, taken) ? taken : { ...taken, config: head.config };
  const chain = goingOn(chainOf(brainstorm, flags), "brainstorm");
  const wanted = keptFlags(chain, runFlags(flags, "chain"));
  const runtime = await pickRuntimes(begun, begun.config, { ...chain.agents, ...flags }); // before anything is created
  const { flags: kept, config } = await withLimit(begun, wanted, runtime);
  const held = { ...begun, config };
  const { idea = "" } = head;
  const decisions = end?.decisions ?? [];
  const feature = await featureFor(held, { idea, prd: path, text, decisions, kept, runtime });
  return { feature, last: await runRest(held, { feature, kept, flags, runtime }, onEnded) };
}

/** A chain that was stopped between its brainstorm and its feature; with a key, any PRD of that brainstorm. */
export async function theReadyPrd(
  { ports, config }: Pick<DrivePlace, "ports" | "config">,
  asked: string | undefined,
): Promise<ReadyPrd | undefined> {
  const known = () => knownFeatures(ports, config.artifactsRoot);
  if (asked !== undefined) {
    const own = (await ports.archive.brainstorms()).filter(({ head }) => head.feature === asked);
    return own.length === 0 ? undefined : (await readyPrds(ports, await known(), own)).at(-1);
  }
  const stopped = (await stoppedPrds(ports, known)).filter((one) => !isAsAsked(one));
  if (stopped.length === 0) return undefined;
  const features = await known();
  const active = features.filter(({ meta }) => meta?.status === "active");
  if (stopped.length + active.length === 1) return stopped[0];
  const choices = [
    ...stopped.map(({ brainstorm }) => brainstorm.head.feature),
    ...active.map(({ feature }) => feature.key),
  ];
  const all = features.map(({ feature }) => feature.key);
  throw new UnclearFeature("needs-answer", "several things can be continued", { choices, all });
}

/** There is no feature to continue. Where a chain was to end with its PRD, the command that continues from it is named. */
export async function nameReadyPrds({ ports, config }: DrivePlace, error: unknown): Promise<never> {
  if (!(error instanceof IflowError) || error.code !== "feature-unknown") throw error;
  const ready = await stoppedPrds(ports, () => knownFeatures(ports, config.artifactsRoot));
  const ways = ready.map(({ brainstorm, path }) => ({
    command: `iflow continue ${brainstorm.head.feature}`,
    what: `makes a feature of ${path}`,
  }));
  const newest = ways.at(-1);
  if (!newest) throw error;
  throw new IflowError("needs-answer", "the brainstorm has ended as you asked, and no feature was made of it yet", {
    cause: error,
    detail: ways.flatMap(({ command, what }) => [`  ${command}`, `      ${what}`]).join("\n"),
    fix: newest.command,
  });
}
