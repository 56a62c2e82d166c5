// Turns the last message, and the error that may follow it, into one outcome. An error result is followed by a throw
// that says the same with less detail, so the message takes precedence.
import type { Usage } from "../../../domain/billing/usage.ts";
import type { AgentOutcome } from "../../../ports/agent-runtime.ts";
import type { ClaudeUsage, ResultMessage } from "./messages.ts";

export interface TurnEnd {
  readonly result: ResultMessage | undefined;
  /** When the limit that was reported is lifted. */
  readonly resetsAt?: string | undefined;
  readonly error: unknown;
  /** What the first request of the turn read from the cache; undefined when it was not reported. */
  readonly firstRead?: number | undefined;
  /** The end of what the process wrote to stderr. */
  readonly complaint: string;
}

export function readOutcome({ result, resetsAt, error, complaint, firstRead }: TurnEnd): AgentOutcome {
  const usage = toUsage(result?.usage, firstRead);
  if (!result) return { status: "failed", ...explain(messageOf(error), complaint, resetsAt), usage };
  if (result.is_error || result.subtype !== "success") {
    const words = result.result || result.errors?.join("; ") || result.subtype;
    return { status: "failed", ...explain(words, complaint, resetsAt, result.api_error_status ?? undefined), usage };
  }
  const answer = result.structured_output;
  const reply = answer === undefined ? (result.result ?? "") : JSON.stringify(answer, null, 2);
  return { status: "completed", reply, session: result.session_id, usage };
}

function explain(words: string, complaint: string, resetsAt: string | undefined, status?: number): Explained {
  const sessionLost = /no conversation found|not a UUID and does not match any session/i.test(`${words} ${complaint}`);
  if (sessionLost) return { error: "Claude no longer has this session", sessionLost };
  const which = status === undefined ? "" : ` (${status})`;
  if (status === 401 || status === 403 || /not logged in|invalid api key|\/login/i.test(words)) {
    const needs = "log in with `claude`, or set a valid ANTHROPIC_API_KEY";
    return { error: `Claude was refused${which}. It said: ${words}`, needs, sessionLost };
  }
  if (status === 402 || status === 429 || OUT_OF_QUOTA.test(words)) {
    const needs = "wait until it is available again, or use another account or key";
    const lifted =
      status === 402 || NO_CREDIT.test(words) ? undefined : (resetsAt ?? (status === 429 ? USUAL_LIMIT_MS : undefined));
    return {
      ...{ error: `the account of Claude has nothing left to spend${which}. It said: ${words}`, needs, sessionLost },
      ...(lifted !== undefined && { lifted }),
    };
  }
  if (status === 529 || status === 503) {
    const error = `the service of Claude is overloaded${which}. It said: ${words}`;
    return { error, needs: "wait a few minutes", lifted: USUAL_LIMIT_MS, sessionLost };
  }
  const heard = complaint !== "" && status === undefined ? ` (${lastLines(complaint)})` : "";
  return { error: `${words}${heard}`, sessionLost };
}

type Explained = Pick<Extract<AgentOutcome, { status: "failed" }>, "error" | "needs" | "lifted" | "sessionLost">;

/** For a limit that does not say when it ends. */
const USUAL_LIMIT_MS = 5 * 60_000;

const NO_CREDIT = /credit balance/i;

/** What the client says when a subscription is used up or a key has no credit; it gives no status then. */
const OUT_OF_QUOTA = /credit balance|usage limit|(?:hit|reached) your .{0,20}limit|limit reached|out of .{0,10}usage/i;

function lastLines(complaint: string): string {
  return complaint.split("\n").slice(-3).join(" ").trim();
}

function messageOf(error: unknown): string {
  if (error === undefined) return "Claude ended without a result";
  return error instanceof Error ? error.message : String(error);
}

function toUsage(usage: ClaudeUsage | undefined, firstRead: number | undefined): Usage | undefined {
  if (!usage) return undefined;
  const cacheWrite1h = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: usage.input_tokens,
    cacheRead: usage.cache_read_input_tokens ?? 0,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    ...(cacheWrite1h > 0 && { cacheWrite1h }),
    ...(firstRead !== undefined && { firstRead }),
    output: usage.output_tokens,
    estimated: false,
  };
}
