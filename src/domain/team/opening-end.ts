// How one opening of a job ended, as far as its worker knows: what the process said, and where the feature stands now.
import type { Pending } from "../run/questions/question.ts";

export interface OpeningEnd {
  /** `ended`: the process ended by itself; `killed`: by a signal that was not ours; `given-up`: by us. */
  readonly how: "ended" | "killed" | "given-up";
  readonly exit: number | null;
  /** What it said last, in words for people, and the code of its error. */
  readonly said: string | undefined;
  readonly code?: string | undefined;
  readonly stands: FeatureStands;
}

export interface FeatureStands {
  /** What its open run waits for; empty when no run is open. */
  readonly pendings: readonly Pending[];
  readonly isRunOpen: boolean;
  readonly lastCompleted: string | undefined;
  readonly isCompleted: boolean;
  /** Steps and questions of all its runs: an opening that leaves as many has done nothing. */
  readonly records: number;
}
