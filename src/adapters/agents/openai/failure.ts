// How OpenAI, and servers like it, say that they did not do something.
import * as z from "zod";
import { explainRefusal, fieldsOf, type ProviderNames } from "../tool-loop/request/failure.ts";
import type { Failure } from "../tool-loop/request/model-client.ts";

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

const ErrorShape = z.looseObject({
  status: z.number().optional(),
  code: z.string().nullish(),
  type: z.string().nullish(),
  error: z.looseObject({ message: z.string() }).optional().catch(undefined),
  message: z.string().default(""),
});

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  server_error: 500,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_request_error: 400,
};

const UNPAID = /^(?:insufficient_quota|billing_hard_limit_reached|billing_not_active|insufficient_credits)$/;
const REFUSED = /^(?:invalid_prompt|content_filter|content_policy_violation|bio_policy|cyber_policy)$/;
const TOO_LONG = "context_length_exceeded";
/** Other servers have no code for it. */
const TOO_LONG_WORDS = /context (?:length|window|size)/i;

export function explainFailure(caught: unknown, model: string, keyVariable: string): Failure {
  if (caught instanceof NoSearch) return { error: caught.message, again: false };
  const fields = ErrorShape.safeParse(fieldsOf(caught)).data ?? { message: "" };
  const { code, type, error, message } = fields;
  const codes = [code, type].flatMap((one) => one ?? []);
  const status = fields.status ?? codes.map((one) => STATUS_OF_CODE[one]).find((one) => one !== undefined);
  const said = error?.message ?? message;
  const refusal = {
    status: status ?? (caught instanceof AnswerFailed ? 500 : undefined),
    said,
    model,
    isUnpaid: status === 402 || codes.some((one) => UNPAID.test(one)),
    isTooLong: codes.includes(TOO_LONG) || (status === 400 && TOO_LONG_WORDS.test(said)),
    isRefused: codes.some((one) => REFUSED.test(one)),
  };
  return explainRefusal(caught, refusal, namesOf(keyVariable));
}
