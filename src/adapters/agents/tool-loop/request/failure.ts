// Why a request failed, in one sentence that says what to do about it, and whether a retry is worthwhile: the same words
// for every provider. How a provider says it is read by its own client; errors are read by their fields, so an SDK need
// not be loaded to understand one.
import { oneLine } from "../../../../domain/text/one-line.ts";
import { askedWait } from "./asked-wait.ts";
import { type Failure, FellSilent, StreamCut } from "./model-client.ts";

/** What the person knows the provider by. */
export interface ProviderNames {
  /** The runtime, which is also the name of its settings. */
  readonly runtime: string;
  /** The variable with the key. */
  readonly key: string;
  /** What else may help where neither the model nor the address is wrong. */
  readonly elsewhere?: string;
}

export interface Refusal {
  /** Undefined when nothing came back. */
  readonly status: number | undefined;
  readonly said: string;
  readonly model: string;
  /** The account has nothing left, whatever the status says. */
  readonly isUnpaid: boolean;
  /** The conversation is too long, whatever the status says. */
  readonly isTooLong?: boolean;
  /** The provider will not have this answered. */
  readonly isRefused?: boolean;
  /** How long to wait, where it says so beside its words. */
  readonly waitSeconds?: number | undefined;
}

export const TOO_LONG = "the conversation has become longer than the model can take in";
export const REFUSED = "the model refuses to answer this";

export function explainRefusal(caught: unknown, refusal: Refusal, names: ProviderNames): Failure {
  const { status, isUnpaid, model } = refusal;
  const said = inShort(refusal.said);
  const ofTalk = { again: false, isOfTalk: true, ofRequest: true } as const;
  if (refusal.isTooLong) return { error: `${TOO_LONG}. It said: ${said}`, needs: needsLess(names, model), ...ofTalk };
  if (refusal.isRefused) return { error: `${REFUSED}. It said: ${said}`, needs: needsOther(names, model), ...ofTalk };
  if (status === undefined) return explainUnanswered(caught, said, names);
  const waitMs = askedWait({ headers: headersOf(caught), said, seconds: refusal.waitSeconds });
  const needs = isUnpaid
    ? `add credit to your account, or set an ${names.key} of another account`
    : needsOf(status, model, names);
  const isOfRequest = !isUnpaid && OF_REQUEST.has(status);
  return {
    error: `${isUnpaid ? noCredit(status) : (WORDS[status] ?? otherWords(status))}. It said: ${said}`,
    needs,
    ...(isOfRequest && { ofRequest: true, isOfTalk: true }), // of a resumed one it may be what came before
    again: !isUnpaid && (shouldRetry(caught) ?? (status === 408 || status === 409 || status === 429 || status >= 500)),
    ...(waitMs !== undefined && { waitMs }),
    ...(!isUnpaid && (status === 429 || status >= 500) && { isLimit: true }),
  };
}

const LONGEST_WORDS = 600;

/** What stands between a provider and us may answer with a whole page. */
function inShort(said: string): string {
  const isPage = /<(?:!doctype|html|body)\b/i.test(said);
  const plain = isPage ? said.replaceAll(/<(style|script)\b.*?<\/\1>|<[^>]*>/gis, " ") : said;
  const words = oneLine(plain);
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words;
}

const OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422]);

/** What helps where the same request would end the same way. */
export function needsLess({ runtime }: ProviderNames, model: string): string {
  return `set models.${runtime} to a model that takes more (now ${model}), or make the feature smaller`;
}

export function needsOther({ runtime }: ProviderNames, model: string): string {
  return `set models.${runtime} to another model (now ${model}), or say it in other words`;
}

