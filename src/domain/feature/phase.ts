// The seven phases of a feature in their fixed order, what each one writes and the command that runs it. Every command
// needs these names, so the file imports no code: the Markdown reader is loaded only where documents are checked.
import type { ArtifactKind } from "../documents/document-names.ts";

export const PHASES = [
  "brainstorm",
  "specify",
  "design",
  "create-plan",
  "create-tasks",
  "implement",
  "finish",
] as const;
export type Phase = (typeof PHASES)[number];

export function isPhase(name: string): name is Phase {
  return PHASES.some((phase) => phase === name);
}

/** What a run can be for: a phase, or the retrospective alone. */
export type RunKind = Phase | "retrospect";

/** The phase to run after `lastCompletedPhase`, if any. A new feature starts at specify: its text is the brainstorm. */
export function phaseAfter(lastCompleted: string | null | undefined): Phase | undefined {
  if (lastCompleted === null || lastCompleted === undefined) return "specify";
  return isPhase(lastCompleted) ? PHASES[PHASES.indexOf(lastCompleted) + 1] : undefined;
}

const WRITES: Readonly<Partial<Record<Phase, ArtifactKind>>> = {
  brainstorm: "prd",
  specify: "spec",
  design: "design",
  "create-plan": "plan",
  "create-tasks": "tasks",
};

/** The document the phase writes; implement and finish do not write one. */
export function artifactOf(phase: Phase): ArtifactKind | undefined {
  return WRITES[phase];
}

/** The phase's file in the feature's folder; for implement and finish the engine writes it. */
export function artifactFileOf(phase: RunKind): string {
  if (phase === "implement") return "implementation-log.md";
  if (phase === "finish" || phase === "retrospect") return "retro.md";
  return `${artifactOf(phase)}.md`;
}

/** Phases left out of a list of chosen ones; none without a list. finish is never left out: it ends the feature. */
export function leftOutOf({ phases }: ChosenPhases): Phase[] {
  if (phases === undefined) return [];
  return PHASES.filter((phase) => phase !== "finish" && !phases.includes(phase));
}

interface ChosenPhases {
  readonly phases?: readonly string[] | undefined;
}

/** The phase that follows in a chain with this list of chosen phases. */
export function nextPhase(lastCompleted: string | null | undefined, chosen: ChosenPhases): Phase | undefined {
  const leftOut = leftOutOf(chosen);
  let next = phaseAfter(lastCompleted);
  while (next !== undefined && leftOut.includes(next)) next = phaseAfter(next);
  return next;
}

/**
 * What the person types to run it. Without the list, a phase would ask for the documents that were left out; where the
 * feature's depth left them out, its record says so.
 */
export function typedCommandOf(phase: RunKind, { phases, depth }: ChosenPhases & { readonly depth?: string }): string {
  const needsList = phases !== undefined && depth === undefined && phase !== "finish" && phase !== "retrospect";
  return needsList ? `iflow continue --phases ${phases.join(",")} --until ${phase}` : `iflow ${commandOf(phase)}`;
}

export function commandOf(phase: RunKind): string {
  return phase === "finish" ? "finish-feature" : phase;
}

/** Whether a feature with this last completed phase has already been through the given phase. */
export function isPhaseDone(phase: Phase, lastCompleted: string | null | undefined): boolean {
  return !!lastCompleted && isPhase(lastCompleted) && PHASES.indexOf(lastCompleted) >= PHASES.indexOf(phase);
}

interface ChainFlags {
  readonly mode: "single" | "chain";
  readonly until?: string | undefined;
  readonly phases?: readonly string[] | undefined;
}

/** Whether a run of this phase judges or merges code, or begins a chain that will. */
export function comesToCode(phase: RunKind, { mode, until, phases }: ChainFlags): boolean {
  if (phase === "implement" || phase === "finish") return true;
  if (mode === "single" || leftOutOf({ phases }).includes("implement")) return false;
  return until === undefined || !isPhase(until) || PHASES.indexOf(until) >= PHASES.indexOf("implement");
}
