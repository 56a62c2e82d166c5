// What a run reports to its observers. Every front end uses this one union: the terminal rows, --events ndjson, MCP
// progress. Events are emitted inside a step's work, so a replayed step is not reported twice.
import type { Usage } from "../../billing/usage.ts";
import type { DispatchKind, DispatchReason } from "../../dispatch/dispatch-plan.ts";
import type { CriterionState } from "../../receipts/receipt-state.ts";
import type { RulingKind } from "../../review/register/disputes.ts";
import type { LoopHealth } from "../../review/register/loop-health.ts";
import type { RoleIssue } from "../../review/review-loop.ts";
import type { Activity } from "./activity.ts";
import type { ClosingCard } from "./closing-card.ts";

interface DispatchFacts {
  readonly step: string;
  /** Among those of its run, in the order in which they were asked for: several may be sent at the same time. */
  readonly number: number;
  readonly role: string;
  readonly round: number;
  readonly activity: Activity;
  readonly kind: DispatchKind | "repair";
  readonly reason: DispatchReason | "repair";
  readonly promptChars: number;
  readonly contextChars: number;
  /** What it is expected to cost, in US dollars. */
  readonly estimate?: number;
  /** What exactly: the title of a task. */
  readonly about?: string;
}

/** Where a run stands in its feature when it is opened. */
export interface WayOfFeature {
  /** The sentence the feature began with. */
  readonly idea: string;
  /** `2` of `7`; left out for what is no part of a chain. */
  readonly place?: { readonly number: number; readonly of: number };
  /** The phase that follows it. */
  readonly next?: string;
  readonly spent: {
    /** How long agents have worked; side by side counts once. */
    readonly milliseconds: number;
    /** US dollars; null when nothing has a price. */
    readonly cost: number | null;
    /** How many dispatches have no known price and are not in `cost`. */
    readonly unpriced: number;
    readonly estimated: boolean;
  };
  /** The most it may cost, in US dollars; left out where no price would hold it. */
  readonly budget?: number;
}

