// What a review loop is about: the caller that starts it says what is reviewed, and how; and how a loop can end.

import type { Work } from "../../../domain/review/register/named-place.ts";
import type {
  CapAnswer,
  LoopOutcome,
  LoopPolicy,
  LoopState,
  Move,
  RoleIssue,
} from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { Seen } from "../../work/state/issue-register.ts";
import type { LastLooks } from "./changed-since.ts";
import type { RoundEnd } from "./review-round.ts";

export type ReviewMove = Extract<Move, { type: "review" }>;
export type CertifyMove = Extract<Move, { type: "certify" }>;
export type ReviseMove = Extract<Move, { type: "revise" }>;
export type CapMove = Extract<Move, { type: "ask-cap" }>;
export type Judged = Extract<RoundEnd, { type: "judged" }> & {
  readonly seen: Seen;
};

/** What every history entry contains, however it describes the round. */
export interface RoundEntry {
  readonly round: number;
  readonly changes: string | undefined;
  readonly markers: readonly string[];
  /** Ids, answers and ends of the issues that were open. */
  readonly register?: readonly string[];
}

/** What a loop is about. */
export interface Reviewed<Entry extends RoundEntry> {
  readonly loop: "review" | "handoff";
  readonly policy: LoopPolicy;
  /** Names used in a pause when no verdict came. */
  readonly reviewers: string;
  /** What each role would look at now. */
  views(): Readonly<Record<string, string>>;
  /** What the engine's own checks find in the text as it is now. */
  found?(): readonly RoleIssue[];
  /** `voided` when what was judged has changed meanwhile: the round is judged again. */
  review(
    move: ReviewMove | CertifyMove,
    state: LoopState,
    looks: LastLooks,
  ): Promise<(Judged | { readonly type: "voided" }) & { readonly state: LoopState }>;
  /** For an adjudicator. */
  disputed(): Promise<Work>;
  /** `before`: the entry of the same round, when some of its roles were asked again. */
  describe(move: ReviewMove, state: LoopState, judged: Judged, before: Entry | undefined): Entry;
  print(entry: Entry): string;
  revise(
    move: ReviseMove,
    state: LoopState,
  ): Promise<{ readonly summary: string; readonly markers: readonly string[] }>;
  /** Ids of issues that the person decided to leave and that still stand: no approval settles them. */
  leftByPerson?(): Promise<readonly string[]>;
  /** Returns once somebody, or a rule, has decided; until then the run waits in here. */
  atCap(cap: CapMove): Promise<CapEnd>;
}

export interface CapEnd {
  readonly answer: CapAnswer;
  readonly by: "person" | "rule";
  /** What the person wants the next loop to begin with. */
  readonly words?: string;
  /** What the engine's own check finds in a text that the person changed for the next loop. */
  readonly found?: readonly RoleIssue[];
}

export interface LoopEnd {
  readonly outcome: LoopOutcome;
  readonly rounds: number;
  readonly issues: readonly RoleIssue[];
  /** How the cap was settled, if it was reached. */
  readonly cap?: CapEnd;
}

/** A loop after which its phase can be completed. */
export interface SettledLoop extends LoopEnd {
  readonly outcome: "approved" | "accepted";
}

/** Roles in whose place fresh eyes look. */
export function certifiedIn(move: ReviewMove | CertifyMove): readonly RoleId[] {
  return (move.type === "certify" ? move.roles : move.fresh) as readonly RoleId[]; // the roster holds roles
}
