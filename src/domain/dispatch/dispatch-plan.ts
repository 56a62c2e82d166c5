// How a role is sent its next piece of work: a fresh agent with everything, or the same agent again with the delta.
// One pure function; every answer carries its reason, and the reason is recorded and shown.
import { type CostEstimate, resumePrice } from "./dispatch-cost.ts";
import { isOutgrown } from "./session-length.ts";

/** What a runtime calls an agent's conversation. */
export type AgentRef = string;

/** `final` is a resumed final validation, `fallback` a fresh dispatch after a resume that could not be done. */
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
  | "interrupted" // the session was cut in the middle of a turn
  | "foreign-change" // somebody else changed the text or the branch
  | "voided" // the last verdict was void: the file under review was changed during the review
  | "guard" // the delta is over half of what a fresh agent would be given
  | "cheaper" // a fresh agent costs less than this session and its delta
  | "too-large"; // the delta is beyond the runtime's context

export type DispatchReason =
  | FreshReason
  | "delta"
  | "cold" // the delta, though little of the earlier context will be read from the cache
  | "final-validation"
  | "reopened"
  | "resume-failed"
  | "session-lost";

export interface Plan {
  readonly kind: DispatchKind;
  readonly reason: DispatchReason;
}

/** What is remembered of a role within one loop. Field names are those of the seeds. */
export interface SessionEntry {
  /** As last returned; null when the session is gone. */
  readonly agent_id: AgentRef | null;
  /** Kept from the loop's first round, also after a later fresh dispatch. */
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
  /** Resumes of this runtime read little from the cache: the gate saw it, or this run did. No reason of its own. */
  readonly cold: boolean;
  /** Something that happened since the last dispatch and leaves nothing to resume with. */
  readonly obstacle: FreshReason | undefined;
  /** A final validation of a role that had passed. */
  readonly final: boolean;
  /** The loop was reopened by the person and the role keeps its session. */
  readonly reopened: boolean;
  /** Length of the prompt a resume would send. */
  readonly resumedPromptLength: number;
  readonly guard: "prompt" | "content" | "cost";
  /** For guard `cost`; without it, as for a model without a price, the guard is `content`. */
  readonly cost?: CostEstimate | undefined;
  /** Tokens the session holds already; nothing where nobody knows. */
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

/** Strictly more than half of what a fresh agent would be given: sending everything again costs no more. */
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

/** The entry after a dispatch. The lengths of the loop's first round are kept, so the guard's measure never drifts. */
export function rememberDispatch(entry: SessionEntry | undefined, dispatched: Dispatched): SessionEntry {
  return {
    agent_id: dispatched.agentRef ?? null,
    iteration1_prompt_length: entry?.iteration1_prompt_length ?? dispatched.promptLength,
    iteration1_content_length: entry?.iteration1_content_length ?? dispatched.contentLength,
    last_iteration: dispatched.round,
    last_commit_sha: dispatched.commit,
  };
}
