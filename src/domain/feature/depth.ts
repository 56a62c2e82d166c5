// How deep a feature is worked on and judged. `full` is the seven phases, and what every feature is that says nothing
// else. `light` is for a change that one reviewer can oversee. Depth only rises: what was begun light may become full, and
// nothing leads back.
import type { Phase } from "./phase.ts";

export const DEPTHS = ["auto", "light", "full"] as const;
/** What a person may ask for; with `auto` the engine decides after one look. */
export type AskedDepth = (typeof DEPTHS)[number];

/** `escalated`: begun light, then judged at full depth; design, plan and tasks are not written after the fact. */
export const RUN_DEPTHS = ["auto", "light", "escalated"] as const;
export type RunDepth = (typeof RUN_DEPTHS)[number];

/** The record in `.meta.json`; a feature that was always full has none. */
export interface FeatureDepth {
  readonly asked: string;
  /** Missing until it is decided. */
  readonly now?: string | null | undefined;
  readonly why?: readonly string[] | null | undefined;
  readonly escalated?: Escalation | null | undefined;
}

export interface Escalation {
  readonly at: string;
  /** The phase that found it. */
  readonly phase: string;
  readonly why: readonly string[];
}

/** Reviews at light depth end here, whatever `review.maxRounds` says. */
export const LIGHT_ROUNDS = 2;

const LIGHT_PHASES: readonly Phase[] = ["specify", "implement"];
/** The sentence stands for the PRD: a brainstorm before the look would cost more than the look can save. */
const AUTO_PHASES: readonly Phase[] = ["specify", "design", "create-plan", "create-tasks", "implement"];

interface DepthFlags {
  readonly depth?: RunDepth;
  readonly phases?: readonly string[];
}

/** What a chain of this depth keeps in its flags. */
export function flagsOfDepth(depth: RunDepth): Required<DepthFlags> {
  return { depth, phases: depth === "auto" ? AUTO_PHASES : LIGHT_PHASES };
}

/** Which phases come, after a run in which the depth may have been settled. */
export function phasesAfter(flags: DepthFlags, settled: "light" | "full" | undefined): DepthFlags {
  if (settled === undefined) return flags;
  return settled === "light" ? flagsOfDepth("light") : {};
}

/** The depth that a run of this feature has; undefined for full. The record decides, whatever a later command asks for. */
export function runDepth(depth: FeatureDepth | null | undefined): RunDepth | undefined {
  if (!depth) return undefined;
  if (depth.escalated) return "escalated";
  const said = depth.now ?? depth.asked;
  return said === "light" || said === "auto" ? said : undefined;
}

/** The flags with which a run of this feature begins. */
export function withDepth<Flags extends DepthFlags>(flags: Flags, recorded: FeatureDepth | null | undefined): Flags {
  const { depth: asked, phases, ...others } = flags;
  const depth = runDepth(recorded);
  if (depth !== undefined) return { ...flags, ...flagsOfDepth(depth) };
  // asked for a feature that is full already: the phases that were left out for it are not
  return asked === undefined ? flags : (others as Flags);
}

/** What reviewers of a merge, a pull request or a commit must know; empty at full depth. */
export function depthSentence(depth: RunDepth | undefined): string {
  if (depth === "light") return "Depth: light. One reviewer judged the code, nobody reviewed the spec.";
  if (depth !== "escalated") return "";
  return "Depth: full, escalated from light. There is no design, plan or task list.";
}

/** What the person reads wherever they decide about a feature that was escalated. */
export function escalatedText(why: readonly string[]): string {
  return `This change was escalated from light to full depth: it ${why.join(", and ")}.`;
}

/** As `status`, `list`, `history` and the closing card tell it; null for a feature that was always full. */
export interface DepthState {
  readonly asked: string;
  /** Null until `auto` is decided. */
  readonly now: string | null;
  readonly why: readonly string[];
  readonly escalated: Escalation | null;
}

export function depthState(depth: FeatureDepth | null | undefined): DepthState | null {
  if (!depth) return null;
  const { asked, now, why, escalated } = depth;
  const known = escalated ? { at: escalated.at, phase: escalated.phase, why: [...escalated.why] } : null;
  return { asked, now: now ?? (asked === "auto" ? null : asked), why: [...(why ?? [])], escalated: known };
}

/** `light: one code reviewer, the spec is not reviewed` */
export function printDepth({ now, why, escalated }: DepthState): string {
  if (escalated) return `full, escalated from light: the change ${escalated.why.join(", and ")}`;
  if (now === "light") return "light: one code reviewer; nobody reviews the spec";
  return now === null ? "auto: decided when its spec begins" : `${now}: ${why.join(", and ")}`;
}
