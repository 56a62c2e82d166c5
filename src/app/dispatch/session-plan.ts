// Roles with a session: whether the next dispatch resumes it, what is remembered once the role has answered, and what
// follows a resume that failed.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { CostEstimate } from "../../domain/dispatch/dispatch-cost.ts";
import { type Plan, planDispatch, rememberDispatch, type SessionEntry } from "../../domain/dispatch/dispatch-plan.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import { noteSession, resumesCold, sessionTokens } from "../economy/expected-cost.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { abilitiesFor, runtimeKey } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";

export interface Resumption {
  readonly role: RoleId;
  readonly entry: SessionEntry | undefined;
  /** Length of the prompt that would resume it. */
  readonly resumedChars: number;
  /** A fresh agent finds everything on the trunk, so a later round may fork from the trunk. */
  readonly canFork: boolean;
  readonly final?: boolean;
  readonly reopened?: boolean;
}

/** The runtime's sessions must already have been tested (session-trust.ts). */
export function planSession(
  phase: Parts<"abilities" | "run" | "sessions">,
  asked: Resumption,
  costs: ReadonlyMap<RoleId, CostEstimate>,
): Plan {
  const { role, entry, resumedChars, canFork, final = false, reopened = false } = asked;
  const { review } = phase.run.head.config;
  return planDispatch({
    entry,
    alwaysFresh: roleOf(role).alwaysFresh,
    sessionMode: sessionMode(review.session, canFork),
    canResume: abilitiesFor(phase, role).resume,
    gate: phase.sessions.trustIn(runtimeKey(phase, role))?.gate ?? "open",
    cold: resumesCold(phase, role),
    obstacle: phase.sessions.freshReason(role),
    final,
    reopened,
    resumedPromptLength: resumedChars,
    guard: review.guard,
    cost: costs.get(role),
    threadTokens: sessionTokens(phase, entry),
    contextLimit: abilitiesFor(phase, role).promptChars,
  });
}

/**
 * A role that works on a document alone has nobody to share a trunk with, and code that is too large for the trunk
 * would have to be read by each fork: in both cases the role's own session is the cheapest.
 */
function sessionMode(mode: "resume" | "fresh" | "fork", canFork: boolean): "resume" | "fresh" | "fork" {
  return mode === "fork" && !canFork ? "resume" : mode;
}

/** Records the session of a completed dispatch. */
export function rememberSession(
  phase: PhaseRun,
  dispatch: Dispatch,
  { requiredChars }: { readonly requiredChars: number },
  outcome: Outcome,
): void {
  const { role, kind, round, prompt } = dispatch;
  const dispatched = {
    kind: kind === "repair" ? ("resume" as const) : kind,
    agentRef: outcome.session ?? undefined,
    promptLength: prompt.text.length,
    contentLength: prompt.text.length + requiredChars,
    round,
    commit: phase.world.expected.head ?? "",
  };
  noteSession(phase, dispatch, outcome);
  phase.decisions.toldTo(role);
  phase.sessions.remember(role, rememberDispatch(phase.sessions.entryOf(role), dispatched));
}

/** A resume failed: a fresh agent takes its place, and the history says why. */
export function fallbackAfter({ error = "failed", sessionLost }: Outcome): {
  readonly plan: Plan;
  readonly why: string;
} {
  return {
    plan: { kind: "fallback", reason: sessionLost ? "session-lost" : "resume-failed" },
    why: sessionLost ? `agent_id lost (${error})` : error, // wording fixed by the history format
  };
}
