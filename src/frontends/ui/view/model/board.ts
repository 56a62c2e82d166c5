// The board: a card per feature over the seven phases.
import type { CardState, FeatureRef, LaneView, MoneyOfFeature, PageHead } from "./common.ts";
import type { PauseAction } from "./inbox.ts";

export interface BoardView extends PageHead {
  readonly counts: {
    readonly open: number;
    readonly waiting: number;
    readonly running: number;
    readonly paused: number;
    readonly merged: number;
    readonly abandoned: number;
  };
  /** Those that were asked for: `?show=open`, `merged` or `abandoned`; waiting first, then running, then the others. */
  readonly features: readonly BoardCard[];
}

export interface BoardCard {
  readonly feature: FeatureRef;
  readonly state: CardState;
  readonly branch: string;
  /** The root of the work tree of its own. */
  readonly tree: string | null;
  readonly depth: string | null;
  /** The seven, in their order. */
  readonly phases: readonly PhaseStep[];
  /** Where it stands, in a few words. */
  readonly about: string;
  /** The command that takes it further, as it is typed. */
  readonly next: string | null;
  readonly now: readonly LaneView[];
  /** Ids of open questions. */
  readonly questions: readonly string[];
  readonly issues: {
    readonly open: number;
    readonly blockers: number;
    readonly resolved: number;
    /** Open ones after each round of the phase, oldest first. */
    readonly trend: readonly number[];
  };
  readonly money: MoneyOfFeature;
  /** What the page offers, the first as its button. */
  readonly actions: readonly CardAction[];
  /** The limit that `raise-budget` raises: the one that was reached, else what it may cost. */
  readonly raise: PauseAction;
  readonly lastActivity: string | null;
}

export type CardAction = "answer" | "start" | "continue" | "stop" | "raise-budget" | "finish";

export interface PhaseStep {
  readonly phase: string;
  readonly state: "done" | "now" | "held" | "waits" | "to-come" | "left-out";
  /** `approved`, `accepted`, `stopped`, `completed`; null before. */
  readonly outcome: string | null;
  readonly round: number | null;
  readonly rounds: number | null;
  readonly cost: number | null;
}
