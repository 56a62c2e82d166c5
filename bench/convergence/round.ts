// One round of a review loop, as an entry of the history tells it. Histories of other tools are read too: a round may list
// its issues, or only say in its decision how many there were, or say nothing but yes or no.
import type { HistoryEntry } from "../../src/domain/review/history/parse-review-history.ts";
import type { RoleIssue } from "../../src/domain/review/review-loop.ts";
import { issueOf } from "./issue-of.ts";

export interface Round {
  /** The number in its heading, if it has one. */
  readonly number: number | null;
  /** Asks every reviewer again, whatever was approved before. */
  readonly isFinal: boolean;
  readonly reviewers: readonly string[];
  readonly issues: readonly RoleIssue[];
  /** As listed, or as the decision says where it says more. */
  readonly blockers: number;
  readonly warnings: number;
  /** False: it was not approved, and nobody wrote down why. */
  readonly isKnown: boolean;
}

/** Undefined: the entry holds no verdict, as a person's request or a list of fixes. */
export function roundOf(entry: HistoryEntry): Round | undefined {
  if (entry.loop === "request" || entry.loop === "cap") return undefined;
  if (entry.loop === null && entry.iteration === null && !/review/i.test(entry.heading)) return undefined;
  const judged = entry.reviewers.filter(
    ({ reviewer, decision }) => /review/i.test(reviewer) && !/^skip/i.test(decision),
  );
  const decisions = [...(entry.decision === null ? [] : [entry.decision]), ...judged.map(({ decision }) => decision)];
  const issues = entry.issues.flatMap((issue) => issueOf(issue) ?? []);
  if (decisions.length === 0 && issues.length === 0) return undefined;

  const refused = decisions.filter((decision) => !APPROVAL.test(decision));
  const isApproved = decisions.length > 0 && refused.length === 0;
  const blockers = Math.max(count(issues, "blocker"), said(refused, "blocker"));
  const warnings = Math.max(count(issues, "warning"), said(refused, "warning"));
  // a list of nothing but notes is an answer; one whose labels nobody knows is none
  const isKnown = isApproved || blockers + warnings > 0 || entry.issues.some(({ severity }) => severity !== null);
  const reviewers = entry.reviewer === null ? judged.map(({ reviewer }) => reviewer) : [entry.reviewer];
  return { number: entry.iteration, isFinal: entry.final, reviewers, issues, blockers, warnings, isKnown };
}

const APPROVAL = /^\W*(?:approved?|pass(?:ed)?|compliant|accepted|clean|not run)\b/i;

function count(issues: readonly RoleIssue[], severity: string): number {
  return issues.filter((issue) => issue.severity === severity).length;
}

/** `Needs Revision (2 blockers, 1 warning)`. */
function said(decisions: readonly string[], severity: "blocker" | "warning"): number {
  const pattern = new RegExp(`\\b(\\d{1,3}) ${severity}s?\\b`, "i");
  return decisions.reduce((sum, decision) => sum + Number(pattern.exec(decision)?.[1] ?? 0), 0);
}
