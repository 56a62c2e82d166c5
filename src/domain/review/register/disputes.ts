// Disputes: an author may answer an issue with `not changed` and a reason, and its reviewer may insist. Who insists twice has
// had its say and the author its own: then somebody else rules, and what was ruled is not raised again.

import type { Issue } from "../../roles/reply-shapes.ts";
import { oneLine } from "../../text/one-line.ts";
import type { RoleIssue } from "../review-loop.ts";
import { isBlocking } from "../verdict.ts";
import { isSame, type Register, type RegisteredIssue } from "./issue-register.ts";
import { issueLocation } from "./issue-text.ts";
import { isSameIssue, wordsOfIssue } from "./same-issue.ts";

/** So often a reviewer may keep an issue open against a reason before somebody else rules. */
const MOST_INSISTENCE = 2;

/** What was decided about a dispute. `own-words`: the person wants something else instead. */
export const RULINGS = ["fix", "drop", "own-words"] as const;
export type RulingKind = (typeof RULINGS)[number];

export interface Ruling {
  readonly id: string;
  readonly kind: RulingKind;
  readonly by: "person" | "adjudicator";
  readonly why: string;
}

/**
 * Its reviewer has judged: an issue that is still open against the author's reason is insisted on. Without a place it stays
 * open, and nobody is asked to rule on a mere repetition. `isPlaced` is said of what reviewers raise alone: what tests have
 * shown, or the person has asked for, is not theirs to locate.
 */
export function withInsistence(one: RegisteredIssue, isPlaced = true): RegisteredIssue {
  if (!one.disputed) return one;
  const { unplaced: _, ...judged } = { ...one, disputed: false, insisted: one.insisted ?? 0 };
  if (one.end !== "open") return judged;
  if (!isPlaced && one.source === "reviewer") return { ...judged, unplaced: true };
  return { ...judged, insisted: judged.insisted + 1 };
}

/**
 * What holds the loop up and cannot be settled between its reviewer and the author. What the engine finds is not among it:
 * it would find it again, whatever was ruled.
 */
export function disputesIn(register: Register, loop: string): Register {
  return register.filter((one) => one.loop === loop && one.source !== "engine" && isDisputed(one));
}

export function isDisputed(one: RegisteredIssue): boolean {
  return one.end === "open" && isBlocking(one) && (one.insisted ?? 0) >= MOST_INSISTENCE;
}

/** A model is no judge of what tests have shown, or what the person has asked for. */
export function mayAdjudicate({ source }: RegisteredIssue): boolean {
  return source === "reviewer";
}

/** `by` and `why` are for everybody who works or judges later. */
export function withRuling(register: Register, { id, kind, by, why }: Ruling): Register {
  const who = by === "person" ? "the person" : "the adjudicator";
  const reason = why === "" ? "" : `: ${oneLine(why)}`;
  const about = ruledWith(register, id);
  return register.map((one) => {
    if (!about.includes(one.id)) return one;
    if (kind === "fix") return { ...one, insisted: 0, ruling: `to be fixed, by ${who}${reason}` };
    const ended = { ...one, end: "ruled" as const, inferred: false, ruledBy: by };
    return { ...ended, ruling: `${kind === "drop" ? "dropped" : "decided otherwise"} by ${who}${reason}` };
  });
}

/**
 * The issue itself, and those that say the same word for word, of its reviewer, or of another one about the same place: one
 * ruling is about all of them.
 */
export function ruledWith(register: Register, id: string): string[] {
  const ruled = register.find((one) => one.id === id);
  if (!ruled) return [];
  const isAbout = (one: RegisteredIssue) =>
    one.end === "open" &&
    one.loop === ruled.loop &&
    one.source === ruled.source &&
    one.description === ruled.description &&
    (one.reviewer === ruled.reviewer || issueLocation(one) === issueLocation(ruled));
  return register.filter((one) => one.id === id || isAbout(one)).map((one) => one.id);
}

/** One of each group that a single ruling is about: nobody is asked the same twice. */
export function withoutRepeats(disputes: Register): Register {
  return disputes.filter(
    (one, index) => !disputes.slice(0, index).some(({ id }) => ruledWith(disputes, id).includes(one.id)),
  );
}

/** The id of the ruled issue that this one says again. Of another role's issue only the same words or place will do. */
export function ruledBefore(register: Register, role: string, raised: Issue): string | undefined {
  const issue: RoleIssue = { ...raised, reviewer: role };
  const words = wordsOfIssue(issue);
  const isAgain = (one: RegisteredIssue) => {
    const before = wordsOfIssue(one);
    if (isSame(one, issue, before, words) || one.description === issue.description) return true;
    const place = issueLocation(one);
    return place !== undefined && place === issueLocation(issue) && isSameIssue(before, words);
  };
  return register.find((one) => one.end === "ruled" && isAgain(one))?.id;
}

/** For the history: who ruled on a dispute, and how. */
export function ruledMarker({ id, kind, by, why }: Ruling): string {
  const words = { fix: "to be fixed", drop: "dropped", "own-words": "decided otherwise" }[kind];
  return `RULED: ${id} ${words} by the ${by}${why === "" ? "" : ` — ${oneLine(why)}`}`;
}

/** `RULED-CLOSED` lines are contract: one line each, in the round in which it was raised again. */
export function ruledClosed(role: string, id: string): string {
  return `RULED-CLOSED: ${role} ${id}`;
}
