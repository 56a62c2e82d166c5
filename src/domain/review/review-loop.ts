// The review loop as pure functions: one machine for every roster, one reviewer or three. `nextMove` says what is due,
// the `apply…` functions say what an event means. No clock, no agent, no file; how a dispatch was sent never matters.
import type { Issue, Verdict } from "../roles/reply-shapes.ts";
import { isBlocking, isPass } from "./verdict.ts";

export interface LoopPolicy {
  readonly maxRounds: number;
  /** `none`: a document loop. `changed`: only roles that saw a change since their pass. `always`: all roles again. */
  readonly finalValidation: "none" | "changed" | "always";
  /** An approval by a role that had objected is confirmed by somebody who never saw its conversation. */
  readonly certify?: boolean;
}

/** A fingerprint of everything a role is shown; equal fingerprints mean the role could see no change. */
export type View = string;
export type Views = Readonly<Record<string, View>>;

export type Judgement =
  | { readonly role: string; readonly type: "verdict"; readonly verdict: Verdict }
  | { readonly role: string; readonly type: "invalid"; readonly problem: string };

export interface RoleState {
  readonly status: "pending" | "passed" | "failed" | "invalid";
  readonly issues: readonly Issue[];
  readonly passed?: { readonly round: number; readonly view: View };
  readonly invalidInARow: number;
  /** It has objected in this loop, so its approval is also about what it prescribed itself. */
  readonly hasObjected?: boolean;
  /** The view whose approval others have confirmed. */
  readonly certified?: View;
}

export interface LoopState {
  readonly policy: LoopPolicy;
  readonly roster: readonly string[];
  /** Rounds dispatched so far. */
  readonly round: number;
  readonly roles: Readonly<Record<string, RoleState>>;
  readonly views: Views;
  /** The last round was a final validation. */
  readonly final: boolean;
  /** A revision answered the issues of the last round. */
  readonly revised: boolean;
  /** Roles whose dispatch failed twice and that a person sent out again in the same round. */
  readonly repeat: readonly string[];
  /** What the engine's own checks still find in the text: blockers that no reviewer can wave through. */
  readonly found: readonly RoleIssue[];
  readonly ended?: CapAnswer;
}

export interface RoleIssue extends Issue {
  readonly reviewer: string;
  /** Given by the register (issue-register.ts). */
  readonly id?: string;
  /** What the author said to it: `fixed: …` or `not changed: …`. */
  readonly answer?: string;
  /** What the person or an adjudicator decided about it, for those who work on it. */
  readonly ruling?: string;
}

/**
 * What follows the cap. `accepted`: with the issues that are open. `again`: a new loop, which knows them. `abandoned`:
 * the phase ends without being completed. A stop is no answer: the run waits for one.
 */
export type CapAnswer = "accepted" | "again" | "abandoned";
export type LoopOutcome = "approved" | CapAnswer;

export interface SkippedRole {
  readonly role: string;
  readonly passedRound: number;
}

export type Move =
  | {
      readonly type: "review";
      readonly round: number;
      readonly roles: readonly string[];
      readonly skipped: readonly SkippedRole[];
      readonly final: boolean;
      /** Of these roles, those whose approval fresh eyes look at instead: one look does for both. */
      readonly fresh: readonly string[];
    }
  /** Part of the round that has just passed. */
  | { readonly type: "certify"; readonly round: number; readonly roles: readonly string[] }
  | { readonly type: "revise"; readonly round: number; readonly issues: readonly RoleIssue[] }
  | { readonly type: "ask-cap"; readonly round: number; readonly issues: readonly RoleIssue[] }
  | { readonly type: "stuck"; readonly round: number; readonly roles: readonly string[] }
  | {
      readonly type: "done";
      readonly outcome: LoopOutcome;
      readonly rounds: number;
      readonly issues: readonly RoleIssue[];
    };

export function startLoop(policy: LoopPolicy, views: Views, found: readonly RoleIssue[] = []): LoopState {
  const roster = Object.keys(views);
  const pending: RoleState = { status: "pending", issues: [], invalidInARow: 0 };
  const roles = Object.fromEntries(roster.map((role) => [role, pending]));
  return { policy, roster, round: 0, roles, views, final: false, revised: false, repeat: [], found };
}