export type RunEvent =
  | {
      /** Before the first paid dispatch of a feature, and again when its plan has changed. */
      readonly type: "forecast-made";
      /** `007-rate-limit`; of a brainstorm `b3`. */
      readonly feature: string;
      readonly title: string;
      readonly phases: readonly string[];
      /** Goes on from phase to phase, and asks in between unless `yolo`. */
      readonly chain: boolean;
      readonly yolo: boolean;
      readonly runtime: string;
      readonly models: readonly string[];
      /** US dollars; null when the price is unknown. */
      readonly dollars: { readonly low: number; readonly high: number } | null;
      readonly minutes: { readonly low: number; readonly high: number };
      readonly basis: "features" | "price-table";
      /** How many earlier features of this repository it is from. */
      readonly features: number;
      /** Where it stops, in US dollars and in dispatches. */
      readonly maxCost?: number;
      readonly maxDispatches?: number;
      /** The branch it works on; a brainstorm has none. */
      readonly branch?: string;
    }
  | ({
      readonly type: "run-opened";
      readonly run: string;
      readonly feature: string;
      readonly phase: string;
      readonly runtime: string;
      /** Set when an earlier process left the run unfinished: what was in flight. */
      readonly reopened?: { readonly inFlight?: string; readonly steps: number; readonly lastAt: string };
    } & WayOfFeature)
  | ({ readonly type: "dispatch-started" } & DispatchFacts)
  | {
      readonly type: "agent-worked";
      readonly step: string;
      readonly role: string;
      readonly did: string;
      /** Why the agent was not allowed to. */
      readonly refused?: string;
    }
  /** What the agent says while it works; not its answer. */
  | { readonly type: "agent-said"; readonly step: string; readonly role: string; readonly text: string }
  /** Tokens of this turn so far. */
  | { readonly type: "agent-used"; readonly step: string; readonly role: string; readonly tokens: number }
  | { readonly type: "gate-started"; readonly runtime: string; readonly version: string }
  | {
      /** Whether this runtime's sessions are reliable; `cached` is the share read from the cache, if known. */
      readonly type: "gate-tested";
      readonly runtime: string;
      readonly version: string;
      readonly failure?: string;
      readonly cached: number | null;
      readonly cost?: number;
      readonly milliseconds: number;
    }
  | ({
      readonly type: "dispatch-ended";
      readonly status: "completed" | "failed" | "aborted";
      readonly error?: string;
      /** The run stops for the person and says why; a row that says the same is not needed. */
      readonly needs?: string;
      readonly usage: Usage;
      readonly cost?: number;
      readonly milliseconds: number;
      /** What an author or fixer answered to the issues it was given, by number. */
      readonly answers?: { readonly fixed: number; readonly disputed: number };
    } & DispatchFacts)
  | {
      readonly type: "verdict-read";
      readonly role: string;
      readonly round: number;
      readonly passed: boolean;
      readonly problem?: string;
      readonly issues: readonly RoleIssue[];
      /** How many of its earlier issues this verdict ends. */
      readonly resolved?: number;
      /** By eyes that never saw the conversation in which it was approved. */
      readonly certifies?: boolean;
    }
  /** How a later round has moved its loop: blockers and warnings that are open, gone and new. */
  | ({ readonly type: "loop-moved"; readonly round: number } & LoopHealth)
  | {
      readonly type: "dispute-ruled";
      readonly issue: string;
      readonly ruling: RulingKind;
      readonly by: "person" | "adjudicator";
      readonly why: string;
    }
  | {
      readonly type: "artifact-written";
      readonly path: string;
      readonly lines: number;
      readonly added: number;
      readonly removed: number;
    }
  | {
      /** How deep the feature is worked on and judged, and why: when it begins, and when it turns out to need more. */
      readonly type: "depth-settled";
      readonly feature: string;
      readonly depth: "light" | "full";
      /** It was light until now. */
      readonly escalated: boolean;
      readonly why: readonly string[];
    }
  | { readonly type: "artifact-checked"; readonly path: string; readonly findings: readonly string[] }
  /** A line printed by a check of the project. */
  | { readonly type: "check-output"; readonly name: string; readonly line: string }
  /** What shows each acceptance criterion. */
  | {
      readonly type: "receipts-made";
      readonly phase: string;
      readonly rows: readonly {
        readonly criterion: string;
        readonly state: CriterionState;
        readonly why: string;
      }[];
    }
  | {
      readonly type: "check-ran";
      readonly name: string;
      readonly command: string;
      readonly passed: boolean;
      /** The end of what it printed. */
      readonly tail: string;
      readonly milliseconds: number;
      /** What it says about the tests it ran, if it can be read: `1 failed, 211 passed`. */
      readonly summary?: string;
      /** The first test that failed. */
      readonly failure?: { readonly name: string; readonly message?: string };
      /** Its number among the feature's checks: `iflow show --check N` prints all of its output. */
      readonly number?: number;
    }
  | {
      /** A planned feature has got its branch. */
      readonly type: "feature-started";
      readonly feature: string;
      readonly branch: string;
      /** The branch at which it begins, and the feature it is built on. */
      readonly from: string;
      readonly stackedOn: string | undefined;
    }
  /** The feature is merged, or its pull request is open: what it came to. */
  | ({ readonly type: "feature-closed" } & ClosingCard)
  | { readonly type: "commit-made"; readonly sha: string; readonly message: string }
  | { readonly type: "warned"; readonly text: string }
  /** The command waits for a limit to be lifted, at this time (ISO 8601); `text` says which. */
  | { readonly type: "limit-awaited"; readonly until: string; readonly text: string }
  /** What the project keeps from this for later. */
  | { readonly type: "learned"; readonly text: string }
  | {
      readonly type: "question-answered";
      readonly id: string;
      readonly text: string;
      readonly answer: string;
      readonly by: "yolo" | "person";
      /** Which question of the YOLO table it was. */
      readonly topic: string;
    }
  | {
      readonly type: "phase-completed";
      readonly feature: string;
      readonly phase: string;
      /** `completed`: nobody reviewed it, because light depth does not ask for that. */
      readonly outcome: "approved" | "accepted" | "completed";
      readonly rounds: number;
      readonly notes: number;
      readonly path: string;
    };

export type Emit = (event: RunEvent) => void;