function explainUnanswered(caught: unknown, said: string, { runtime }: ProviderNames): Failure {
  if (isConnectionLost(caught)) {
    const cut = caught instanceof Error && caught.cause instanceof StreamCut ? caught.cause : caught; // an SDK wraps it
    const what = cut instanceof StreamCut ? cut.message : `no connection to the API: ${said}`;
    const longer = cut instanceof FellSilent ? `, or allow more time (limits.${runtime}.silence)` : "";
    const needs = `look at the network, or at ${runtime}.baseUrl${longer}`;
    return { error: what, needs, again: true, isUnanswered: true };
  }
  const name = caught instanceof Error ? `${caught.name}: ` : "";
  return {
    error: `asking the API failed in a way that no retry repairs: ${name}${said}`,
    again: false,
    isUnanswered: true,
  };
}

/** The SDKs' own names, of the error or of its class; both are caused by the network, not by the request. */
const SDK_CONNECTION: ReadonlySet<string> = new Set(["APIConnectionError", "APIConnectionTimeoutError"]);
const SOCKET_CODE =
  /^(?:UND_ERR_(?:SOCKET|(?:CONNECT|HEADERS|BODY)_TIMEOUT)|ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Any other failure would happen again: an invalid address, or a bug of ours. */
function isConnectionLost(caught: unknown): boolean {
  if (!(caught instanceof Error)) return false;
  if (caught instanceof StreamCut) return true;
  if (SDK_CONNECTION.has(caught.name) || SDK_CONNECTION.has(caught.constructor.name)) return true;
  if (caught instanceof TypeError && caught.message === "terminated") return true; // by undici, in the middle of a body
  if ("code" in caught && SOCKET_CODE.test(String(caught.code))) return true;
  return isConnectionLost(caught.cause);
}

const WORDS: Readonly<Record<number, string>> = {
  401: "the API refused the key (401)",
  403: "the key may not do this (403)",
  404: "the API does not know the model (404)",
  413: "the request is too large for the API (413)",
  429: "the API asks for fewer requests (429)",
  529: "the API is overloaded (529): try again later",
};

function noCredit(status: number): string {
  return `the account has no credit left (${status})`;
}

function otherWords(status: number): string {
  if (isRedirect(status)) return `the address leads elsewhere (${status}), and nothing was sent there`;
  return status >= 500 ? `the API failed (${status}): try again later` : `the API did not take the request (${status})`;
}

function needsOf(status: number, model: string, names: ProviderNames): string {
  const { runtime, key, elsewhere } = names;
  const other = elsewhere === undefined ? "" : `, or ${elsewhere}`;
  const needs: Readonly<Record<number, string>> = {
    401: `set a valid ${key}`,
    403: `see whether the key may use ${model}, or set another ${key}`,
    404: `set models.${runtime} to a model you have (now ${model}), or correct ${runtime}.baseUrl${other}`,
    413: needsLess(names, model),
    429: "wait, or raise the limits of your account",
  };
  if (isRedirect(status)) return `set ${runtime}.baseUrl to the address itself, if you trust it`;
  const usual = status >= 500 ? "wait a few minutes" : `set models.${runtime} to a model that takes it (now ${model})`;
  return needs[status] ?? usual;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function shouldRetry(caught: unknown): boolean | undefined {
  const header = headersOf(caught)?.get("x-should-retry");
  return header === "true" ? true : header === "false" ? false : undefined;
}

function headersOf(caught: unknown): Headers | undefined {
  const { headers } = caught as { headers?: unknown }; // any thrown value can be asked for a field
  return headers instanceof Headers ? headers : undefined;
}

/** What can be read of any thrown value. */
export function fieldsOf(caught: unknown): object {
  if (!(caught instanceof Error)) return { message: String(caught) };
  const cause = innermost(caught.cause);
  return { ...caught, message: cause === undefined ? caught.message : `${caught.message} (${cause})` };
}

/** SDKs and fetch wrap what happened; only the innermost says that nobody listens there, and where. */
function innermost(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  return innermost(cause.cause ?? first) ?? (cause.message === "" ? undefined : cause.message);
}
