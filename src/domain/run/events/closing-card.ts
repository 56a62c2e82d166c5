// What a person wants to know when their feature is done: what was built, what the reviewers caught on the way, what it
// took, what was learned and where to look. Facts only; a front end finds the words.
import { addUp } from "../../billing/bill.ts";
import type { LedgerLine } from "../../billing/ledger.ts";
import { workedTime } from "../../billing/worked-time.ts";
import { type DepthState, depthState } from "../../feature/depth.ts";
import type { FeatureMeta } from "../../feature/meta/feature-meta.ts";
import { PHASES } from "../../feature/phase.ts";
import type { KnownIssue } from "../../review/history/issues-of-history.ts";
import { roundsTaken } from "../../review/rounds-taken.ts";
import { ROLES } from "../../roles/role.ts";
import { agentName } from "./work-words.ts";

export interface ClosingCard {
  readonly feature: string;
  /** The sentence it began with. */
  readonly idea: string;
  readonly end:
    | {
        readonly type: "merged";
        readonly base: string;
        readonly commit: string;
        /** Of a squash: the ref that keeps the single commits. */
        readonly commits?: string;
      }
    | { readonly type: "pull-request"; readonly base: string; readonly url: string };
  readonly built: Built;
  readonly caught: {
    readonly blockers: number;
    readonly warnings: number;
    /** By who raised them, most first. */
    readonly kinds: readonly { readonly kind: string; readonly blockers: number; readonly warnings: number }[];
    /** The first blockers, in the reviewers' words. */
    readonly examples: readonly { readonly text: string; readonly kind: string }[];
  };
  /** Null for a feature that was always at full depth. */
  readonly depth: DepthState | null;
  /** Of reviews, by phase; only phases that were reviewed. */
  readonly rounds: readonly { readonly phase: string; readonly rounds: number }[];
  readonly took: {
    readonly milliseconds: number;
    readonly dispatches: number;
    readonly cost: number | null;
    /** How many dispatches have no known price and are not in `cost`. */
    readonly unpriced: number;
    readonly estimated: boolean;
  };
  /** `3 added`: changes of the knowledge bank; empty when there were none. */
  readonly learned: string;
}

export interface Built {
  /** Null without a task list. */
  readonly tasks: number | null;
  readonly commits: number;
  /** Of the project; the feature's own documents do not count. */
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

export interface CardFacts extends Pick<ClosingCard, "feature" | "idea" | "end" | "built" | "learned"> {
  readonly issues: readonly KnownIssue[];
  readonly meta: Pick<FeatureMeta, "phases" | "depth">;
  readonly spending: readonly LedgerLine[];
  /** Of the brainstorm it grew out of; none otherwise. */
  readonly prdRounds?: number;
}

const EXAMPLES = 4;

export function closingCard({ issues, meta, spending, prdRounds = 0, ...facts }: CardFacts): ClosingCard {
  const { dispatches, cost, unpriced, usage } = addUp(spending);
  const blockers = issues.filter(({ severity }) => severity === "blocker");
  const warnings = issues.filter(({ severity }) => severity === "warning");
  return {
    ...facts,
    caught: {
      ...{ blockers: blockers.length, warnings: warnings.length, kinds: kindsOf(blockers, warnings) },
      examples: blockers.slice(0, EXAMPLES).map((issue) => ({ text: wordsOf(issue), kind: kindOf(issue) })),
    },
    depth: depthState(meta.depth),
    rounds: PHASES.flatMap((phase) => {
      const rounds = phase === "brainstorm" ? prdRounds : roundsOf(meta, phase);
      return rounds === 0 ? [] : [{ phase, rounds }];
    }),
    took: { milliseconds: workedTime(spending), dispatches, cost, unpriced, estimated: usage.estimated },
  };
}

function kindsOf(blockers: readonly KnownIssue[], warnings: readonly KnownIssue[]): ClosingCard["caught"]["kinds"] {
  const kinds = [...new Set([...blockers, ...warnings].map(kindOf))];
  const countOf = (issues: readonly KnownIssue[], kind: string) => issues.filter((one) => kindOf(one) === kind).length;
  return kinds
    .map((kind) => ({ kind, blockers: countOf(blockers, kind), warnings: countOf(warnings, kind) }))
    .sort((one, other) => other.blockers - one.blockers || other.warnings - one.warnings);
}

/** An id begins with the short name of who raised it: `SEC1.2`. */
function kindOf({ id }: Pick<KnownIssue, "id">): string {
  const short = /^[A-Z]+/.exec(id)?.[0] ?? "";
  const role = ROLES.find((one) => one.short === short);
  if (role) return agentName(role.id).replace(/ reviewer$/, "");
  return OTHERS[short] ?? "review";
}

const OTHERS: Readonly<Record<string, string>> = { ENG: "format", YOU: "you", TEST: "tests" };

/** The issue without its category, its place and the author's answer. */
function wordsOf({ raised }: Pick<KnownIssue, "raised">): string {
  const [issue = ""] = raised.split(" → ");
  return issue.replace(/^\[[^\]]*\] /, "").replace(/ \(at: .*\)$/, "");
}

/** As the end of each phase counted them. implement has one loop. */
function roundsOf({ phases }: Pick<FeatureMeta, "phases">, phase: string): number {
  if (phase === "finish") return 0;
  const { iterations, phaseReview } = (phases?.[phase] ?? {}) as PhaseRecord;
  return roundsTaken({ rounds: iterations ?? 0 }, { rounds: phaseReview?.iterations ?? 0 });
}

interface PhaseRecord {
  readonly iterations?: number | null;
  readonly phaseReview?: { readonly iterations?: number } | null;
}
