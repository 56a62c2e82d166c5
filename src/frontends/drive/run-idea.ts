// From one sentence to where the chain stops: first a brainstorm, unless it is left out; then the feature; then phase
// after phase. Each part finds what an earlier attempt has already done, so the same idea may be given again.
import { readyPrd } from "../../app/feature/brainstorm-run.ts";
import type { OnEnded } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { Config } from "../../domain/config/config.ts";
import { leftOutOf } from "../../domain/feature/phase.ts";
import type { Ports } from "../../ports/ports.ts";
import { runRest } from "./chain.ts";
import type { DriveContext } from "./context.ts";
import { featureFor } from "./feature-of-idea.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { brainstormOn } from "./run-brainstorm.ts";
import { type PhaseFlags, runFlags } from "./run-driver.ts";

export interface IdeaRequest {
  readonly idea: string;
  readonly config: Config;
  readonly flags: PhaseFlags;
}

/** Runs from the sentence to where the chain stops; `onEnded` is called for every run before the last. */
export async function runIdea(
  context: DriveContext,
  ports: Ports,
  { idea, config, flags }: IdeaRequest,
  onEnded: OnEnded,
): Promise<{ readonly feature: string; readonly last: PhaseResult | undefined }> {
  const kept = runFlags(flags, "chain");
  if (leftOutOf(kept).includes("brainstorm")) {
    const runtime = await pickRuntimes(context, config, flags); // before anything is created
    const feature = await featureFor(context, ports, config, idea);
    return { feature, last: await runRest(context, ports, { config, feature, kept, flags, runtime }, onEnded) };
  }
  const ready = await readyPrd(ports, config, idea);
  if (ready !== undefined) {
    const feature = await featureFor(context, ports, config, idea, ready);
    return { feature, last: await runRest(context, ports, { config, feature, kept, flags }, onEnded) };
  }
  const brainstorm = await brainstormOn(context, ports, config, idea, flags, kept);
  if (brainstorm.type === "waiting" || brainstorm.end.choice !== "continue") {
    return { feature: brainstorm.run.feature, last: brainstorm };
  }
  await onEnded(brainstorm);
  const feature = await featureFor(context, ports, config, idea, String(brainstorm.end.facts?.prd));
  const rest = { config, feature, kept, flags, before: brainstorm };
  return { feature, last: await runRest(context, ports, rest, onEnded) };
}
