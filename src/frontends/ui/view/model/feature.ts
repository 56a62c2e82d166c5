// One feature: its rounds on a time line, its issues, documents, tasks, receipts, and what would be merged.
import type { BoardCard } from "./board.ts";
import type { IssueView, PageHead } from "./common.ts";
import type { QuestionCard } from "./inbox.ts";

export interface FeatureView extends PageHead {
  readonly card: BoardCard;
  readonly questions: readonly QuestionCard[];
  readonly timelines: readonly PhaseTimeline[];
  readonly issues: readonly IssueView[];
  /** Between two looks of reviewers: GET …/changes?from={from}&to={to}. */
  readonly changes: readonly RoundChange[];
  readonly documents: readonly DocumentRef[];
  readonly tasks: readonly TaskView[];
  readonly receipts: readonly ReceiptView[];
  readonly commits: readonly { readonly sha: string; readonly subject: string }[];
  /** GET …/changes?what=merge has the diff; null when there is nothing to compare with. */
  readonly merge: MergeView | null;
}

/** One phase; a phase that ran again is one more. */
export interface PhaseTimeline {
  readonly run: string;
  /** Whose dispatches these are: the feature, or the idea it grew out of. GET /api/features/{repo}/{feature}/dispatches/{n} */
  readonly feature: string;
  readonly phase: string;
  readonly begin: string;
  /** Null while it is open. */
  readonly end: string | null;
  readonly outcome: string | null;
  readonly rounds: readonly { readonly round: number; readonly at: string }[];
  readonly dispatches: number;
  readonly notFresh: number;
  readonly cost: number | null;
  readonly freshCost: number | null;
  readonly lanes: readonly TimelineLane[];
}

export interface TimelineLane {
  readonly lane: string;
  readonly busyMs: number;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly step: string;
  /** Its number: GET …/dispatches/{n}; null of a check. */
  readonly dispatch: number | null;
  readonly begin: string;
  /** Null while it works. */
  readonly end: string | null;
  readonly round: number;
  /** `fresh`, `resume`, `fallback`, `repair`, `check`, … */
  readonly kind: string;
  readonly isFinal: boolean;
  readonly status: "completed" | "failed" | "interrupted" | "working";
  /** Of a reviewer or a check. */
  readonly verdict: "approved" | "refused" | "unreadable" | null;
  readonly blockers: number;
  readonly warnings: number;
  readonly suggestions: number;
  readonly activity: string | null;
  /** The title of a task, the name of a check, its first failure. */
  readonly about: string | null;
  readonly cost: number | null;
}

export interface RoundChange {
  readonly phase: string;
  /** `1` → `2`; 0 is the draft. */
  readonly fromRound: number;
  readonly toRound: number;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
}

export interface DocumentRef {
  /** `spec.md` */
  readonly name: string;
  readonly path: string;
  readonly lines: number;
  readonly phase: string;
  readonly outcome: string | null;
  readonly issues: readonly string[];
}

/** GET …/documents/{name} */
export interface DocumentView {
  readonly name: string;
  readonly path: string;
  /** Of which commit it is; null for the working tree. */
  readonly sha: string | null;
  readonly lines: number;
  readonly html: string;
  /** Characters that are left out because there are too many. */
  readonly more?: number;
  /** Below which line of the document each issue belongs; the html has `data-line` on its blocks. */
  readonly issues: readonly (IssueView & { readonly line: number | null })[];
}

export interface TaskView {
  readonly number: string;
  readonly title: string;
  readonly state: "done" | "now" | "to-come" | "skipped";
  readonly commit: string | null;
  readonly files: readonly string[];
  readonly dispatch: number | null;
}

export interface ReceiptView {
  readonly criterion: string;
  readonly state: "holds" | "fails" | "stale" | "none";
  readonly why: string | null;
  readonly tests: readonly string[];
  readonly at: string | null;
}

export interface MergeView {
  readonly base: string;
  readonly commits: number;
  /** Files of the project with their lines; iflow's own documents are counted apart. */
  readonly files: number;
  readonly documents: number;
  readonly added: number;
  readonly removed: number;
  /** Paths both sides changed in the same place. */
  readonly conflicts: readonly string[];
}
