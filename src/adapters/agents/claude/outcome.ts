// Turns the last message, and the error that may follow it, into one outcome. An error result is followed by a throw
// that says the same with less detail, so the message takes precedence.
import { NO_USAGE, type Usage } from "../../../domain/billing/usage.ts";
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";
import { explainFailure } from "./failure.ts";
import { type ResultMessage, toUsage } from "./messages.ts";

export interface TurnEnd {
  readonly result: ResultMessage | undefined;
  /** When the limit that was reported is lifted. */
  readonly resetsAt?: string | undefined;
  readonly error: unknown;
  /** What its requests had used as far as they told it; undefined when none did. */
  readonly told?: Usage | undefined;
  /** The end of what the process wrote to stderr. */
  readonly complaint: string;
  /** It continued a conversation. */
  readonly isResumed: boolean;
}

export function readOutcome({ result, error, told, ...end }: TurnEnd): AgentOutcome {
  const usage = usageOf(result, told);
  const explain = (words: string, status?: number) =>
    explainFailure({ words, status, complaint: end.complaint, resetsAt: end.resetsAt, isResumed: end.isResumed });
  if (!result) {
    const why = explain(messageOf(error));
    return { status: "failed", ...why, usage: why.sessionLost ? NO_USAGE : usage }; // such a session is never sent
  }
  if (result.is_error || result.subtype !== "success") {
    const words = result.result || result.errors?.join("; ") || result.subtype;
    return { status: "failed", ...explain(words, result.api_error_status ?? undefined), usage };
  }
  const answer = result.structured_output;
  if (answer === undefined && result.stop_reason === "pause_turn") {
    return { status: "failed", ...PAUSED, sessionLost: false, usage };
  }
  const reply = answer === undefined ? (result.result ?? "") : JSON.stringify(answer, null, 2);
  return { status: "completed", reply, session: result.session_id, usage };
}

/** The client takes such an answer for the last word, which it is not. */
const PAUSED = { error: "the provider paused the answer, which nothing here asks for", needs: "wait a few minutes" };

function messageOf(error: unknown): string {
  if (error === undefined) return "Claude ended without a result";
  return error instanceof Error ? error.message : String(error);
}

/** A turn that ends without its result, or one without numbers, has used what its requests told; else it is unknown. */
function usageOf(result: ResultMessage | undefined, told: Usage | undefined): Usage | undefined {
  if (!result?.usage) return told;
  const { firstRead } = told ?? {};
  return { ...toUsage(result.usage), ...(firstRead !== undefined && { firstRead }) };
}
