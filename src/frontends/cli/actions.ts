// The commands behind the words. Light ones are loaded together, in one file of the bundle, because many small files cost
// more than they save; a run and the demo load the engine when they are asked for.
import type { Phase } from "../../domain/phase.ts";
import type { PhaseFlags } from "./phase-command.ts";

export { answerCommand } from "./answer-command.ts";
export { runCommand } from "./command.ts";
export { createFeatureCommand } from "./create-feature-command.ts";
export { showCommand } from "./show-command.ts";
export { statusCommand } from "./status-command.ts";

export async function phaseCommand(phase: Phase, flags: PhaseFlags) {
  return (await import("./phase-command.ts")).phaseCommand(phase, flags);
}

export async function continueCommand(flags: PhaseFlags) {
  return (await import("./phase-command.ts")).continueCommand(flags);
}

export async function demoCommand(flags: { readonly keep?: string }) {
  return (await import("./demo-command.ts")).demoCommand(flags);
}