export function nextMove(state: LoopState): Move {
  const { round, policy, roster, repeat } = state;
  if (state.ended) return done(state, state.ended);
  if (round === 0) return review(state, 1, roster, false);
  if (repeat.length > 0) return review(state, round, repeat, state.final);

  const stuck = roster.filter((role) => roleState(state, role).invalidInARow >= 2);
  if (stuck.length > 0) return { type: "stuck", round, roles: stuck };

  const open = roster.filter((role) => roleState(state, role).status !== "passed");
  const failed = open.filter((role) => roleState(state, role).status === "failed");
  if (open.length === 0) return state.found.length === 0 ? confirm(state) : repairFound(state);
  if (failed.length > 0 && !state.revised) return revise(state);
  // a reviewer has no valid verdict at the cap: the text was not judged, so the loop cannot end here
  if (round >= policy.maxRounds) return { type: "stuck", round, roles: open };
  return review(state, round + 1, open, false);
}

/** Every role has passed; approved unless a role could see a change since its pass. */
function confirm(state: LoopState): Move {
  const { policy, roster, round } = state;
  const owed = policy.finalValidation === "always" && !state.final ? roster : outdatedRoles(state);
  if (owed.length === 0) return certify(state) ?? done(state, "approved");
  if (round >= policy.maxRounds) return cap(state);
  return review(state, round + 1, owed, policy.finalValidation !== "none");
}

function certify(state: LoopState): Move | undefined {
  const { policy, roster, round, views } = state;
  const isOwed = ({ hasObjected, certified }: RoleState, view: View | undefined) => hasObjected && certified !== view;
  const roles = policy.certify ? roster.filter((role) => isOwed(roleState(state, role), views[role])) : [];
  return roles.length > 0 ? { type: "certify", round, roles } : undefined;
}

/** Every role has passed, but the engine's own checks have not. What a repair changed is judged again. */
function repairFound(state: LoopState): Move {
  const { policy, round } = state;
  if (!state.revised) return revise(state);
  const outdated = outdatedRoles(state);
  if (outdated.length === 0 || round >= policy.maxRounds) return cap(state);
  return review(state, round + 1, outdated, false);
}

function revise(state: LoopState): Move {
  const { policy, round } = state;
  return round >= policy.maxRounds ? cap(state) : { type: "revise", round, issues: openIssues(state) };
}

/** Roles that could see a change since they passed. */
function outdatedRoles(state: LoopState): string[] {
  return state.roster.filter((role) => roleState(state, role).passed?.view !== state.views[role]);
}

function cap(state: LoopState): Move {
  return { type: "ask-cap", round: state.round, issues: openIssues(state) };
}

function review(state: LoopState, round: number, roles: readonly string[], final: boolean): Move {
  const skipped = state.roster
    .filter((role) => !roles.includes(role))
    .flatMap((role) => {
      const { passed } = roleState(state, role);
      return passed ? [{ role, passedRound: passed.round }] : [];
    });
  const hasObjected = (role: string) => roleState(state, role).hasObjected === true;
  const fresh = state.policy.certify && final ? roles.filter(hasObjected) : [];
  return { type: "review", round, roles, skipped, final, fresh };
}

function done(state: LoopState, outcome: LoopOutcome): Move {
  return { type: "done", outcome, rounds: state.round, issues: openIssues(state) };
}

/** Issues of the roles that have not passed, in roster order, then what the engine found. */
function openIssues(state: LoopState): RoleIssue[] {
  const raised = state.roster.flatMap((role) => {
    const { status, issues } = roleState(state, role);
    // the register has put the name of whoever raised it there
    const raisedBy = (issue: Issue) => (typeof issue.reviewer === "string" ? issue.reviewer : role);
    return status === "failed" ? issues.map((issue) => ({ ...issue, reviewer: raisedBy(issue) })) : [];
  });
  return [...raised, ...state.found];
}

