// A fetch whose answers break off when not a byte of them has come for a while, so that a stream that died without a word
// is asked for again. Bytes are watched first, not events: a provider that keeps the connection open still works on its answer.
// But it may do only that for a few times as long. It follows no redirect: key and code go to the address that the person
// has named, and nowhere else.
import { FellSilent } from "./model-client.ts";
import { watchNews } from "./stream-news.ts";

/** As long as the fetch of Node waits by itself; a reasoning model may think for minutes. */
export const SILENCE_MS = 5 * 60_000;
/** So many times as long an answer may bring nothing but signs of life. */
const MOST_SILENCES = 4;

export function fetchUnlessSilent(limitMs = SILENCE_MS): typeof fetch {
  return async (address, init) => {
    const response = await begin(address, init, limitMs);
    const { body, status, statusText, headers } = response;
    if (REDIRECTS.has(status)) return Response.json(leadsTo(response, address), { status });
    if (body === null) return response;
    const isNews = watchNews(headers.get("content-type"));
    return new Response(watched(body, limitMs, isNews), { status, statusText, headers });
  };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** In the shape of a refusal; only whose address it is, since the rest may hold a secret. */
function leadsTo({ headers }: Response, address: Parameters<typeof fetch>[0]): object {
  const from = address instanceof Request ? address.url : String(address);
  const location = headers.get("location") ?? "";
  const to = URL.canParse(location, from) ? new URL(location, from).origin : "nowhere";
  return { type: "error", error: { type: "redirect", message: `ask ${to} instead` } };
}

async function begin(...[address, init, limitMs]: [...Parameters<typeof fetch>, number]): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new FellSilent(silentFor(limitMs))), limitMs);
  const signal = AbortSignal.any([silence.signal, ...(init?.signal ? [init.signal] : [])]);
  const patient = { ...init, signal, redirect: "manual" as const, ...patience() };
  return fetch(address, patient).finally(() => clearTimeout(timer));
}

/** Where Node keeps what its fetch sends through, as soon as anything of it was used; the SDKs begin with headers. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/** Node would give up after five minutes, also where the person allows more: a model on a machine of one's own is slow. */
function patience(): object {
  const { [DISPATCHER]: own } = globalThis as { [DISPATCHER]?: Dispatcher };
  if (own === undefined) return {};
  const noLimits = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    dispatcher: {
      dispatch: (options, handler) => own.dispatch({ ...options, ...noLimits }, handler),
    } satisfies Dispatcher,
  };
}

function watched(
  body: ReadableStream<Uint8Array>,
  limitMs: number,
  isNews: (bytes: Uint8Array) => boolean,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const longest = MOST_SILENCES * limitMs;
  let withoutNews = 0;
  return new ReadableStream({
    async pull(controller) {
      const giveUp = (words: string) => {
        controller.error(new FellSilent(words));
        reader.cancel().catch(() => undefined);
      };
      const begun = performance.now();
      const timer = setTimeout(() => giveUp(silentFor(limitMs)), limitMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      withoutNews = value && isNews(value) ? 0 : withoutNews + performance.now() - begun;
      if (!done && withoutNews > longest)
        return giveUp(`only signs of life came for ${inWords(longest)}, and no answer`);
      if (value !== undefined) controller.enqueue(value);
      else if (done) closeQuietly(controller);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** It may have been broken off while it was read. */
function closeQuietly(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    // it has ended otherwise
  }
}

function silentFor(limitMs: number): string {
  return `the answer fell silent for ${inWords(limitMs)}`;
}

function inWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} second${seconds === 1 ? "" : "s"}`;
}
