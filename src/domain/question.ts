// What a run can wait for. A question has an id people type (`007.2`), options with one default, and one line in the
// YOLO table; a pause is a stop that the next `iflow continue` lifts.

export interface Option {
  /** What is typed: `pause`, `force-approve`. */
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface Question {
  readonly type: "question";
  /** Step name; unique in the run. */
  readonly name: string;
  /** Which question of the YOLO table this is. */
  readonly topic: string;
  /** Set by the run: `{feature number}.{n}`. */
  readonly id?: string;
  readonly text: string;
  readonly options: readonly Option[];
  /** Free text is taken as an answer too. */
  readonly freeText?: boolean;
  /** The option taken when the person just presses enter. */
  readonly default?: string;
}

export interface Pause {
  readonly type: "pause";
  readonly name: string;
  /** Which exit code the stop has. */
  readonly reason: "agent-unavailable" | "budget-reached" | "not-approved" | "blocked" | "git-failed" | "needs-answer";
  readonly text: string;
  readonly detail?: string;
  readonly fix: string;
}

export type Pending = Question | Pause;
