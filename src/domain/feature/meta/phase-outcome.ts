// How a phase ended, in the same words everywhere: approved, accepted with what was open, or stopped. Read from
// `.meta.json`, which people edit and earlier versions wrote: a record that does not say is only `completed`.

import { PHASES } from "../phase.ts";
import type { FeatureMeta } from "./feature-meta.ts";

/** `completed`: nobody reviews the phase, or it was completed by a version that did not record how. */
export type PhaseOutcome = "approved" | "accepted" | "stopped" | "completed";

export interface PhaseState {
  readonly phase: string;
  readonly outcome: PhaseOutcome;
  /** Null for a run that has stopped and can go on: what is open is in the review history. */
  readonly openIssues: number | null;
}

/** A run of the feature that has not ended. */
export interface OpenPhase {
  readonly phase: string;
  /** Somebody must decide before it goes on. */
  readonly isStopped: boolean;
}

/** The phases that have ended or stopped, in their order; one that is being run again has no end yet. */
export function phaseStates(meta: Pick<FeatureMeta, "phases"> | undefined, open?: OpenPhase): PhaseState[] {
  const ended = Object.entries(meta?.phases ?? {}).flatMap(([phase, record]) =>
    hasEnded(record) && phase !== open?.phase ? [phaseState(phase, record)] : [],
  );
  const stopped: PhaseState[] = open?.isStopped ? [{ phase: open.phase, outcome: "stopped", openIssues: null }] : [];
  return [...ended, ...stopped].sort((one, other) => placeOf(one) - placeOf(other));
}

type PhaseRecord = Readonly<Record<string, unknown>>;

/** A phase that was given up is not completed, but its end is known. */
function hasEnded({ completed, outcome }: PhaseRecord): boolean {
  return typeof completed === "string" || outcome === "stopped";
}

export function phaseState(phase: string, record: PhaseRecord): PhaseState {
  const { outcome } = record;
  if (outcome === "stopped") return { phase, outcome, openIssues: lengthOf(record.openIssues) };
  return {
    phase,
    outcome: outcome === "approved" || outcome === "accepted" ? outcome : "completed",
    openIssues: notesIn(record) + notesIn(record.phaseReview),
  };
}

/** Of the last completed phase; undefined when there is none. */
export function lastOutcome(meta: Pick<FeatureMeta, "lastCompletedPhase" | "phases">): string | undefined {
  const { lastCompletedPhase, phases } = meta;
  if (!lastCompletedPhase) return undefined;
  return printOutcome(phaseState(lastCompletedPhase, phases?.[lastCompletedPhase] ?? {}));
}

/** `accepted with 1 open issue` */
export function printOutcome({ outcome, openIssues }: Pick<PhaseState, "outcome" | "openIssues">): string {
  if (outcome === "approved" || outcome === "completed") return outcome;
  if (openIssues) return `${outcome} with ${openIssues} open ${openIssues === 1 ? "issue" : "issues"}`;
  return outcome === "accepted" ? "accepted with open issues" : outcome; // somebody has removed them from the file
}

/** What was open at the end of a loop. */
function notesIn(loop: unknown): number {
  return typeof loop === "object" && loop !== null && "reviewerNotes" in loop ? lengthOf(loop.reviewerNotes) : 0;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function placeOf({ phase }: PhaseState): number {
  const place = (PHASES as readonly string[]).indexOf(phase);
  return place === -1 ? PHASES.length : place;
}
