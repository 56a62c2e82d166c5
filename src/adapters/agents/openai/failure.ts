// How OpenAI, and servers like it, say that they did not do something.
import * as z from "zod";
import { explainRefusal, fieldsOf, type ProviderNames } from "../tool-loop/request/failure.ts";
import type { Failure } from "../tool-loop/request/model-client.ts";
import { NoApi } from "./one-piece.ts";
import { wordsBehind } from "./told-errors.ts";

/** Told in the middle of an answer, where no status can be. */
export class AnswerFailed extends Error {
  override name = "AnswerFailed";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A lookup on a server that cannot search. */
export class NoSearch extends Error {
  override name = "NoSearch";
}

export function namesOf(key: string): ProviderNames {
  return { runtime: "openai", key, elsewhere: 'set openai.api to "chat" for a server without the Responses API' };
}

/** A name with OpenAI, the status as a number with many others. */
const Code = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);
const Seconds = z.number().positive().nullish().catch(undefined);
const ErrorShape = z.looseObject({
  status: z.number().optional().catch(undefined),
  code: Code,
  type: Code,
  error: z
    .looseObject({ message: z.string(), metadata: z.unknown().optional(), resets_in_seconds: Seconds })
    .optional()
    .catch(undefined),
  message: z.string().catch(""),
});

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  server_error: 500,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_request_error: 400,
  invalid_encrypted_content: 400,
};

function statusOf(code: string): number | undefined {
  return /^[45]\d\d$/.test(code) ? Number(code) : STATUS_OF_CODE[code];
}

const UNPAID = /^(?:insufficient_quota|billing_hard_limit_reached|billing_not_active|insufficient_credits)$/;
const REFUSED = /^(?:invalid_prompt|content_filter|content_policy_violation|bio_policy|cyber_policy)$/;
const TOO_LONG = "context_length_exceeded";
/** Other servers have no code for it: vLLM and llama.cpp, Gemini, Claude behind a gateway. */
const TOO_LONG_WORDS =
  /context (?:length|window|size)|token count.* exceeds the maximum number of tokens|(?:prompt|input) is too long/i;
/** With the same words another status is about something else. llama.cpp says 500. */
const MAY_BE_TOO_LONG: ReadonlySet<number | undefined> = new Set([400, 413, 422, 500]);

/** Told by the server, so it is no lost connection. The SDK keeps what it was told in `error`. */
export function isOfServer(caught: unknown, error = (caught as { readonly error?: unknown }).error): boolean {
  return caught instanceof AnswerFailed || error !== undefined;
}

export function explainFailure(caught: unknown, model: string, keyVariable: string): Failure {
  if (caught instanceof NoSearch) return { error: caught.message, again: false };
  const cause = caught instanceof Error ? caught.cause : undefined; // the SDK wraps what its fetch throws
  if (cause instanceof NoApi) return { error: cause.message, needs: "correct openai.baseUrl", again: false };
  const fields = ErrorShape.safeParse(fieldsOf(caught)).data ?? { message: "" };
  const { code, type, error, message } = fields;
  const codes = [code, type].flatMap((one) => one ?? []);
  const said = error ? [error.message, ...wordsBehind(error.metadata)].join(": ") : message;
  const isTold = isOfServer(caught, error);
  const told = fields.status ?? codes.map(statusOf).find((one) => one !== undefined);
  const status = told ?? (isTold ? 500 : undefined);
  const refusal = {
    status,
    said,
    model,
    isUnpaid: status === 402 || codes.some((one) => UNPAID.test(one)),
    isTooLong: codes.includes(TOO_LONG) || (MAY_BE_TOO_LONG.has(status) && TOO_LONG_WORDS.test(said)),
    isRefused: codes.some((one) => REFUSED.test(one)),
    waitSeconds: error?.resets_in_seconds ?? undefined,
  };
  return explainRefusal(caught, refusal, namesOf(keyVariable));
}
