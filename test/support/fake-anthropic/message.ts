// A reply in the two forms of the wire: one JSON message, or the same as server-sent events.
import { randomUUID } from "node:crypto";
import type { Reply, ReplyBlock, Usage } from "./reply.ts";
import type { RequestBody } from "./request.ts";

export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface WireMessage {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly WireBlock[];
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly usage: Usage;
}

type WireBlock = ReplyBlock & { readonly id?: string };

export function composeMessage(body: RequestBody, reply: Reply, usage: Usage): WireMessage {
  const usesTool = reply.blocks.some(({ type }) => type === "tool_use");
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content: reply.blocks.map((block) => (block.type === "tool_use" ? { ...block, id: newId("toolu") } : block)),
    stop_reason: reply.stopReason ?? (usesTool ? "tool_use" : "end_turn"),
    stop_sequence: reply.stopSequence ?? null,
    usage,
  };
}

export function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll("-", "")}`;
}

/** What comes before the first token; `blockEvents` come next, `endEvents` are the rest. */
export function openingEvents(message: WireMessage): WireEvent[] {
  const usage = { ...message.usage, output_tokens: 1, ...(message.usage.server_tool_use && UNSEARCHED) };
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  return [{ type: "message_start", message: start }, { type: "ping" }];
}

const UNSEARCHED = { input_tokens: 1, server_tool_use: { web_search_requests: 0 } };

export function blockEvents({ content }: WireMessage): WireEvent[] {
  return content.flatMap((block, index) => [
    { type: "content_block_start", index, content_block: emptied(block) },
    ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]);
}

/** What the provider found is read as input, too, so the figures at the end replace those of the beginning. */
export function endEvents({ stop_reason, stop_sequence, usage }: WireMessage): WireEvent[] {
  const { output_tokens, server_tool_use } = usage;
  const isSearched = server_tool_use !== undefined;
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: isSearched ? usage : { output_tokens } },
    { type: "message_stop" },
  ];
}

function emptied(block: WireBlock): object {
  if (block.type === "text") return { ...block, text: "", ...(block.citations && { citations: [] }) };
  if (block.type === "web_search_tool_result") return block;
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  const { json: _, ...start } = { json: undefined, ...block };
  return { ...start, input: {} };
}

function deltasOf(block: WireBlock): object[] {
  if (block.type === "text") {
    return [
      ...halves(block.text).map((text) => ({ type: "text_delta", text })),
      ...(block.citations ?? []).map((citation) => ({ type: "citations_delta", citation })),
    ];
  }
  if (block.type === "web_search_tool_result") return [];
  if (block.type === "thinking") {
    return [
      ...halves(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: block.signature },
    ];
  }
  const json = ("json" in block ? block.json : undefined) ?? JSON.stringify(block.input);
  return ["", ...halves(json)].map((partial_json) => ({ type: "input_json_delta", partial_json }));
}

/** In pieces, so that nobody gets away with reading the first one only. */
function halves(whole: string): string[] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)];
}
