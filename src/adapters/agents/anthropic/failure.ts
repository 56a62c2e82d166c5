// How the Messages API says that it did not do something.
import * as z from "zod";
import { explainRefusal, fieldsOf } from "../tool-loop/request/failure.ts";
import type { Failure } from "../tool-loop/request/model-client.ts";

export const NAMES = { runtime: "anthropic", key: "ANTHROPIC_API_KEY" } as const;

const ErrorShape = z.looseObject({
  status: z.number().optional(),
  type: z.string().nullish(),
  apiMessage: z.string().nullish(),
  message: z.string().default(""),
});

/** Errors that arrive in the middle of an answer no longer have a status. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** A missing credit is reported as a bad request; only its words say so. */
const NO_CREDIT = /credit balance|billing|payment required/i;

/** So is a prompt that the model cannot take in. */
const TOO_LONG = /prompt is too long|exceeds? (?:the )?context/i;

export function explainFailure(caught: unknown, model: string): Failure {
  const { status: given, type, apiMessage, message } = ErrorShape.safeParse(fieldsOf(caught)).data ?? { message: "" };
  const status = given ?? STATUS_OF_TYPE[type ?? ""];
  const said = apiMessage || message;
  const isUnpaid = status === 402 || (status === 400 && NO_CREDIT.test(said));
  const isTooLong = status === 400 && TOO_LONG.test(said);
  return explainRefusal(caught, { status, said, model, isUnpaid, isTooLong }, NAMES);
}
