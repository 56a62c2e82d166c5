// Why a request failed, in one sentence that says what to do about it, and whether a retry is worthwhile. Errors are
// read by their fields, so the SDK need not be loaded to understand one.
import * as z from "zod";
import { StreamCut } from "./answer.ts";

export interface Failure {
  readonly error: string;
  readonly again: boolean;
  /** What the person must do before another request makes sense. */
  readonly needs?: string;
  /** How long the API asks us to wait. */
  readonly waitMs?: number;
  /** Nothing came back, so it is unknown what became of the request. */
  readonly isUnanswered?: true;
}

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
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

export function explainFailure(caught: unknown, model: string): Failure {
  const { status: given, type, apiMessage, message } = ErrorShape.safeParse(fieldsOf(caught)).data ?? { message: "" };
  const status = given ?? STATUS_OF_TYPE[type ?? ""];
  const said = apiMessage || message;
  if (status === undefined) return explainUnanswered(caught, said);
  const waitMs = headerOf(caught, "retry-after");
  const needs = needsOf(status, said, model);
  return {
    error: `${WORDS[status] ?? otherWords(status)}. It said: ${said}`,
    ...(needs !== undefined && { needs }),
    again: shouldRetry(caught) ?? (status === 408 || status === 409 || status === 429 || status >= 500),
    ...(waitMs !== undefined && /^\d+(\.\d+)?$/.test(waitMs) && { waitMs: Number(waitMs) * 1000 }),
  };
}

function explainUnanswered(caught: unknown, said: string): Failure {
  if (isConnectionLost(caught)) {
    const what = caught instanceof StreamCut ? caught.message : `no connection to the API: ${said}`;
    return { error: `${what}; look at the network, or at anthropic.baseUrl`, again: true, isUnanswered: true };
  }
  const name = caught instanceof Error ? `${caught.name}: ` : "";
  return {
    error: `asking the API failed in a way that no retry repairs: ${name}${said}`,
    again: false,
    isUnanswered: true,
  };
}

/** The SDK's own names; both are caused by the network, not by the request. */
const SDK_CONNECTION: ReadonlySet<string> = new Set(["APIConnectionError", "APIConnectionTimeoutError"]);
const SOCKET_CODE =
  /^(?:UND_ERR_(?:SOCKET|(?:CONNECT|HEADERS|BODY)_TIMEOUT)|ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Any other failure would happen again: an invalid address, or a bug of ours. */
function isConnectionLost(caught: unknown): boolean {
  if (!(caught instanceof Error)) return false;
  if (caught instanceof StreamCut || SDK_CONNECTION.has(caught.name)) return true;
  if (caught instanceof TypeError && caught.message === "terminated") return true; // by undici, in the middle of a body
  if ("code" in caught && SOCKET_CODE.test(String(caught.code))) return true;
  return isConnectionLost(caught.cause);
}

const WORDS: Readonly<Record<number, string>> = {
  401: "the API refused the key (401)",
  402: "the account has no credit left (402)",
  403: "the key may not do this (403)",
  404: "the API does not know the model (404)",
  413: "the request is too large for the API (413)",
  429: "the API asks for fewer requests (429)",
  529: "the API is overloaded (529): try again later",
};

function otherWords(status: number): string {
  return status >= 500 ? `the API failed (${status}): try again later` : `the API did not take the request (${status})`;
}

/** A missing credit is reported as a bad request; only its words say so. */
const NO_CREDIT = /credit balance|billing|payment required/i;

function needsOf(status: number, said: string, model: string): string | undefined {
  const needs: Readonly<Record<number, string>> = {
    401: "set a valid ANTHROPIC_API_KEY",
    403: `see whether the key may use ${model}, or set another ANTHROPIC_API_KEY`,
    404: `set models.anthropic to a model you have (now ${model}), or correct anthropic.baseUrl`,
    429: "wait, or raise the limits of your account",
  };
  const isUnpaid = status === 402 || (status === 400 && NO_CREDIT.test(said));
  return isUnpaid ? "add credit to your account, or set an ANTHROPIC_API_KEY of another account" : needs[status];
}

function shouldRetry(caught: unknown): boolean | undefined {
  const header = headerOf(caught, "x-should-retry");
  return header === "true" ? true : header === "false" ? false : undefined;
}

function headerOf(caught: unknown, name: string): string | undefined {
  const { headers } = caught as { headers?: unknown }; // any thrown value can be asked for a field
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined;
}

function fieldsOf(caught: unknown): object {
  if (!(caught instanceof Error)) return { message: String(caught) };
  const cause = caught.cause instanceof Error ? ` (${caught.cause.message})` : "";
  return { ...caught, message: `${caught.message}${cause}` };
}
