// What the stream has told of a repository's runs, as plain data. Folded event by event: whoever begins in the middle with the
// state as it was there, ends with the same state. What is only alive is kept apart, because it may be lost.
import type { Option } from "../../../domain/run/questions/question.ts";

export interface RunState {
  readonly run: string;
  readonly feature: string;
  readonly phase: string;
  readonly idea: string | null;
  readonly begunAt: string;
  runtime: string;
  yolo: boolean;
  endedAt: string | null;
  outcome: string | null;
  /** Of its last fact. */
  lastAt: string;
  /** Dispatches and checks in the order they began. */
  readonly works: WorkState[];
  readonly questions: QuestionState[];
  pause: PauseState | null;
  completed: CompletedState | null;
  readonly commits: { readonly sha: string; readonly at: string }[];
}

export interface WorkState {
  readonly step: string;
  readonly lane: string;
  readonly role: string;
  readonly round: number;
  readonly kind: string;
  readonly activity: string | null;
  readonly about: string | null;
  readonly runtime: string | null;
  begin: string;
  end: string | null;
  status: "completed" | "failed" | "interrupted" | "working";
  verdict: VerdictState | null;
  cost: number | null;
  error: string | null;
}

export interface VerdictState {
  readonly passed: boolean;
  readonly isReadable: boolean;
  readonly blockers: number;
  readonly warnings: number;
  readonly suggestions: number;
  readonly resolved: number;
  /** What this reviewer leaves open, also what it insists on. */
  readonly open: { readonly blockers: number; readonly warnings: number };
}

export interface QuestionState {
  readonly id: string;
  readonly topic: string;
  readonly text: string;
  readonly detail: string | null;
  readonly options: readonly Option[];
  readonly freeText: boolean;
  readonly default: string | null;
  readonly askedAt: string;
  answeredAt: string | null;
  answer: string | null;
  yolo: boolean;
  isWithdrawn: boolean;
}

export interface PauseState {
  readonly reason: string;
  readonly text: string;
  readonly detail: string | null;
  readonly fix: string;
  readonly until: string | null;
  readonly hard: boolean;
  readonly at: string;
}

export interface CompletedState {
  readonly at: string;
  readonly sha: string;
  readonly outcome: string | null;
  readonly rounds: number | null;
}

/** By the name of the run. */
export type RunStates = Record<string, RunState>;