export function applyVerdicts(
  state: LoopState,
  move: Extract<Move, { type: "review" }>,
  judgements: readonly Judgement[],
): LoopState {
  const certified = (role: string, after: RoleState) =>
    move.fresh.includes(role) && after.status === "passed" ? { ...after, certified: viewOf(state, role) } : after;
  const judged = judgements.map((judgement) => {
    const { role } = judgement;
    return [role, certified(role, judge(state, move.round, judgement))] as const;
  });
  return {
    ...state,
    round: move.round,
    final: move.final,
    revised: false,
    repeat: [],
    roles: { ...state.roles, ...Object.fromEntries(judged) },
  };
}

function judge(state: LoopState, round: number, judgement: Judgement): RoleState {
  const { invalidInARow, hasObjected } = roleState(state, judgement.role);
  const known = hasObjected ? { hasObjected } : {};
  if (judgement.type === "invalid") {
    return { status: "invalid", issues: [], invalidInARow: invalidInARow + 1, ...known };
  }
  const { verdict } = judgement;
  if (!isPass(verdict)) return { status: "failed", issues: verdict.issues, invalidInARow: 0, hasObjected: true };
  const view = viewOf(state, judgement.role);
  return { status: "passed", issues: [], passed: { round, view }, invalidInARow: 0, ...known };
}

/** Fresh eyes have looked. What they object to is the role's own from here on; without a verdict they are asked again. */
export function applyCertification(state: LoopState, judgements: readonly Judgement[]): LoopState {
  const judged = judgements.map((judgement) => {
    const before = roleState(state, judgement.role);
    if (judgement.type === "invalid")
      return [judgement.role, { ...before, invalidInARow: before.invalidInARow + 1 }] as const;
    const after = judge(state, state.round, judgement);
    const certified = viewOf(state, judgement.role);
    return [judgement.role, after.status === "passed" ? { ...before, invalidInARow: 0, certified } : after] as const;
  });
  return { ...state, revised: false, roles: { ...state.roles, ...Object.fromEntries(judged) } };
}

/** The author or fixer answered the issues; `views` is what the roles are shown from now on. */
export function applyRevision(state: LoopState, views: Views, found: readonly RoleIssue[] = []): LoopState {
  return { ...applyForeignChange(state, views, found), revised: true };
}

/** Someone changed the text in the middle of a round; the round is judged again on the current text. */
export function applyForeignChange(state: LoopState, views: Views, found = state.found): LoopState {
  return { ...state, views: { ...state.views, ...views }, found };
}

/** A person lets roles that failed twice try again in the same round; for one that has passed, fresh eyes are tried again. */
export function applyRetry(state: LoopState, roles: readonly string[]): LoopState {
  const again = roles.map((role) => [role, { ...roleState(state, role), invalidInARow: 0 }] as const);
  const repeat = roles.filter((role) => roleState(state, role).status !== "passed");
  return { ...state, roles: { ...state.roles, ...Object.fromEntries(again) }, repeat };
}

/** Disputes were ruled: issues are gone, or replaced by what is to be done instead. A role left with none has passed. */
export function applyRulings(state: LoopState, ruled: ReadonlyMap<string, RoleIssue | undefined>): LoopState {
  const roles = state.roster.map((role) => {
    const before = roleState(state, role);
    if (before.status !== "failed") return [role, before] as const;
    const issues = before.issues.flatMap((issue) => {
      const id = typeof issue.id === "string" ? issue.id : "";
      return ruled.has(id) ? (ruled.get(id) ?? []) : issue;
    });
    const passed = { round: state.round, view: viewOf(state, role) };
    const isFree = issues.length < before.issues.length && !issues.some(isBlocking);
    return [
      role,
      isFree ? { ...before, status: "passed" as const, issues: [], passed } : { ...before, issues },
    ] as const;
  });
  return { ...state, roles: Object.fromEntries(roles) };
}

export function applyCap(state: LoopState, answer: CapAnswer): LoopState {
  return { ...state, ended: answer };
}

export function roleState(state: LoopState, role: string): RoleState {
  const found = state.roles[role];
  if (!found) throw new Error(`"${role}" is not in the roster`);
  return found;
}

/** Every role of the roster has one; the empty one is for the type alone. */
function viewOf(state: LoopState, role: string): View {
  return state.views[role] ?? "";
}
