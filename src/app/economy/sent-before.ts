// What of a dispatch somebody in the run had been sent before, and how much of that was paid as new again all the same: for the
// bill only. Remembered when a dispatch is sent out and again from its recorded outcome, so that a replay knows it too.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Usage } from "../../domain/billing/usage.ts";
import { addContent, type Content, sentTokens } from "../../domain/dispatch/sent-content.ts";
import type { Dispatch } from "../work/dispatch-request.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { trunkOf } from "./shared-trunk.ts";

/** In tokens: all that its session holds, and what others were sent. */
export function sentBefore({ sessions, spending }: PhaseRun, dispatch: Dispatch): number {
  const cache = sessions.cacheOf(dispatch.session ?? "");
  return (cache ? cache.context - cache.output : 0) + sentTokens(spending.content, contentOf(dispatch));
}

/** Also before it leaves: who is sent out beside it is given the same. */
export function noteContent({ spending }: Pick<PhaseRun, "spending">, sent: Given): void {
  addContent(spending.content, contentOf(sent));
}

type Given = Pick<Dispatch, "prompt" | "session" | "contextChars">;

/** A session that goes on has read its files. */
function contentOf({ prompt: { text }, session, contextChars }: Given): Content {
  return { text, required: session === undefined ? Math.max(0, contextChars - text.length) : 0 };
}

/** What an outcome keeps of what was known before; `known` tokens are those of `sentBefore`. */
export function paidAgain(
  phase: PhaseRun,
  dispatch: Dispatch,
  known: number | undefined,
  usage: Usage,
): Pick<Outcome, "paidAgain"> {
  if (known === undefined) return {};
  const missed = Math.max(0, known - readOf(phase, dispatch, usage));
  return { paidAgain: Math.min(missed, usage.input + usage.cacheWrite) };
}

/** A new agent shares a trunk or nothing: what it reads beyond is the runtime's own beginning, which nobody here has sent. */
function readOf(phase: PhaseRun, dispatch: Dispatch, { firstRead, cacheRead }: Usage): number {
  const read = firstRead ?? cacheRead;
  if (dispatch.session !== undefined) return read;
  return trunkOf(phase, dispatch).findLast(({ tokens }) => tokens <= read)?.tokens ?? 0;
}
