// `iflow run "<idea>"`: from one sentence to a merged feature. A brainstorm first, unless it is left out; then the feature, then
// phase after phase. Each part finds what an earlier try has done already, so the same command may be given again.
import { requireIdea } from "../../app/start-brainstorm.ts";
import { leftOutOf } from "../../domain/phase.ts";
import { brainstormOn } from "./brainstorm-command.ts";
import { chain, tell } from "./chain.ts";
import type { Command } from "./command.ts";
import { featureFor } from "./feature-of-idea.ts";
import { resultOf } from "./phase-command.ts";
import { type PhaseFlags, runFlags } from "./run-driver.ts";

export function runIdeaCommand(text: string, flags: PhaseFlags): Command {
  return async (context) => {
    const idea = requireIdea(text);
    const { ports, config } = await context.open();
    const kept = runFlags(flags, "chain");
    if (leftOutOf(kept).includes("brainstorm")) {
      return chain(context, ports, config, await featureFor(context, ports, config, idea), kept, flags);
    }
    const brainstorm = await brainstormOn(context, ports, config, idea, flags, kept);
    if (brainstorm.type === "waiting" || brainstorm.end.choice !== "continue") {
      return resultOf(context, ports, brainstorm);
    }
    await tell(context, ports, brainstorm);
    const prd = String(brainstorm.end.facts?.prd);
    const feature = await featureFor(context, ports, config, idea, prd);
    return chain(context, ports, config, feature, kept, flags, brainstorm);
  };
}
