// `iflow brainstorm "<idea>"`: a new brainstorm, or the open one about the same idea.

import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { requireIdea, startBrainstorm } from "../../../../app/run/start-brainstorm.ts";
import type { Config } from "../../../../domain/config/config.ts";
import type { RunFlags } from "../../../../domain/run/run.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { pickRuntimes } from "../../../drive/pick-runtime.ts";
import { driverOf, type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { Command, CommandContext } from "../../command.ts";
import { goOn, resultOf } from "./phase-command.ts";

export function brainstormCommand(text: string, flags: PhaseFlags): Command {
  return async (context) => {
    const idea = requireIdea(text);
    const { ports, config } = await context.open();
    const result = await brainstormOn(context, ports, config, idea, flags, runFlags(flags, "single"));
    return resultOf(context, ports, result);
  };
}

export async function brainstormOn(
  context: CommandContext,
  ports: Ports,
  config: Config,
  idea: string,
  flags: PhaseFlags,
  kept: RunFlags,
): Promise<PhaseResult> {
  const open = (await ports.runs.open()).find(({ head }) => head.idea === idea);
  if (open) return goOn(context, ports, open, flags);
  return startBrainstorm(ports, driverOf(context, ports, flags, kept), {
    idea,
    config,
    runtime: await pickRuntimes(context, config, flags),
    flags: kept,
    version: context.wiring.version,
    command: "iflow brainstorm",
    forceUnlock: flags.forceUnlock === true,
  });
}
