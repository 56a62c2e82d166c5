// `iflow run "<idea>"`: from one sentence to a merged feature. A brainstorm first, unless it is left out; then the feature, then
// phase after phase. Each part finds what an earlier try has done already, so the same command may be given again.
import { createFeature } from "../../app/create-feature.ts";
import { knownFeatures } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { requireIdea } from "../../app/start-brainstorm.ts";
import type { Config } from "../../domain/config.ts";
import { IflowError } from "../../domain/errors.ts";
import { leftOutOf } from "../../domain/phase.ts";
import { brainstormOn } from "./brainstorm-command.ts";
import type { Command, CommandContext } from "./command.ts";
import { chain, tell } from "./continue-command.ts";
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

/** The feature of this PRD, made now unless an earlier try got that far. */
export async function featureFor(
  { terminal }: Pick<CommandContext, "terminal">,
  ports: Ports,
  config: Config,
  idea: string,
  prd?: string,
): Promise<string> {
  const known = await knownFeatures(ports, config.artifactsRoot);
  const made = prd === undefined ? undefined : known.find(({ meta }) => meta?.brainstorm_source === prd);
  if (made) return made.feature.key;
  const text = prd === undefined ? undefined : await ports.tree.read(prd);
  if (prd !== undefined && text === undefined) {
    throw new IflowError("blocked", `the PRD ${prd} is gone`, { fix: `iflow run "${idea}"   (begins anew)` });
  }
  const feature = await createFeature(ports, config.artifactsRoot, {
    text: idea,
    ...(prd !== undefined && text !== undefined && { prd: { path: prd, text } }),
  });
  const { marks, paint } = terminal;
  terminal.say(`${paint.green(marks.pass)} feature ${feature.key} ${marks.dot} on branch ${feature.branch}\n`);
  return feature.key;
}
