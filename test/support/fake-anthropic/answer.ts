// One answer on the wire: as a whole or as a stream, up to its end or up to the fault its script wants.
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import {
  blockEvents,
  composeMessage,
  endEvents,
  newId,
  openingEvents,
  type WireEvent,
  type WireMessage,
} from "./message.ts";
import type { Fault, Reply, Usage } from "./reply.ts";
import type { RequestBody } from "./request.ts";

export interface Answer {
  readonly body: RequestBody;
  readonly reply: Reply;
  readonly usage: Usage;
  /** Settled when the first token may leave. */
  readonly gate: Promise<unknown> | undefined;
  /** Called right before it leaves. */
  onFirstToken(): void;
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

export async function sendAnswer(answer: Answer, response: ServerResponse): Promise<void> {
  const { body, reply, usage } = answer;
  if (reply.delayMs) await pause(reply.delayMs);
  await reply.after;
  response.setHeader("request-id", newId("req"));
  if (reply.fault?.kind === "error") return sendError(response, reply.fault);
  const message = composeMessage(body, reply, usage);
  await (body.stream ? sendStream(message, answer, response) : sendWhole(message, answer, response));
}

async function sendStream(message: WireMessage, answer: Answer, response: ServerResponse): Promise<void> {
  const { fault } = answer.reply;
  const opening = openingEvents(message);
  const left = (fault?.kind === "error" ? undefined : fault?.events) ?? Number.POSITIVE_INFINITY;
  const tokens = blockEvents(message).slice(0, Math.max(0, left - opening.length));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  sendEvents(response, opening.slice(0, left));
  await Promise.all([answer.reply.firstToken, answer.gate]);
  if (response.destroyed) return;
  if (tokens.length > 0 || fault === undefined) answer.onFirstToken();
  sendEvents(response, tokens);
  if (fault?.kind === "hang") return;
  if (fault?.kind === "cut") return cut(response);
  const isWhole = fault?.kind !== "overloaded";
  sendEvents(response, isWhole ? endEvents(message) : [errorBody(529, fault.message ?? "Overloaded")]);
  response.end();
}

/** Who does not stream sees nothing of an answer that breaks off. */
async function sendWhole(message: WireMessage, answer: Answer, response: ServerResponse): Promise<void> {
  await Promise.all([answer.reply.firstToken, answer.gate]);
  const { fault } = answer.reply;
  if (response.destroyed || fault?.kind === "hang") return;
  if (fault?.kind === "cut") return cut(response);
  if (fault?.kind === "overloaded") return sendError(response, { kind: "error", status: 529, message: "Overloaded" });
  answer.onFirstToken();
  sendJson(response, 200, message);
}

async function cut(response: ServerResponse): Promise<void> {
  await pause(200); // let the bytes be read first, also on a busy machine
  response.destroy();
}

function sendEvents(response: ServerResponse, events: readonly WireEvent[]): void {
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

export function sendError(response: ServerResponse, fault: Fault & { readonly kind: "error" }): void {
  if (fault.retryAfter !== undefined) response.setHeader("retry-after", String(fault.retryAfter));
  if (fault.status < 400) response.setHeader("location", "http://elsewhere.invalid/v1");
  if (fault.status === 429 && fault.retryAfter) {
    // a subscription is told so which of its limits it is, and until when
    response.setHeader("anthropic-ratelimit-unified-representative-claim", "five_hour");
    response.setHeader("anthropic-ratelimit-unified-status", "rejected");
    response.setHeader("anthropic-ratelimit-unified-reset", String(Math.ceil(Date.now() / 1000) + fault.retryAfter));
  }
  sendJson(response, fault.status, errorBody(fault.status, fault.message ?? `scripted ${fault.status}`));
}

function errorBody(status: number, message: string): WireEvent {
  const type = ERROR_TYPES[status] ?? "api_error";
  return { type: "error", error: { type, message }, request_id: newId("req") };
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
