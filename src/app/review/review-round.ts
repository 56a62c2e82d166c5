// One round of reviews: every role of the round is planned and dispatched side by side, then asked again where the
// dispatch was cut off, the resume failed or the answer could not be read, until each role has a judgement.
import { confirmsReads, type Outcome } from "../../domain/billing/outcome.ts";
import type { CostEstimate } from "../../domain/dispatch/dispatch-cost.ts";
import { type Plan, planDispatch, rememberDispatch, type SessionEntry } from "../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { repairPrompt } from "../../domain/prompts/review-prompt.ts";
import {
  lazyLoadWarning,
  resumeFallback,
  saysWhatItVerified,
  selfReported,
  verificationWarning,
} from "../../domain/review/review-history.ts";
import type { Judgement } from "../../domain/review/review-loop.ts";
import { readReply } from "../../domain/review/verdict.ts";
import { replyMark, verdictSchemaOf } from "../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import { fallbackError } from "../dispatch/ask-author.ts";
import { sendAll } from "../dispatch/dispatch.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { hostMarkers } from "../dispatch/host-markers.ts";
import { outcomeOf } from "../dispatch/outcome-files.ts";
import { canReturn, meetGate, sessionMode } from "../dispatch/session-trust.ts";
import { expectCosts, noteSession, resumesCold, sessionTokens } from "../economy/expected-cost.ts";
import { staggeredStarts } from "../economy/staggered-start.ts";
import { contextMode } from "../work/context-mode.ts";
import type { Dispatch, Start } from "../work/dispatch-request.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { abilitiesFor, runtimeKey } from "../work/role-agents.ts";

/** What a round sends; written by the loop that knows the documents. */
export interface RoundPrompts {
  fresh(role: RoleId, fallback: boolean): Promise<Prompt>;
  /** The delta since this role's own last look. */
  resumed(role: RoleId, final: boolean): Promise<Prompt>;
  readonly requiredPaths: (role: RoleId) => readonly string[];
  readonly requiredChars: (role: RoleId) => number;
  /** Who begins afresh finds everything on the trunk, so a later round may fork from it. */
  readonly canFork?: boolean;
}

export interface Round {
  readonly number: number;
  readonly activity: "review" | "gate";
  readonly roles: readonly RoleId[];
  readonly final: boolean;
  readonly reopened: boolean;
}

export type RoundEnd =
  | {
      readonly type: "judged";
      readonly judgements: readonly Judgement[];
      readonly markers: readonly string[];
      /** When the last answer of the round came. */
      readonly at: string;
    }
  | {
      readonly type: "foreign";
      readonly step: string;
      readonly seen: Extract<DispatchResult, { status: "foreign" }>["seen"];
    };

interface RoundNotes {
  readonly markers: { readonly role: RoleId; readonly line: string }[];
  at: string;
}

interface Task {
  readonly role: RoleId;
  readonly plan: Plan | { readonly kind: "repair"; readonly reason: "repair" };
  readonly prompt: Prompt;
  readonly session: string | undefined;
}

export async function judgeRound(phase: PhaseRun, round: Round, prompts: RoundPrompts): Promise<RoundEnd> {
  const judgements = new Map<RoleId, Judgement>();
  const notes: RoundNotes = { markers: [], at: "" };
  for (const role of round.roles) if (sessionOf(phase, role)) await meetGate(phase, role);
  const sessions = await Promise.all(round.roles.map((role) => openSession(phase, round, prompts, role)));
  const costs = await expectCosts(phase, { round: round.number, segment: `${round.activity}-cost` }, sessions);
  let open = await Promise.all(sessions.map((session) => firstTask(phase, round, prompts, session, costs)));
  while (open.length > 0) {
    const starts = staggeredStarts(open.length, contextMode(phase) === "trunk");
    const dispatches = open.map((task, index) => toOrder(phase, round, prompts, task, starts[index]));
    const results = await sendAll(phase, dispatches);
    const again: Task[] = [];
    for (const [index, task] of open.entries()) {
      const result = results[index] as DispatchResult; // one result an order
      if (result.status === "foreign")
        return { type: "foreign", step: dispatches[index]?.step ?? "", seen: result.seen };
      const next = await settle(phase, round, prompts, task, result, notes);
      if ("type" in next) judgements.set(task.role, next);
      else again.push(next);
    }
    open = again;
  }
  return {
    type: "judged",
    judgements: round.roles.flatMap((role) => judgements.get(role) ?? []),
    // what the host tried first; then by role: which of them had to be asked again must not show in their order
    markers: [
      ...hostMarkers(phase),
      ...round.roles.flatMap((role) => notes.markers.filter((marker) => marker.role === role).map(({ line }) => line)),
    ],
    at: notes.at,
  };
}

/** A role, and what resuming it would mean. */
interface OpenSession {
  readonly role: RoleId;
  readonly entry: SessionEntry | undefined;
  readonly resumed: Prompt | undefined;
  readonly resumedChars: number;
  readonly canFork: boolean;
}

async function openSession(phase: PhaseRun, round: Round, prompts: RoundPrompts, role: RoleId): Promise<OpenSession> {
  const entry = sessionOf(phase, role);
  const resumed = entry ? await prompts.resumed(role, round.final) : undefined;
  return { role, entry, resumed, resumedChars: resumed?.text.length ?? 0, canFork: prompts.canFork ?? false };
}

