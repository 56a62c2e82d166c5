// What a run reports to its observers. Every front end uses this one union: the terminal rows, --events ndjson, MCP
// progress. Events are emitted inside a step's work, so a replayed step is not reported twice.
import type { Usage } from "../billing/usage.ts";
import type { DispatchKind, DispatchReason } from "../dispatch/dispatch-plan.ts";
import type { RoleIssue } from "../review/review-loop.ts";

interface DispatchFacts {
  readonly step: string;
  readonly role: string;
  readonly round: number;
  readonly activity: Activity;
  readonly kind: DispatchKind | "repair";
  readonly reason: DispatchReason | "repair";
  readonly promptChars: number;
  readonly contextChars: number;
  /** What it is expected to cost, in US dollars. */
  readonly estimate?: number;
}

export type RunEvent =
  | {
      readonly type: "run-opened";
      readonly feature: string;
      readonly phase: string;
      readonly runtime: string;
      /** Set when an earlier process left the run unfinished: what was in flight. */
      readonly reopened?: { readonly inFlight?: string; readonly steps: number; readonly lastAt: string };
    }
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
      readonly usage: Usage;
      readonly cost?: number;
      readonly milliseconds: number;
    } & DispatchFacts)
  | {
      readonly type: "verdict-read";
      readonly role: string;
      readonly round: number;
      readonly passed: boolean;
      readonly problem?: string;
      readonly issues: readonly RoleIssue[];
    }
  | {
      readonly type: "artifact-written";
      readonly path: string;
      readonly lines: number;
      readonly added: number;
      readonly removed: number;
    }
  | { readonly type: "artifact-checked"; readonly path: string; readonly findings: readonly string[] }
  /** A line printed by a check of the project. */
  | { readonly type: "check-output"; readonly name: string; readonly line: string }
  | {
      readonly type: "check-ran";
      readonly name: string;
      readonly command: string;
      readonly passed: boolean;
      /** The end of what it printed. */
      readonly tail: string;
      readonly milliseconds: number;
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
  | { readonly type: "commit-made"; readonly sha: string; readonly message: string }
  | { readonly type: "warned"; readonly text: string }
  /** What the project keeps from this for later. */
  | { readonly type: "learned"; readonly text: string }
  | {
      readonly type: "question-answered";
      readonly id: string;
      readonly text: string;
      readonly answer: string;
      readonly by: "yolo" | "person";
    }
  | {
      readonly type: "phase-completed";
      readonly feature: string;
      readonly phase: string;
      readonly outcome: "approved" | "accepted";
      readonly rounds: number;
      readonly notes: number;
      readonly path: string;
    };

/** What a dispatch is for, as the rows of a run show it. */
export type Activity =
  | "draft"
  | "repair"
  | "review"
  | "handoff"
  | "revise"
  | "research"
  | "task"
  | "simplify"
  | "tests"
  | "fix"
  | "docs"
  | "retro";

export type Emit = (event: RunEvent) => void;
