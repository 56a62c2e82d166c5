// How much of a dispatch had already been sent to some agent in the run, and how much of that was still paid for as
// new: for the bill only. Recorded when a dispatch is sent and again from its recorded outcome, so that a replay knows
// it too.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Usage } from "../../domain/billing/usage.ts";
import type { Content } from "../../domain/dispatch/sent-content.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import type { Parts } from "../work/state/phase-run.ts";
import { trunkOf } from "./shared-trunk.ts";

/** In tokens: everything its session holds, and what other agents were sent. */
export function sentBefore({ sessions, spending }: Parts<"sessions" | "spending">, dispatch: Dispatch): number {
  const cache = sessions.cacheOf(dispatch.session ?? "");
  return (cache ? cache.context - cache.output : 0) + spending.sentTokens(contentOf(dispatch));
}

/** Also called before a dispatch is sent, because dispatches sent alongside it contain the same text. */
export function noteContent({ spending }: Parts<"spending">, sent: Given): void {
  spending.noteSent(contentOf(sent));
}

type Given = Pick<Dispatch, "prompt" | "session" | "contextChars">;

/** A resumed session has already read its files. */
function contentOf({ prompt: { text }, session, contextChars }: Given): Content {
  return { text, required: session === undefined ? Math.max(0, contextChars - text.length) : 0 };
}

/** What the outcome records as paid again; `known` is the number of tokens from `sentBefore`. */
export function paidAgain(
  phase: Parts<"abilities" | "run" | "sessions">,
  dispatch: Dispatch,
  known: number | undefined,
  usage: Usage,
): Pick<Outcome, "paidAgain"> {
  if (known === undefined) return {};
  const missed = Math.max(0, known - readOf(phase, dispatch, usage));
  return { paidAgain: Math.min(missed, usage.input + usage.cacheWrite) };
}

/**
 * A new agent shares a trunk or nothing: anything else it reads from the cache is the runtime's own beginning, which no
 * dispatch of this run has sent.
 */
function readOf(
  phase: Parts<"abilities" | "run" | "sessions">,
  dispatch: Dispatch,
  { firstRead, cacheRead }: Usage,
): number {
  const read = firstRead ?? cacheRead;
  if (dispatch.session !== undefined) return read;
  return trunkOf(phase, dispatch).findLast(({ tokens }) => tokens <= read)?.tokens ?? 0;
}
