// Decides how a role gets its next piece of work: a fresh agent with everything, or the same agent again with the
// delta. One pure function; every answer carries its reason, and the reason is recorded and shown.
import { type CostEstimate, resumePrice } from "./dispatch-cost.ts";
import { isOutgrown } from "./session-length.ts";

/** A runtime's name for an agent's session. */
export type AgentRef = string;

/** `final` is a resumed final validation, `fallback` a fresh dispatch after a resume that was not possible. */
export type DispatchKind = "fresh" | "resume" | "final" | "fallback";

export type FreshReason =
  | "first-round" // the role has no session in this loop yet
  | "always-fresh" // the role never resumes
  | "session-mode" // config: review.session is "fresh"
  | "fork" // config: review.session is "fork": a new agent on the shared trunk, with the changes and its own open issues
  | "rebase" // the session would fill the model's window, or the changes since the trunk was laid have grown too large
  | "no-resume" // the runtime cannot resume
  | "gate" // the runtime failed the resume gate
  | "no-change" // the revision changed nothing, so there is no delta to send
  | "commit-failed"
  | "invalid-reply" // the last dispatch of this role failed or stayed invalid
  | "interrupted" // the session was cut off in the middle of a turn
  | "foreign-change" // someone else changed the text or the branch
  | "voided" // the last verdict was void: the file under review was changed during the review
  | "guard" // the delta is over half of what a fresh agent would be given
  | "cheaper" // a fresh agent costs less than this session and its delta
  | "lean" // a fixer that is given what its issues cite: cheaper than one on the trunk (lean-fixer.ts)
  | "certify" // fresh eyes: a reviewer that knows nothing of the conversation that approved
  | "too-large"; // the delta exceeds the runtime's context

export type DispatchReason =
  | FreshReason
  | "delta"
  | "cold" // the delta, though little of the earlier context will be read from the cache
  | "final-validation"
  | "reopened"
  | "unfinished" // the same dispatch once more: it was ended at a limit and goes on in its conversation
  | "resume-failed"
  | "session-lost";

export interface Plan {
  readonly kind: DispatchKind;
  readonly reason: DispatchReason;
}

/** What is remembered about a role within one loop. The seeds define the field names. */
export interface SessionEntry {
  /** As last returned; null when the session is gone. */
  readonly agent_id: AgentRef | null;
  /** Kept from the loop's first round, even after a later fresh dispatch. */
  readonly iteration1_prompt_length: number;
  /** The same plus the files the prompt makes a fresh agent read. */
  readonly iteration1_content_length: number;
  readonly last_iteration: number;
  readonly last_commit_sha: string;
}

export interface PlanInput {
  readonly entry: SessionEntry | undefined;
  readonly alwaysFresh: boolean;
  readonly sessionMode: "resume" | "fresh" | "fork";
  readonly canResume: boolean;
  readonly gate: "open" | "closed";
  /** The gate or this run saw that this runtime's resumes read little from the cache. Not a reason by itself. */
  readonly cold: boolean;
  /** An event since the last dispatch that leaves nothing to resume. */
  readonly obstacle: FreshReason | undefined;
  /** A final validation of a role that had passed. */
  readonly final: boolean;
  /** The person reopened the loop and the role keeps its session. */
  readonly reopened: boolean;
  /** Length of the prompt a resume would send. */
  readonly resumedPromptLength: number;
  readonly guard: "prompt" | "content" | "cost";
  /** For guard `cost`; without it, as for a model without a price, the guard is `content`. */
  readonly cost?: CostEstimate | undefined;
  /** Tokens the session already holds; undefined if unknown. */
  readonly threadTokens?: number | undefined;
  /** Characters the runtime can take in one prompt. */
  readonly contextLimit: number;
}

export function planDispatch(input: PlanInput): Plan {
  const fresh = reasonForFresh(input);
  if (fresh) return { kind: "fresh", reason: fresh };
  if (input.entry?.agent_id === null) return { kind: "fallback", reason: "session-lost" };
  if (input.resumedPromptLength > input.contextLimit) return { kind: "fresh", reason: "too-large" };
  if (isOutgrown(input.threadTokens ?? 0, input.resumedPromptLength, input.contextLimit)) {
    return { kind: "fresh", reason: "rebase" };
  }
  if (input.final) return { kind: "final", reason: "final-validation" };
  const refused = reasonAgainstResume(input);
  if (refused) return { kind: "fresh", reason: refused };
  if (input.reopened) return { kind: "resume", reason: "reopened" };
  return { kind: "resume", reason: isExpectedCold(input) ? "cold" : "delta" };
}

function reasonForFresh(input: PlanInput): FreshReason | undefined {
  if (input.alwaysFresh) return "always-fresh";
  if (!input.entry) return input.obstacle ?? "first-round";
  if (input.sessionMode === "fresh") return "session-mode";
  if (input.sessionMode === "fork") return "fork";
  if (!input.canResume) return "no-resume";
  if (input.gate === "closed") return "gate";
  return input.obstacle;
}

function reasonAgainstResume(input: PlanInput): "guard" | "cheaper" | undefined {
  const { guard, cost, cold } = input;
  if (guard === "cost" && cost) return cost.fresh < resumePrice(cost, cold) ? "cheaper" : undefined;
  return isOverGuard(input) ? "guard" : undefined;
}

/** Strictly more than half of what a fresh agent would be given: then sending everything again costs no more. */
function isOverGuard({ entry, guard, resumedPromptLength }: PlanInput): boolean {
  const measure = guard === "prompt" ? entry?.iteration1_prompt_length : entry?.iteration1_content_length;
  return resumedPromptLength > 0.5 * (measure ?? 0);
}

function isExpectedCold({ guard, cost, cold }: PlanInput): boolean {
  return cold || (guard === "cost" && cost?.isWarm === false);
}

export interface Dispatched {
  readonly kind: DispatchKind;
  readonly agentRef: AgentRef | undefined;
  readonly promptLength: number;
  readonly contentLength: number;
  readonly round: number;
  readonly commit: string;
}

/** The entry after a dispatch. Keeps the lengths of the loop's first round, so the guard's measure never drifts. */
export function rememberDispatch(entry: SessionEntry | undefined, dispatched: Dispatched): SessionEntry {
  return {
    agent_id: dispatched.agentRef ?? null,
    iteration1_prompt_length: entry?.iteration1_prompt_length ?? dispatched.promptLength,
    iteration1_content_length: entry?.iteration1_content_length ?? dispatched.contentLength,
    last_iteration: dispatched.round,
    last_commit_sha: dispatched.commit,
  };
}
