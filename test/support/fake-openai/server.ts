// A fake of OpenAI's two APIs on the loopback interface. It speaks the protocol for the real SDK, plays rules instead of a
// model, keeps every request, refuses what the API refuses about its items, and bills by the rules of its prompt cache.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "../fake-anthropic/reply.ts";
import { countTokens } from "../fake-anthropic/tokens.ts";
import { type Booking, createCacheBooks } from "./cache-books.ts";
import { refuseChat } from "./chat-checks.ts";
import { chatWire } from "./chat-wire.ts";
import type { Dialect } from "./dialects.ts";
import type { OpenAiRequest, RequestBody } from "./request.ts";
import { type Issued, type Refused, refuseResponse } from "./responses-checks.ts";
import { responseWire, type Wire, type WireEvent } from "./responses-wire.ts";
import { chooser, type Rule } from "./rules.ts";

export type { Rule } from "./rules.ts";

export interface Billed {
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
}

export interface FakeOpenAi {
  /** With the version, as a base URL has it. */
  readonly url: string;
  readonly requests: OpenAiRequest[];
  /** Of requests that were answered to their end; what broke off is billed, too, but nobody is told. */
  readonly billed: Billed[];
  /** How many of them it has worked on at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export interface FakeOptions {
  /** The longest prompt, in tokens. */
  readonly window?: number;
  /** Whose Chat Completions; OpenAI's own without it. */
  readonly dialect?: Dialect;
}

export async function startFakeOpenAi(
  rules: readonly Rule[],
  { window, dialect }: FakeOptions = {},
): Promise<FakeOpenAi> {
  const requests: OpenAiRequest[] = [];
  const billed: Billed[] = [];
  const issued: Issued = { items: new Map(), after: new Map() };
  const book = createCacheBooks();
  const choose = chooser(rules);
  let working = 0;
  let mostAtOnce = 0;
  const server = createServer(async (incoming, response) => {
    const api = { "/v1/responses": "responses", "/v1/chat/completions": "chat" }[incoming.url ?? ""];
    if (api !== "responses" && api !== "chat")
      return sendError(response, 404, { message: `Invalid URL (${incoming.url})` });
    const request: OpenAiRequest = { api, headers: incoming.headers, body: await readBody(incoming) };
    requests.push(request);
    const { body } = request;
    const booking = book(body);
    const isLong = booking.total > (window ?? Number.POSITIVE_INFINITY);
    const refused = isLong ? TOO_LONG : api === "chat" ? refuseChat(body, dialect) : refuseResponse(body, issued);
    if (refused) return sendError(response, 400, refused);
    const reply = choose(request);
    if (reply.fault?.kind === "error") return sendFault(response, reply.fault);
    const bill = billOf(booking, reply);
    const wire =
      api === "chat"
        ? chatWire(body, reply, chatUsage(bill), dialect)
        : responseWire(body, reply, responseUsage(bill), issued);
    mostAtOnce = Math.max(mostAtOnce, ++working);
    await sendStream(wire, reply, booking, response, api);
    working--;
    if (reply.fault === undefined && reply.stopReason !== "failed") billed.push(bill);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    billed,
    mostAtOnce: () => mostAtOnce,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TOO_LONG: Refused = {
  code: "context_length_exceeded",
  message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
};

function billOf({ read, written, total }: Booking, { blocks, usage }: Reply): Billed {
  const output = usage?.output_tokens ?? countTokens(JSON.stringify(blocks));
  return { input: total - read - written, read, written, output };
}

function responseUsage({ input, read, written, output }: Billed): object {
  return {
    input_tokens: input + read + written,
    input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + read + written + output,
  };
}

function chatUsage({ input, read, written, output }: Billed): object {
  return {
    prompt_tokens: input + read + written,
    prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
    completion_tokens: output,
    total_tokens: input + read + written + output,
  };
}

async function sendStream(wire: Wire, reply: Reply, booking: Booking, response: ServerResponse, api: string) {
  const { fault } = reply;
  if (reply.delayMs) await pause(reply.delayMs);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (events: readonly WireEvent[]) => {
    for (const event of events) {
      response.write(`${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
    }
  };
  send(wire.opening);
  if (wire.tokens.length > 0 || fault === undefined) booking.firstToken();
  send(wire.tokens);
  if (fault?.kind === "hang") return;
  if (fault?.kind === "cut") {
    await pause(20); // let the bytes leave first
    response.destroy();
    return;
  }
  if (fault?.kind === "overloaded") send([overloaded(api)]);
  else send(wire.end);
  response.end(api === "chat" ? "data: [DONE]\n\n" : "");
}

function overloaded(api: string): WireEvent {
  const told = { code: "server_error", message: "The server had an error while processing your request." };
  return api === "chat" ? { error: told } : { type: "error", ...told, param: null };
}

type HttpFault = NonNullable<Reply["fault"]> & { readonly kind: "error" };

/** A message that is one word of small letters is the code, as in `insufficient_quota`. */
function sendFault(response: ServerResponse, { status, message = "no", retryAfter }: HttpFault): void {
  if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
  if (status < 400) response.setHeader("location", "http://elsewhere.invalid/v1");
  sendError(response, status, { message, ...(/^[a-z]+_[a-z_]+$/.test(message) && { code: message }) });
}

function sendError(response: ServerResponse, status: number, { message, code }: Refused): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: code ?? null } }));
}

async function readBody(incoming: IncomingMessage): Promise<RequestBody> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return JSON.parse(body);
}
