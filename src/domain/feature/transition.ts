// Decides whether a phase may begin. Every rule is one pure, named guard; the command line, `run` and all other front
// ends ask only here. A `block` stops before anything is changed, a `warn` is put to the person, an `info` is reported.
import { type ArtifactKind, artifactFile } from "../documents/document-names.ts";
import { commandOf, isPhase, PHASES, type Phase } from "./phase.ts";

export interface Guard {
  readonly guard: "terminal-status" | "prerequisite" | "backward" | "skip" | "branch" | "partial";
  readonly allowed: boolean;
  readonly severity: "block" | "warn" | "info";
  readonly reason: string;
  /** What to do about a block. */
  readonly fix?: string;
}

export interface TransitionFacts {
  readonly phase: Phase;
  readonly status: "planned" | "active" | "completed" | "abandoned";
  readonly lastCompletedPhase: string | null;
  /** Phases the person chose to leave out; they are not prerequisites. */
  readonly leftOut: readonly Phase[];
  /** What is wrong with each document; null when nothing is. Only the documents the phase needs must be present. */
  readonly faults: Readonly<Partial<Record<ArtifactKind, DocumentFault | null>>>;
  readonly branch: { readonly expected: string; readonly current: string | null };
  /** An earlier run of this phase began and never ended. */
  readonly hasOpenRun: boolean;
}

export interface DocumentFault {
  readonly level: number;
  readonly message: string;
  readonly path: string;
}

interface Prerequisite {
  readonly kind: ArtifactKind;
  readonly phase: Phase;
  readonly before: string;
}

const PREREQUISITES: Readonly<Partial<Record<Phase, readonly Prerequisite[]>>> = {
  "create-plan": [{ kind: "design", phase: "design", before: "planning" }],
  "create-tasks": [{ kind: "plan", phase: "create-plan", before: "task creation" }],
  implement: [
    { kind: "spec", phase: "specify", before: "implementation" },
    { kind: "tasks", phase: "create-tasks", before: "implementation" },
  ],
};

/** The documents a phase requires. */
export function prerequisitesOf(phase: Phase, leftOut: readonly Phase[]): ArtifactKind[] {
  return needed(phase, leftOut).map(({ kind }) => kind);
}

/** All guards that have something to report, strictest first. */
export function checkTransition(facts: TransitionFacts): Guard[] {
  const guards = [
    checkStatus(facts),
    ...checkPrerequisites(facts),
    checkBackward(facts),
    checkSkip(facts),
    checkBranch(facts),
    checkPartial(facts),
  ];
  const order = { block: 0, warn: 1, info: 2 };
  return guards.filter((guard) => guard !== undefined).sort((a, b) => order[a.severity] - order[b.severity]);
}

/** Phases between the last completed one and this one. The text of a new feature stands in for its brainstorm. */
export function skippedBefore(phase: Phase, lastCompletedPhase: string | null): Phase[] {
  const last = lastCompletedPhase !== null && isPhase(lastCompletedPhase) ? PHASES.indexOf(lastCompletedPhase) : 0;
  return PHASES.slice(last + 1, Math.max(last + 1, PHASES.indexOf(phase)));
}

function checkStatus({ status, phase }: TransitionFacts): Guard | undefined {
  if (status !== "completed" && status !== "abandoned") return undefined;
  const reason = `the feature is ${status}; ${phase} cannot begin`;
  return { guard: "terminal-status", allowed: false, severity: "block", reason, fix: 'iflow run "what you want"' };
}

function checkPrerequisites({ phase, leftOut, faults }: TransitionFacts): Guard[] {
  return needed(phase, leftOut).flatMap(({ kind, before, phase: source }): Guard[] => {
    const fault = faults[kind];
    if (!fault) return [];
    const reason = `BLOCKED: Valid ${artifactFile(kind)} required before ${before}.\n${fault.path}: ${fault.message} (level ${fault.level})`;
    return [{ guard: "prerequisite", allowed: false, severity: "block", reason, fix: `iflow ${commandOf(source)}` }];
  });
}

function checkBackward({ phase, lastCompletedPhase }: TransitionFacts): Guard | undefined {
  if (lastCompletedPhase === null || !isPhase(lastCompletedPhase)) return undefined;
  if (PHASES.indexOf(phase) > PHASES.indexOf(lastCompletedPhase)) return undefined;
  const reason = `Phase '${phase}' was already completed. Re-running will update timestamps but not undo previous work.`;
  return { guard: "backward", allowed: true, severity: "warn", reason };
}

function checkSkip({ phase, lastCompletedPhase, leftOut }: TransitionFacts): Guard | undefined {
  const skipped = skippedBefore(phase, lastCompletedPhase).filter((one) => !leftOut.includes(one));
  if (skipped.length === 0) return undefined;
  const reason = `Skipping ${skipped.join(", ")}. This may reduce artifact quality.`;
  return { guard: "skip", allowed: true, severity: "warn", reason };
}

function checkBranch({ branch: { expected, current } }: TransitionFacts): Guard | undefined {
  if (current === expected) return undefined;
  const reason = `HEAD is on ${current ?? "no branch"}, but this feature works on ${expected}.`;
  return { guard: "branch", allowed: true, severity: "warn", reason };
}

function checkPartial({ hasOpenRun, phase }: TransitionFacts): Guard | undefined {
  if (!hasOpenRun) return undefined;
  const reason = `${phase} was already started and continues where it stopped.`;
  return { guard: "partial", allowed: true, severity: "info", reason };
}

function needed(phase: Phase, leftOut: readonly Phase[]): readonly Prerequisite[] {
  return (PREREQUISITES[phase] ?? []).filter((one) => !leftOut.includes(one.phase));
}
