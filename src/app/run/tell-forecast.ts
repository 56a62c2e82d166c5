// Before the first paid dispatch of a feature: what is about to happen and what it is expected to cost. It is told when a
// run opens, not in a step, and not again while the feature is worked on as planned.
import { isFree, usedModels } from "../../domain/billing/model-prices.ts";
import { fileName } from "../../domain/billing/past-features.ts";
import { isPhase, leftOutOf, PHASES } from "../../domain/feature/phase.ts";
import type { RunHead, RunSummary } from "../../domain/run/run.ts";
import type { AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { Ports } from "../../ports/ports.ts";
import { readForecast } from "../billing/forecast.ts";
import type { KnownFeature } from "../feature/features.ts";
import type { Budget } from "../work/state/spending.ts";

interface Opening {
  readonly known: KnownFeature;
  readonly head: RunHead;
  readonly agent: Pick<AgentRuntime, "id" | "host">;
  readonly budget: Budget;
  /** What an earlier command left of this run; undefined when it begins. */
  readonly before: RunSummary | undefined;
}

export async function tellForecast(ports: Ports, opening: Opening): Promise<void> {
  const { known, head, agent, budget } = opening;
  if (isFree(agent) || (await isToldBefore(ports, opening))) return;
  const { feature, flags, config, idea } = head;
  const phases = plannedPhases(head);
  const { maxCost, maxDispatches } = budget;
  const proof = { proof: agent.host?.proof };
  const expected = await readForecast(ports, config, feature, {
    ...{ phases, runtime: agent.id, ...proof, isLight: flags.depth === "light" },
  });
  ports.emit({
    type: "forecast-made",
    ...{ feature, title: idea ?? known.feature.description, phases, chain: flags.mode === "chain", yolo: flags.yolo },
    ...{ runtime: agent.id, models: usedModels({ id: agent.id, ...proof }, config.models), ...expected },
    ...(maxCost !== undefined && { maxCost }),
    ...(maxDispatches !== undefined && { maxDispatches }),
    ...(idea === undefined && { branch: head.branch }),
  });
}

/** From the phase of this run to the end of what was asked for. */
function plannedPhases({ phase, flags }: Pick<RunHead, "phase" | "flags">): string[] {
  if (flags.mode === "single" || !isPhase(phase)) return [phase];
  const leftOut = leftOutOf(flags);
  const last = flags.until !== undefined && isPhase(flags.until) ? PHASES.indexOf(flags.until) : PHASES.length;
  return PHASES.filter(
    (one, index) => index >= PHASES.indexOf(phase) && index <= last && (one === phase || !leftOut.includes(one)),
  );
}

/** The feature, or the brainstorm it grew out of, was begun with the same plan. */
async function isToldBefore(ports: Ports, { known, head, agent, before }: Opening): Promise<boolean> {
  if (before) return before.runtime.id === agent.id;
  const last = (await ports.runs.ofFeature(head.feature)).filter((run) => run.head.id !== head.id).at(-1)?.head;
  const earlier = last ?? (await brainstormOf(ports, known));
  return earlier !== undefined && planOf(earlier) === planOf(head);
}

async function brainstormOf(ports: Ports, { meta }: KnownFeature): Promise<RunHead | undefined> {
  const source = meta?.brainstorm_source;
  if (typeof source !== "string") return undefined;
  const run = (await ports.archive.ended()).find(({ prd }) => prd !== undefined && fileName(prd) === fileName(source));
  return run && (await ports.archive.brainstorms()).find(({ head }) => head.id === run.id)?.head;
}

/** What a forecast depends on; the limit is not part of it, because the person who changes it has just said so. */
function planOf({ flags: { mode, until, phases, depth }, runtime, config }: RunHead): string {
  const { id, command, roles } = runtime;
  return JSON.stringify([mode, until, phases, depth, id, command, roles, config.models]);
}
