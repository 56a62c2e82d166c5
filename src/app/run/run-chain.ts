// Runs one phase after the other, as long as the closing question says so. The next phase follows from what is
// completed, so a chain that stopped anywhere is simply requested again.
import { withDepth } from "../../domain/feature/depth.ts";
import type { Phase } from "../../domain/feature/phase.ts";
import { isPhase, isPhaseDone, nextPhase } from "../../domain/feature/phase.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import { resolveFeature } from "../feature/features.ts";
import { type Driver, type PhaseRequest, type PhaseResult, startPhase } from "./run-phase.ts";

/** A request without the phase, which is determined again each time. */
export type ChainRequest = Omit<PhaseRequest, "feature" | "phase" | "command"> & { readonly feature: string };

/** Called after each phase that ended, to report it while the next one begins. */
export type OnEnded = (result: Extract<PhaseResult, { type: "ended" }>) => Promise<void>;

/** `before`: the phase that ended just now and has not been reported. */
export async function runChain(
  ports: Ports,
  driver: Driver,
  request: ChainRequest,
  onEnded: OnEnded,
  before?: PhaseResult,
): Promise<PhaseResult | undefined> {
  let last = before;
  for (;;) {
    const feature = await resolveFeature(ports, request.config.artifactsRoot, request.feature);
    const flags = withDepth(request.flags, feature.meta.depth);
    const phase = nextInChain(feature.meta.lastCompletedPhase ?? null, flags);
    if (phase === undefined || feature.meta.status === "completed") return last;
    if (last?.type === "ended") await onEnded(last);
    last = await startPhase(ports, driver, { ...request, feature, phase, command: "iflow continue" });
    if (last.type === "waiting" || last.end.choice !== "continue") return last;
    if (last.end.escalated) continue; // back to the spec, whose review comes next
    const { meta } = await resolveFeature(ports, request.config.artifactsRoot, request.feature);
    if (meta.lastCompletedPhase !== phase) return last; // approved but not completed: never pay for it again
  }
}

/** Undefined at the end of the chain: nothing is left, or `until` is done. */
function nextInChain(lastCompleted: string | null, flags: Pick<RunFlags, "until" | "phases">): Phase | undefined {
  const { until } = flags;
  if (until !== undefined && isPhase(until) && isPhaseDone(until, lastCompleted)) return undefined;
  return nextPhase(lastCompleted, flags);
}
