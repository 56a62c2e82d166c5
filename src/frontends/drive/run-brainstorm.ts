// A new brainstorm, or the open one about the same idea.
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { startBrainstorm } from "../../app/run/start-brainstorm.ts";
import type { Config } from "../../domain/config/config.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext } from "./context.ts";
import { pickRuntimes } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags } from "./run-driver.ts";
import { continueOpen } from "./run-phase.ts";

export async function brainstormOn(
  context: DriveContext,
  ports: Ports,
  config: Config,
  idea: string,
  flags: PhaseFlags,
  kept: RunFlags,
): Promise<PhaseResult> {
  const open = (await ports.runs.open()).find(({ head }) => head.idea === idea);
  if (open) return continueOpen(context, ports, open, flags);
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
