// `iflow run "<idea>"`: from one sentence to a merged feature. A brainstorm first, unless it is left out; then the feature, then
// phase after phase. Each part finds what an earlier try has done already, so the same command may be given again.

import { readyPrd } from "../../../../app/feature/brainstorm-run.ts";
import type { OnEnded } from "../../../../app/run/run-chain.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { requireIdea } from "../../../../app/run/start-brainstorm.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { leftOutOf } from "../../../../domain/feature/phase.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { nothingToDo, runRest, tell } from "../../../drive/chain.ts";
import { featureFor } from "../../../drive/feature-of-idea.ts";
import { pickRuntimes } from "../../../drive/pick-runtime.ts";
import { type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { Command, CommandContext } from "../../command.ts";
import { brainstormOn } from "./brainstorm-command.ts";
import { resultOf } from "./phase-command.ts";

export function runIdeaCommand(text: string, flags: PhaseFlags): Command {
  return async (context) => {
    const idea = requireIdea(text);
    const { ports, config } = await context.open();
    const told = (ended: PhaseResult) => tell(context, ports, ended);
    const { feature, last } = await runIdea(context, ports, { idea, config, flags }, told);
    return last ? resultOf(context, ports, last) : nothingToDo(ports, config, feature);
  };
}

export interface IdeaOrder {
  readonly idea: string;
  readonly config: Config;
  readonly flags: PhaseFlags;
}

/** From the sentence to where the chain stops; `onEnded` hears of every run before the last. */
export async function runIdea(
  context: CommandContext,
  ports: Ports,
  { idea, config, flags }: IdeaOrder,
  onEnded: OnEnded,
): Promise<{ readonly feature: string; readonly last: PhaseResult | undefined }> {
  const kept = runFlags(flags, "chain");
  if (leftOutOf(kept).includes("brainstorm")) {
    const runtime = await pickRuntimes(context, config, flags); // before anything is made
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