async function firstTask(
  phase: PhaseRun,
  round: Round,
  prompts: RoundPrompts,
  { role, entry, resumed, resumedChars }: OpenSession,
  costs: ReadonlyMap<RoleId, CostEstimate>,
): Promise<Task> {
  const { review } = phase.run.head.config;
  const plan = planDispatch({
    entry,
    alwaysFresh: roleOf(role).alwaysFresh,
    sessionMode: sessionMode(review.session, prompts.canFork ?? false),
    canResume: abilitiesFor(phase, role).resume,
    gate: phase.sessions.trustIn(runtimeKey(phase, role))?.gate ?? "open",
    cold: resumesCold(phase, role),
    obstacle: phase.sessions.freshReason(role),
    final: round.final,
    reopened: round.reopened,
    resumedPromptLength: resumedChars,
    guard: review.guard,
    cost: costs.get(role),
    threadTokens: sessionTokens(phase, entry),
    contextLimit: abilitiesFor(phase, role).promptChars,
  });
  if (resumed && (plan.kind === "resume" || plan.kind === "final")) {
    return { role, plan, prompt: resumed, session: entry?.agent_id ?? undefined };
  }
  return { role, plan, prompt: await prompts.fresh(role, plan.kind === "fallback"), session: undefined };
}

/** What a resume could continue; a role that is always fresh has nothing to continue. */
function sessionOf(phase: PhaseRun, role: RoleId): SessionEntry | undefined {
  return roleOf(role).alwaysFresh ? undefined : phase.sessions.entryOf(role);
}

function toOrder(phase: PhaseRun, round: Round, prompts: RoundPrompts, task: Task, start: Start | undefined): Dispatch {
  const isFresh = task.session === undefined;
  return {
    step: phase.steps.next(round.number, task.role),
    number: phase.steps.takeDispatches(),
    role: task.role,
    round: round.number,
    activity: round.activity,
    kind: task.plan.kind,
    reason: task.plan.reason,
    prompt: task.prompt,
    contextChars: isFresh
      ? task.prompt.text.length + prompts.requiredChars(task.role)
      : (phase.sessions.entryOf(task.role)?.iteration1_content_length ?? 0),
    session: task.session,
    writes: [],
    requiredPaths: prompts.requiredPaths(task.role),
    base: undefined,
    expected: phase.world.expected,
    ...(start && { start }),
  };
}

/** A judgement, or the task that is owed next. */
async function settle(
  phase: PhaseRun,
  round: Round,
  prompts: RoundPrompts,
  task: Task,
  result: Exclude<DispatchResult, { status: "foreign" }>,
  notes: RoundNotes,
): Promise<Task | Judgement> {
  const { role } = task;
  if (result.status === "interrupted") {
    if (task.session === undefined || abilitiesFor(phase, role).rewind) return task;
    return {
      role,
      plan: { kind: "fresh", reason: "interrupted" },
      prompt: await prompts.fresh(role, false),
      session: undefined,
    };
  }
  const outcome = await outcomeOf(phase, result.file);
  if (outcome.at > notes.at) notes.at = outcome.at;
  if (result.status === "failed") {
    const error = outcome.error ?? "failed";
    if (task.plan.kind !== "resume" && task.plan.kind !== "final") {
      if (outcome.selfReported) notes.markers.push({ role, line: noteSelfReported(phase, role, round) });
      return invalid(phase, role, error);
    }
    notes.markers.push({ role, line: resumeFallback(role, round.number, fallbackError(outcome, error)) });
    const reason = outcome.sessionLost ? "session-lost" : "resume-failed";
    return { role, plan: { kind: "fallback", reason }, prompt: await prompts.fresh(role, true), session: undefined };
  }
  remember(phase, round, prompts, task, outcome);
  const isFresh = task.plan.kind === "fresh" || task.plan.kind === "fallback";
  if (isFresh && !confirmsReads(outcome, prompts.requiredPaths(role)))
    notes.markers.push({ role, line: lazyLoadWarning(role) });
  if (isFresh && roleOf(role).web && !saysWhatItVerified(outcome.reply))
    notes.markers.push({ role, line: verificationWarning(role) });

  const reading = readReply(outcome.reply, verdictSchemaOf(role), replyMark(role));
  if (reading.ok && outcome.selfReported) notes.markers.push({ role, line: noteSelfReported(phase, role, round) });
  if (reading.ok) return { role, type: "verdict", verdict: reading.value };
  if (task.plan.kind === "repair") return invalid(phase, role, reading.problem);
  const plan = { kind: "repair", reason: "repair" } as const;
  if (outcome.session !== null && (await canReturn(phase, role)))
    return { role, plan, prompt: repairPrompt(role, reading.problem), session: outcome.session };
  return { role, plan, prompt: repairPrompt(role, reading.problem, outcome.reply), session: undefined };
}

/** A verdict by the host's word, or its word that there is none. */
function noteSelfReported(phase: PhaseRun, role: RoleId, { number }: Round): string {
  phase.host.noteSelfReported(role);
  return selfReported(role, number);
}

function remember(phase: PhaseRun, round: Round, prompts: RoundPrompts, task: Task, outcome: Outcome): void {
  const length = task.prompt.text.length;
  const dispatched = {
    kind: task.plan.kind === "repair" ? ("resume" as const) : task.plan.kind,
    agentRef: outcome.session ?? undefined,
    promptLength: length,
    contentLength: length + prompts.requiredChars(task.role),
    round: round.number,
    commit: phase.world.expected.head ?? "",
  };
  noteSession(phase, task, outcome);
  phase.sessions.remember(task.role, rememberDispatch(phase.sessions.entryOf(task.role), dispatched));
}

function invalid(phase: PhaseRun, role: RoleId, problem: string): Judgement {
  phase.sessions.requireFresh([role], "invalid-reply");
  return { role, type: "invalid", problem };
}
