// The inbox: what waits for the person, what runs meanwhile, what ended since they last looked.
import type { DiffView, FeatureRef, IssueView, LaneView, PageHead, Problem } from "./common.ts";

export interface InboxView extends PageHead {
  /** Oldest first: new ones come below. */
  readonly questions: readonly QuestionCard[];
  readonly pauses: readonly PauseCard[];
  /** Budgets that are reached, or more than four fifths spent. */
  readonly budgets: readonly BudgetNote[];
  readonly running: readonly RunningFeature[];
  /** Newest first; those after `since`, the time of the person's last look, or of the last three days. */
  readonly ended: readonly EndedItem[];
  /** Of the last day, newest first. */
  readonly answered: readonly AnsweredItem[];
  /** What was begun from a page and ended before a run told anything, newest first; of this server's life only. */
  readonly failedStarts: readonly FailedStart[];
}

export interface FailedStart {
  readonly repo: string;
  /** Null of an idea. */
  readonly feature: FeatureRef | null;
  /** As it would be typed. */
  readonly command: string;
  readonly at: string;
  readonly problem: Problem;
}

export interface OptionView {
  readonly value: string;
  readonly label: string;
  readonly hint: string | null;
  /** What the engine takes when the person just presses enter. */
  readonly isDefault: boolean;
}

export interface QuestionCard {
  readonly feature: FeatureRef;
  /** `003.7` */
  readonly id: string;
  readonly topic: string;
  readonly phase: string;
  readonly round: number | null;
  readonly since: string;
  readonly text: string;
  /** What it is about, in lines. */
  readonly detail: string | null;
  readonly options: readonly OptionView[];
  /** Own words are accepted. */
  readonly freeText: boolean;
  /** All questions of this run can be left unanswered at once: POST …/skip. */
  readonly canSkip: boolean;
  /** Where only the user of a host can answer: how. */
  readonly elsewhere: string | null;
  /** Open ones of its phase. */
  readonly issues: readonly IssueView[];
  /** The last words of both sides. */
  readonly voices: readonly { readonly who: string; readonly when: string; readonly text: string }[];
  /** The document it is about: GET …/documents/{name}. */
  readonly document: { readonly name: string; readonly path: string } | null;
  /** What the last revision changed, or all that would be merged. */
  readonly diff: DiffView | null;
  /** Short facts: `11 commits, 8 files`, `$4.12 of $8.00`. */
  readonly facts: readonly { readonly mark: "good" | "warn" | "plain"; readonly text: string }[];
}

export interface PauseCard {
  readonly feature: FeatureRef;
  readonly phase: string;
  readonly since: string;
  readonly reason: string;
  readonly text: string;
  readonly detail: string | null;
  /** What to do, as it is typed. */
  readonly fix: string;
  /** When its cause is gone by itself. */
  readonly until: string | null;
  /** Somebody must decide before it continues. */
  readonly hard: boolean;
  /** What the page offers: POST …/continue with these. */
  readonly actions: readonly PauseAction[];
}

export interface PauseAction {
  readonly label: string;
  readonly body: ContinueBody;
  /** The person has to name an amount: `maxCost`, `maxDispatches`. */
  readonly needs: "maxCost" | "maxDispatches" | null;
}

/** POST …/continue */
export interface ContinueBody {
  readonly maxCost?: number;
  readonly maxDispatches?: number;
  readonly runtime?: string;
}

export interface BudgetNote {
  readonly feature: FeatureRef;
  readonly spent: number;
  readonly budget: number;
  readonly isReached: boolean;
}

export interface RunningFeature {
  readonly feature: FeatureRef;
  readonly phase: string;
  readonly round: number | null;
  readonly lanes: readonly LaneView[];
  /** Its process is gone and has not ended it: POST …/continue. */
  readonly isLeft: boolean;
}

export interface EndedItem {
  readonly feature: FeatureRef;
  readonly phase: string;
  readonly at: string;
  /** `approved`, `accepted`, `completed` of a phase; `merged`, `pull-request`, `abandoned` of a feature. */
  readonly outcome: string;
  readonly rounds: number | null;
  readonly cost: number | null;
  readonly sha: string | null;
}

export interface AnsweredItem {
  readonly feature: FeatureRef;
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly answer: string;
  /** That of the option, as the person saw it; missing for their own words. */
  readonly label?: string;
  readonly waitedMs: number;
  /** `--yolo` gave it. */
  readonly yolo: boolean;
}

/** POST …/answer: the first answer stands, so one that came from elsewhere meanwhile is no error. */
export interface AnswerResult {
  readonly id: string;
  /** The answer that stands. */
  readonly answer: string;
  /** False when it was answered elsewhere before. */
  readonly stored: boolean;
  /** How the run goes on: by a process that has it, by one that was started now, after further answers, not by itself, or not at all. */
  readonly run: "elsewhere" | "started" | "waits" | "left" | "over";
  /** Why it was not started. */
  readonly problem: Problem | null;
}
