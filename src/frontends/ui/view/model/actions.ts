// What the page can do, and what it is told. Every action is that of a command: its errors are those of the command.
import type { AnswerResult, ContinueBody } from "./inbox.ts";
import type { NewFeatureBody, StartedResult } from "./new-feature.ts";

export interface Bodies {
  readonly create: NewFeatureBody;
  readonly answer: AnswerBody;
  readonly skip: SkipBody;
  readonly continue: ContinueBody;
  readonly stop: StopBody;
  readonly finish: FinishBody;
  readonly abandon: AbandonBody;
}

export interface ActResults {
  readonly create: StartedResult;
  readonly answer: AnswerResult;
  readonly skip: SkipResult;
  readonly continue: StartedResult;
  readonly stop: StopResult;
  readonly finish: StartedResult;
  readonly abandon: AbandonResult;
}

export interface AnswerBody {
  /** `003.7` */
  readonly id: string;
  /** The value of an option, or the person's own words where the question takes them. */
  readonly answer: string;
}

/** All questions of the run at once: `canSkip` of their cards. */
export interface SkipBody {
  /** One of them: whoever sees other questions by now skips nothing. */
  readonly id: string;
}

export interface SkipResult {
  readonly skipped: readonly string[];
  readonly run: AnswerResult["run"];
  readonly problem: AnswerResult["problem"];
}

export interface StopBody {
  /** At once instead of at the next safe point: what works now is begun again later. */
  readonly now?: boolean;
}

export interface StopResult {
  /** `asked`: it ends at its next safe point, the stream tells when; `unreached`: its process does not react. */
  readonly how: "asked" | "stopped" | "over" | "unreached" | "nothing-runs";
}

export interface FinishBody {
  /** Without it the run asks how it should end. */
  readonly how?: "merge" | "squash" | "pull-request";
}

/** Branch and files are kept. */
export interface AbandonBody {
  /** The key once more, as the person was shown it. */
  readonly confirm: string;
}

export interface AbandonResult {
  readonly endedRuns: readonly string[];
}
