// The stream of everything that happens in a repository's runs. Facts are read from the runs' records, so they are the same
// for everybody who reads them, at any time; what is only alive is told while it lasts and may be lost.
import type { Usage } from "../billing/usage.ts";
import type { Activity } from "../run/events/activity.ts";
import type { Option, Pause } from "../run/questions/question.ts";

export const STREAM_VERSION = 1;

/** A dispatch, as far as its records say. */
export interface StreamWork {
  readonly step: string;
  /** What works side by side is told apart by it: a role, `implementer-1.2`, `check`. */
  readonly lane: string;
  readonly role: string;
  readonly round: number;
  readonly kind: string;
  /** Missing in runs of earlier versions. */
  readonly activity?: Activity;
  /** What exactly: the title of a task. */
  readonly about?: string;
  readonly runtime?: string;
  readonly model?: string;
}

export interface StreamVerdict {
  readonly passed: boolean;
  /** Why the answer is no verdict. */
  readonly problem?: string;
  readonly issues: readonly {
    readonly severity: "blocker" | "warning" | "suggestion";
    readonly description: string;
    readonly location?: string;
  }[];
  /** How many of its earlier issues this verdict ends. */
  readonly resolved: number;
  /** What this reviewer leaves open: new issues, and earlier ones on which it insists. */
  readonly open?: { readonly blockers: number; readonly warnings: number };
}

export type StreamFact =
  | { readonly type: "run-opened"; readonly runtime: string; readonly yolo: boolean; readonly idea?: string }
  /** Another process, or the same one after an answer, goes on with it. */
  | { readonly type: "run-resumed"; readonly runtime: string; readonly after: "answer" | "pause" | "interruption" }
  | ({ readonly type: "dispatch-started" } & StreamWork)
  | ({
      readonly type: "dispatch-ended";
      /** `interrupted`: it was cut off and is planned again. */
      readonly status: "completed" | "failed" | "interrupted";
      readonly milliseconds?: number;
      readonly usage?: Usage;
      /** US dollars; missing when the price is unknown. */
      readonly cost?: number;
      readonly error?: string;
      readonly needs?: string;
      readonly answers?: { readonly fixed: number; readonly disputed: number };
      /** Of a reviewer. */
      readonly verdict?: StreamVerdict;
    } & StreamWork)
  | { readonly type: "check-started"; readonly step: string; readonly lane: string; readonly name: string }
  | {
      readonly type: "check-ran";
      readonly step: string;
      readonly lane: string;
      readonly name: string;
      readonly passed: boolean;
      /** `exit code 1` */
      readonly end: string;
      readonly milliseconds: number;
      readonly command?: string;
      readonly summary?: string;
      readonly failure?: { readonly name: string; readonly message?: string };
    }
  | { readonly type: "commit-made"; readonly sha: string }
  | {
      readonly type: "question-asked";
      readonly question: string;
      readonly topic: string;
      readonly text: string;
      readonly detail?: string;
      readonly options: readonly Option[];
      readonly freeText: boolean;
      readonly default?: string;
      /** What `--yolo` answers without asking, where the run has it. */
      readonly yolo?: string;
    }
  | {
      readonly type: "question-answered";
      readonly question: string;
      readonly topic: string;
      readonly text: string;
      readonly answer: string;
      /** The run has `--yolo`, and this is its answer. */
      readonly yolo: boolean;
    }
  | { readonly type: "question-withdrawn"; readonly question: string }
  | {
      readonly type: "paused";
      readonly reason: Pause["reason"];
      readonly text: string;
      readonly detail?: string;
      readonly fix: string;
      readonly until?: string;
      /** Somebody must decide: work that was not approved, nothing that was tested. */
      readonly hard: boolean;
    }
  | { readonly type: "order-given"; readonly order: string; readonly role: string; readonly lane: string }
  | { readonly type: "order-ended"; readonly order: string; readonly role: string; readonly answer: string }
  | {
      readonly type: "phase-completed";
      readonly sha: string;
      /** Missing in runs of earlier versions. */
      readonly outcome?: "approved" | "accepted" | "completed";
      readonly rounds?: number;
      readonly notes?: number;
    }
  | { readonly type: "run-ended"; readonly outcome: string; readonly milliseconds: number };

/** What is not recorded: it has no id, and who comes later does not get it. */
export type StreamNews =
  | {
      readonly type: "lane-worked";
      readonly step: string;
      readonly lane: string;
      readonly role: string;
      /** When it began, and what it does: `reading the spec`. */
      readonly since: string;
      readonly doing: string;
      /** Calls of tools so far, and tokens if they are known. */
      readonly tools: number;
      readonly tokens?: number;
      /** Its latest tool, words or output. */
      readonly last: string;
    }
  /** Where a run stands when somebody begins to watch. */
  | {
      readonly type: "run-stands";
      readonly state: "working" | "waiting" | "left";
      /** What is in flight, by step. */
      readonly steps: readonly string[];
      readonly questions: readonly string[];
      readonly text: string;
    }
  /** An answer is kept that no process has taken up yet. */
  | { readonly type: "answer-kept"; readonly question: string; readonly text: string; readonly answer: string }
  /** Its process is gone without having ended it. */
  | { readonly type: "run-left"; readonly steps: readonly string[] }
  | { readonly type: "journal-damaged"; readonly text: string; readonly fix: string };

export interface StreamStamp {
  readonly v: typeof STREAM_VERSION;
  /** `{run}@{offset}`: the same for everybody, forever; null for what is not recorded. */
  readonly id: string | null;
  /** ISO 8601. */
  readonly time: string;
  readonly run: string;
  readonly feature: string;
  readonly phase: string;
  /** Where to go on after this event: only what follows it is told then, all of it, once. Not for what is not recorded. */
  readonly since?: string;
}

export type StreamEvent = StreamStamp & (StreamFact | StreamNews);
