// One line at the start of a session: feature, phase, the next command. After a compaction the model already knows.
import { commandOf, phaseAfter } from "../../domain/feature/phase.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";

const SOURCES: ReadonlySet<string | undefined> = new Set(["startup", "resume", "clear"]);

export async function sessionLine(desk: HookDesk, { source }: HookInput): Promise<object | undefined> {
  if (!SOURCES.has(source)) return undefined;
  await desk.forgetTyped();
  const line = await describe(desk);
  if (line === undefined) return undefined;
  return { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: line } };
}

async function describe(desk: HookDesk): Promise<string | undefined> {
  const [run, ...others] = await desk.openRuns();
  const more = others.length > 0 ? ` (and ${others.length} more open)` : "";
  if (run) return `iflow: ${run.feature}, phase ${run.phase}, ${waitsFor(run)}; next: ${nextOf(run)}${more}`;
  const active = await desk.activeFeatures();
  const [feature] = active;
  if (!feature) return undefined;
  if (active.length > 1)
    return `iflow: ${active.length} active features (${active.map(({ key }) => key).join(", ")}); next: /iflow:status`;
  const phase = phaseAfter(feature.lastCompleted);
  const done = feature.outcome === undefined ? "created" : `${feature.lastCompleted} ${feature.outcome}`;
  return `iflow: ${feature.key}, ${done}; next: ${phase === undefined ? "nothing" : `/iflow:${commandOf(phase)}`}`;
}

function waitsFor({ questions: [question], orders: [order], paused, stopped }: WaitingRun): string {
  if (question) return `waiting for the user (${question.id}: ${question.text.replaceAll("\n", " ")})`;
  if (order) return `waiting for its ${order.role}`;
  if (stopped) return "stopped";
  return paused ? "paused" : "interrupted";
}

function nextOf({ questions: [question] }: WaitingRun): string {
  return question ? `the user types "${question.id} <answer>", then /iflow:continue` : "/iflow:continue";
}
