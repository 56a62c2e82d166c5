// One request, retried when it failed for a temporary reason: too many requests, an overloaded service, or a lost
// connection, even in the middle of an answer. Waits grow, are partly random, and are never shorter than the API asks.
import { setTimeout as pause } from "node:timers/promises";
import type { Meter } from "./meter.ts";
import type { Answer, Failure, ModelClient, Question } from "./model-client.ts";

export interface RetryRules {
  readonly tries: number;
  readonly firstWaitMs: number;
}

export const RETRIES: RetryRules = { tries: 5, firstWaitMs: 1000 };

export interface Asking {
  readonly client: ModelClient;
  readonly question: Question;
  readonly meter: Pick<Meter, "report" | "settle">;
  readonly retries: RetryRules;
  readonly signal: AbortSignal;
  onToken(): void;
}

export type Asked =
  | ({ readonly status: "answered" } & Answer)
  | ({ readonly status: "failed"; readonly lifted?: number; readonly isGuessed?: true } & Pick<
      Failure,
      "error" | "needs" | "ofRequest" | "isOfTalk"
    >)
  | { readonly status: "aborted" };

const LONGEST_WAIT_MS = 60_000;
/** For a longer wait, it is better to tell the person. */
const LONGEST_ASKED_WAIT_MS = 5 * 60_000;
/** For a limit that does not say when it ends: worth another try. */
const USUAL_LIMIT_MS = 5 * 60_000;

export async function askModel(asking: Asking): Promise<Asked> {
  const { retries, signal } = asking;
  for (let tried = 1; ; tried++) {
    const outcome = await tryOnce(asking);
    if (signal.aborted) return { status: "aborted" };
    if ("stopReason" in outcome) return { status: "answered", ...outcome };
    const { error, again, needs, waitMs = 0, isLimit, isOfTalk, ofRequest } = outcome;
    const barred = {
      ...(isOfTalk && { isOfTalk }),
      ...(ofRequest && { ofRequest }),
      ...(needs !== undefined && { needs }),
      ...(isLimit && (waitMs > 0 ? { lifted: waitMs } : { lifted: USUAL_LIMIT_MS, isGuessed: true as const })),
    };
    const failed = (more = ""): Asked => ({ status: "failed", error: `${error}${more}`, ...barred });
    if (!again) return failed();
    if (tried >= retries.tries) return failed(tried === 1 ? "" : ` (${tried} tries)`);
    if (waitMs > LONGEST_ASKED_WAIT_MS) return failed(` (it asks to wait ${Math.round(waitMs / 1000)} seconds)`);
    const grown = Math.min(LONGEST_WAIT_MS, retries.firstWaitMs * 2 ** (tried - 1));
    await pause(waitMs + grown * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { status: "aborted" };
  }
}

async function tryOnce({ client, question, meter, signal, onToken }: Asking): Promise<Answer | Failure> {
  try {
    return await client.ask(question, { onToken, onUsage: meter.report }, signal);
  } catch (caught) {
    return client.explain(caught, question.model);
  } finally {
    meter.settle();
  }
}
