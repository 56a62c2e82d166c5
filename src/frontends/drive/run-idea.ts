// From one sentence to where the chain stops: first a brainstorm, unless it is left out; then the feature; then phase
// after phase. Each part finds what an earlier attempt has already done, so the same idea may be given again.
import { readyPrd } from "../../app/feature/brainstorm-run.ts";
import { requireStart } from "../../app/feature/start-point.ts";
import type { OnEnded } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { leftOutOf } from "../../domain/feature/phase.ts";
import { isOutdated, type RunFlags } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { runRest } from "./chain.ts";
import { chooseStart } from "./choose-start.ts";
import type { DrivePlace } from "./context.ts";
import { brainstormed, featureFor } from "./feature-of-idea.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { brainstormOn } from "./run-brainstorm.ts";
import { type PhaseFlags, runFlags } from "./run-driver.ts";

export interface ChainEnd {
  readonly feature: string;
  /** Undefined when there was nothing to do. */
  readonly last: PhaseResult | undefined;
}

/** Runs from the sentence to where the chain stops; `onEnded` is called for every run before the last. */
export async function runIdea(place: DrivePlace, idea: string, flags: PhaseFlags, onEnded: OnEnded): Promise<ChainEnd> {
  const { ports, config } = place;
  const kept = runFlags(flags, "chain");
  await ports.runs.tidy();
  if (leftOutOf(kept).includes("brainstorm")) {
    const runtime = await pickRuntimes(place, config, flags); // before anything is created
    const feature = await featureFor(place, idea, {}, kept);
    return { feature, last: await runRest(place, { feature, kept, flags, runtime }, onEnded) };
  }
  const ready = await readyPrd(ports, config, idea);
  if (ready !== undefined && kept.until === "brainstorm") {
    throw new IflowError("usage", `the brainstorm of this idea is done: ${ready}`, {
      fix: `iflow run ${JSON.stringify(idea)}   (goes on from there)`,
    });
  }
  if (ready !== undefined) {
    const feature = await featureFor(place, idea, { prd: ready }, kept);
    return { feature, last: await runRest(place, { feature, kept, flags }, onEnded) };
  }
  const begun = kept.until === "brainstorm" ? kept : await withStart(place, idea, kept);
  const brainstorm = await brainstormOn(place, idea, flags, begun);
  if (brainstorm.type === "waiting" || brainstorm.end.choice !== "continue") {
    return { feature: brainstorm.run.feature, last: brainstorm };
  }
  if (kept.until === "brainstorm") return { feature: brainstorm.run.feature, last: brainstorm };
  await onEnded(brainstorm);
  const feature = await featureFor(place, idea, brainstormed(brainstorm.end), begun);
  return { feature, last: await runRest(place, { feature, kept: begun, flags, before: brainstorm }, onEnded) };
}

/** What would keep the feature from being created is settled before a brainstorm is paid for. */
async function withStart(place: DrivePlace, idea: string, kept: RunFlags): Promise<RunFlags> {
  const { ports, config } = place;
  const open = (await ports.runs.open()).find(({ head }) => head.idea === idea && !isOutdated(head));
  if (open) return { ...(open.head.flags.from !== undefined && { from: open.head.flags.from }), ...kept };
  const decided = { ...kept, ...(await chooseStart(place, kept)) };
  await requireStart(ports, config, decided.from);
  return decided;
}
