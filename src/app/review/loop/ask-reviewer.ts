// Asks a reviewer until it has a judgement: a verdict, or the reason why there is none this round.
import { confirmsReads, type Outcome } from "../../../domain/billing/outcome.ts";
import type { Prompt } from "../../../domain/prompts/prompt.ts";
import { repairPrompt } from "../../../domain/prompts/review-prompt.ts";
import { saysWhatItVerified } from "../../../domain/review/contract-lines.ts";
import {
  lazyLoadWarning,
  resumeFallback,
  selfReported,
  verificationWarning,
} from "../../../domain/review/history/review-history.ts";
import type { Judgement } from "../../../domain/review/review-loop.ts";
import { isPass, readVerdict } from "../../../domain/review/verdict.ts";
import { replyMark, verdictSchemaOf } from "../../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../../domain/roles/role.ts";
import type { Asked, Sending, SettledResult } from "../../dispatch/ask.ts";
import { outcomeOf } from "../../dispatch/outcome-files.ts";
import { fallbackAfter, rememberSession } from "../../dispatch/session-plan.ts";
import { canTrustSessions } from "../../dispatch/session-trust.ts";
import type { Dispatch } from "../../work/given/dispatch-request.ts";
import { abilitiesFor } from "../../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";

/** What a round sends; provided by the loop, which knows the documents. */
export interface RoundPrompts {
  fresh(role: RoleId, fallback: boolean): Promise<Prompt>;
  /** The delta since this role's own last look. */
  resumed(role: RoleId, final: boolean): Promise<Prompt>;
  readonly requiredPaths: (role: RoleId) => readonly string[];
  readonly requiredChars: (role: RoleId) => number;
  /** A fresh agent finds everything on the trunk, so a later round may fork from the trunk. */
  readonly canFork?: boolean;
  /** For eyes that know nothing of the loop but its rulings. */
  certify(role: RoleId): Promise<Prompt>;
}

export interface Round {
  readonly number: number;
  readonly activity: "review" | "handoff";
  readonly roles: readonly RoleId[];
  readonly final: boolean;
  readonly reopened: boolean;
  /** Of these roles, those in whose place fresh eyes look at what they have approved. */
  readonly certified: readonly RoleId[];
}

/** What a round finds out besides verdicts. */
export interface RoundNotes {
  readonly markers: { readonly role: RoleId; readonly line: string }[];
  at: string;
}

/** One reviewer in one round. */
export interface Reviewing {
  readonly round: Round;
  readonly prompts: RoundPrompts;
  readonly notes: RoundNotes;
  readonly role: RoleId;
}

export function askedReviewer(phase: PhaseRun, reviewing: Reviewing, first: Sending): Asked<Judgement> {
  const { round, prompts, role } = reviewing;
  const certifies = round.certified.includes(role);
  let sending = first;
  return {
    ...{ role, round: round.number, segment: certifies ? `${role}@certify` : role, writes: [] },
    activity: certifies ? "certify" : round.activity,
    requiredPaths: prompts.requiredPaths(role),
    requiredChars: prompts.requiredChars(role),
    plan: async () => sending,
    settle: async (result, dispatch) => {
      const next = await settle(phase, reviewing, sending, result, dispatch);
      if ("type" in next) return next;
      sending = next;
      return undefined;
    },
  };
}

/** A judgement, or what to send next. */
async function settle(
  phase: PhaseRun,
  reviewing: Reviewing,
  sent: Sending,
  result: SettledResult,
  dispatch: Dispatch,
): Promise<Sending | Judgement> {
  const { round, prompts, notes, role } = reviewing;
  if (result.status === "interrupted") {
    if (sent.session === undefined || abilitiesFor(phase, role).rewind) return sent;
    const prompt = await prompts.fresh(role, false);
    return { kind: "fresh", reason: "interrupted", prompt, session: undefined };
  }
  const outcome = await outcomeOf(phase, result.file);
  if (outcome.at > notes.at) notes.at = outcome.at;
  const note = (line: string) => notes.markers.push({ role, line });
  if (result.status === "failed") {
    if (sent.kind !== "resume" && sent.kind !== "final") {
      if (outcome.selfReported) note(noteSelfReported(phase, role, round));
      return invalid(phase, role, outcome.error ?? "failed");
    }
    const { plan, why } = fallbackAfter(outcome);
    note(resumeFallback(role, round.number, why));
    return { ...plan, prompt: await prompts.fresh(role, true), session: undefined };
  }
  const remember = () => rememberSession(phase, dispatch, { requiredChars: prompts.requiredChars(role) }, outcome);
  const certifies = round.certified.includes(role);
  if (!certifies) remember();
  if (sent.kind === "fresh" || sent.kind === "fallback") {
    if (!confirmsReads(outcome, prompts.requiredPaths(role))) note(lazyLoadWarning(role));
    if (roleOf(role).web && !saysWhatItVerified(outcome.reply)) note(verificationWarning(role));
  }
  const reading = readVerdict(outcome.reply, verdictSchemaOf(role), replyMark(role));
  // fresh eyes that object are the reviewer from here on; those that do not leave its session as it is
  if (certifies && reading.ok && !isPass(reading.value)) remember();
  if (reading.ok && outcome.selfReported) note(noteSelfReported(phase, role, round));
  if (reading.ok) return { role, type: "verdict", verdict: reading.value };
  if (sent.kind === "repair") return invalid(phase, role, reading.problem);
  return repair(phase, role, outcome, reading.problem);
}

/** The reviewer's own session puts the answer into form; if it cannot be resumed, a new agent is shown the answer. */
async function repair(phase: PhaseRun, role: RoleId, { session, reply }: Outcome, problem: string): Promise<Sending> {
  const again = { kind: "repair", reason: "repair" } as const;
  if (session !== null && (await canTrustSessions(phase, role)))
    return { ...again, prompt: repairPrompt(role, problem), session };
  return { ...again, prompt: repairPrompt(role, problem, reply), session: undefined };
}

/** Notes a verdict that rests on the host's word, or the host's word that there is none. */
function noteSelfReported(phase: Parts<"host">, role: RoleId, { number }: Round): string {
  phase.host.noteSelfReported(role);
  return selfReported(role, number);
}

function invalid(phase: Parts<"sessions">, role: RoleId, problem: string): Judgement {
  phase.sessions.requireFresh([role], "invalid-reply");
  return { role, type: "invalid", problem };
}
