// The command that comes after a run that ended, for whoever runs phases one by one.
import { phasesAfter } from "../../domain/feature/depth.ts";
import { nextPhase, typedCommandOf } from "../../domain/feature/phase.ts";
import type { EndedPhase } from "./context.ts";

/** Undefined when nothing comes. After an escalation the spec comes again; after a look, what the settled depth leaves in. */
export function commandAfter({ run, end }: Pick<EndedPhase, "run" | "end">): string | undefined {
  if (end.escalated) return "iflow continue";
  const chosen = phasesAfter(run.flags, end.depth);
  const next = nextPhase(run.phase, chosen);
  return next && typedCommandOf(next, chosen);
}
