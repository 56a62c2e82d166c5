// A fake of the Messages API on the loopback interface. It speaks the protocol for real clients, plays rules instead of
// a model, and keeps every request. It judges nothing: what a request must look like is the test's business.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beginEvents, composeMessage, endEvents, newId, type WireEvent } from "./message.ts";
import type { Fault, Reply, ReplySource } from "./reply.ts";
import { type MessagesRequest, sessionOf } from "./request.ts";

export interface Rule {
  /** The first rule that says yes answers; a rule without `when` takes all. */
  readonly when?: (request: MessagesRequest) => boolean;
  /** One per request, in order. The last is given again and again. */
  readonly replies: readonly ReplySource[];
  /** Start over in every conversation instead of going on through the list. */
  readonly perSession?: boolean;
}

export interface FakeAnthropic {
  readonly url: string;
  /** Every message request, oldest first. */
  readonly requests: MessagesRequest[];
  /** How many answers are open at this moment, and how many were at most. */
  readonly open: { now: number; most: number };
  close(): Promise<void>;
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

export async function startFakeAnthropic(rules: readonly Rule[]): Promise<FakeAnthropic> {
  const requests: MessagesRequest[] = [];
  const open = { now: 0, most: 0 };
  const choose = chooser(rules);
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://fake");
    if (pathname !== "/v1/messages") return answerOther(pathname, response);
    const request: MessagesRequest = { headers: incoming.headers, body: JSON.parse(await readBody(incoming)) };
    requests.push(request);
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once("close", () => {
      open.now -= 1;
    });
    await answer(request, choose(request), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function chooser(rules: readonly Rule[]): (request: MessagesRequest) => Reply {
  const given = new Map<string, number>();
  return (request) => {
    const place = rules.findIndex(({ when }) => when?.(request) ?? true);
    const rule = rules[place];
    const key = `${place} ${rule?.perSession ? sessionOf(request) : ""}`;
    const count = given.get(key) ?? 0;
    given.set(key, count + 1);
    const source = rule?.replies[Math.min(count, rule.replies.length - 1)];
    if (source === undefined) {
      return { blocks: [], fault: { kind: "error", status: 400, message: "the fake has no rule for this request" } };
    }
    return typeof source === "function" ? source(request) : source;
  };
}

async function answer({ body }: MessagesRequest, reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.delayMs) await pause(reply.delayMs);
  await reply.after;
  response.setHeader("request-id", newId("req"));
  const { fault } = reply;
  if (fault?.kind === "error") return sendError(response, fault);
  const message = composeMessage(body, reply);
  if (!body.stream && fault === undefined) return sendJson(response, 200, message);

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  sendEvents(response, beginEvents(message));
  if (fault?.kind === "hang") return;
  if (fault?.kind === "cut") {
    await pause(20); // let the bytes leave first
    response.destroy();
    return;
  }
  sendEvents(response, fault?.kind === "overloaded" ? [errorBody(529, "Overloaded")] : endEvents(message));
  response.end();
}

function sendEvents(response: ServerResponse, events: readonly WireEvent[]): void {
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function sendError(response: ServerResponse, fault: Fault & { readonly kind: "error" }): void {
  if (fault.retryAfter !== undefined) response.setHeader("retry-after", String(fault.retryAfter));
  sendJson(response, fault.status, errorBody(fault.status, fault.message ?? `scripted ${fault.status}`));
}

function errorBody(status: number, message: string): WireEvent {
  const type = ERROR_TYPES[status] ?? "api_error";
  return { type: "error", error: { type, message }, request_id: newId("req") };
}

/** What clients may ask beside messages. */
function answerOther(pathname: string, response: ServerResponse): void {
  if (pathname === "/v1/messages/count_tokens") sendJson(response, 200, { input_tokens: 1 });
  else if (pathname === "/v1/models") sendJson(response, 200, { data: [], has_more: false });
  else sendJson(response, 404, errorBody(404, `the fake does not know ${pathname}`));
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return body;
}
