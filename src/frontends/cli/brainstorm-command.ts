// `iflow brainstorm "<idea>"`: a new brainstorm, or the open one about the same idea.
import { requireIdea, startBrainstorm } from "../../app/start-brainstorm.ts";
import type { Command } from "./command.ts";
import { driverOf, goOn, type PhaseFlags, resultOf } from "./phase-command.ts";
import { pickRuntime } from "./pick-runtime.ts";

export function brainstormCommand(text: string, flags: PhaseFlags): Command {
  return async (context) => {
    const idea = requireIdea(text);
    const { ports, config } = await context.open();
    const open = (await ports.runs.open()).find(({ head }) => head.idea === idea);
    if (open) return goOn(context, ports, open, flags);
    const yolo = flags.yolo === true;
    const result = await startBrainstorm(ports, driverOf(context, ports, flags, yolo), {
      idea,
      config,
      runtime: await pickRuntime(context, config, flags),
      flags: { yolo, mode: "single" },
      version: context.wiring.version,
      command: "iflow brainstorm",
      forceUnlock: flags.forceUnlock === true,
    });
    return resultOf(context, ports, result);
  };
}
