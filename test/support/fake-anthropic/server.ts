// A fake of the Messages API on the loopback interface. It speaks the protocol for real clients, plays rules instead of
// a model, keeps every request, and bills it by the rules of the provider's prompt cache. It refuses what the API
// refuses about the cache and about effort; what else a request must look like is the test's business.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendAnswer, sendError, sendJson } from "./answer.ts";
import { type CacheRules, createCacheBooks } from "./cache-books.ts";
import { placeMarks } from "./cache-marks.ts";
import { effortRefusal } from "./effort.ts";
import { isPrefill, prefillRefusal } from "./prefill.ts";
import { promptTokens, renderPrompt } from "./rendered-prompt.ts";
import { type MessagesRequest, type RequestBody, sessionOf } from "./request.ts";
import { type RequestRecord, recordRequest } from "./request-record.ts";
import { chooser, type Rule } from "./rules.ts";
import { serverToolRefusal } from "./server-tools.ts";
import { usageOf } from "./usage.ts";

export type { Rule } from "./rules.ts";

export interface FakeOptions {
  /** Milliseconds; cache entries age on it. Real time when it is not given. */
  readonly clock?: () => number;
  /** The conversation a request belongs to; a Claude client's session when it is not given. */
  readonly threadOf?: (request: MessagesRequest) => string | undefined;
  /** Holds the first token of a request back until the promise is settled; `n` counts requests from 1. */
  readonly firstTokenGate?: (request: MessagesRequest, n: number) => Promise<unknown> | undefined;
  readonly cache?: CacheRules;
}

export interface FakeAnthropic {
  readonly url: string;
  /** Every message request, oldest first. */
  readonly requests: MessagesRequest[];
  /** What is known about each of them: same order, same length. */
  readonly records: RequestRecord[];
  /** How many answers are open at this moment, and how many were at most. */
  readonly open: { now: number; most: number };
  close(): Promise<void>;
}

export async function startFakeAnthropic(rules: readonly Rule[], options: FakeOptions = {}): Promise<FakeAnthropic> {
  const requests: MessagesRequest[] = [];
  const records: RequestRecord[] = [];
  const open = { now: 0, most: 0 };
  const answer = answerer(rules, options, records);
  const { clock = Date.now } = options;
  const server = createServer(async (incoming, response) => {
    const at = clock();
    const { pathname } = new URL(incoming.url ?? "/", "http://fake");
    if (pathname !== "/v1/messages") return answerOther(pathname, incoming, response);
    const request: MessagesRequest = { headers: incoming.headers, body: await readBody(incoming) };
    requests.push(request);
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once("close", () => {
      open.now -= 1;
    });
    await answer(request, at, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    records,
    open,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answerer = (request: MessagesRequest, at: number, response: ServerResponse) => Promise<void>;

/** Everything up to the first wait happens at once, so requests are billed in the order they came. */
function answerer(rules: readonly Rule[], options: FakeOptions, records: RequestRecord[]): Answerer {
  const { threadOf = (request) => sessionOf(request) || undefined, firstTokenGate, cache } = options;
  const books = createCacheBooks(cache);
  const choose = chooser(rules);
  return async (request, at, response) => {
    const { body } = request;
    const prompt = renderPrompt(body);
    const placed = placeMarks(prompt, body.cache_control);
    const marks = "marks" in placed ? placed.marks : [];
    const n = records.length + 1;
    const record = recordRequest(prompt, { n, at, thread: threadOf(request), prefill: isPrefill(body), marks });
    records.push(record);
    const refusal =
      "refusal" in placed ? placed.refusal : (prefillRefusal(body) ?? effortRefusal(body) ?? serverToolRefusal(body));
    if (refusal) return sendError(response, { kind: "error", status: 400, message: refusal });

    const reply = choose(request);
    const isRead = reply.fault?.kind !== "error";
    const booking = books.begin(prompt, isRead ? marks : [], at);
    const usage = usageOf(reply, booking.usage);
    if (isRead) record.usage = usage;
    const gate = firstTokenGate?.(request, n);
    await sendAnswer({ body, reply, usage, gate, onFirstToken: booking.firstToken }, response);
  };
}

/** What clients may ask beside messages. */
async function answerOther(pathname: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  if (pathname === "/v1/messages/count_tokens") {
    sendJson(response, 200, { input_tokens: promptTokens(renderPrompt(await readBody(incoming))) });
  } else if (pathname === "/v1/models") sendJson(response, 200, { data: [], has_more: false });
  else sendError(response, { kind: "error", status: 404, message: `the fake does not know ${pathname}` });
}

async function readBody(incoming: IncomingMessage): Promise<RequestBody> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return JSON.parse(body);
}
