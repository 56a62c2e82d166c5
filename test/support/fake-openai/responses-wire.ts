// A reply as the events of the Responses API.
import { randomUUID } from "node:crypto";
import type { Reply, ReplyBlock } from "../fake-anthropic/reply.ts";
import type { Item, RequestBody } from "./request.ts";
import type { Issued } from "./responses-checks.ts";

export interface WireEvent {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** In three parts: before the first token, the items, the end. */
export interface Wire {
  readonly opening: readonly WireEvent[];
  readonly tokens: readonly WireEvent[];
  readonly end: readonly WireEvent[];
}

const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll("-", "")}`;

export function responseWire(body: RequestBody, reply: Reply, usage: object, issued: Issued): Wire {
  const items = reply.blocks.map((block) => toItem(block, body, reply.stopReason === "refusal"));
  for (const [place, item] of items.entries()) {
    issued.items.set(String(item.id), item);
    const next = items[place + 1];
    if (item.type === "reasoning" && next) issued.after.set(String(item.id), String(next.id));
  }
  const response = { id: newId("resp"), object: "response", model: body.model, output: [], usage: null };
  const why = { max_tokens: "max_output_tokens", content_filter: "content_filter" }[reply.stopReason ?? ""];
  const failure = reply.stopReason === "failed";
  const kind = why ? "incomplete" : failure ? "failed" : "completed";
  const ended = {
    ...response,
    ...{ status: kind, output: items, usage: failure ? null : usage },
    incomplete_details: why ? { reason: why } : null,
    error: failure ? { code: "server_error", message: "The model produced nothing." } : null,
  };
  return {
    opening: [
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.in_progress", response: { ...response, status: "in_progress" } },
    ],
    tokens: items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
      ...deltasOf(item, output_index),
      { type: "response.output_item.done", output_index, item },
    ]),
    end: [{ type: `response.${kind}`, response: ended }],
  };
}

function toItem(block: ReplyBlock, body: RequestBody, isRefusal: boolean): Item {
  if (block.type === "thinking") {
    const hidden = body.include?.includes("reasoning.encrypted_content");
    const id = newId("rs");
    return {
      id,
      type: "reasoning",
      summary: [],
      ...(hidden && { encrypted_content: `sealed ${id} ${block.thinking}` }),
    };
  }
  if (block.type === "tool_use") {
    const written = block.json ?? JSON.stringify(block.input);
    const ids = { id: newId("fc"), call_id: newId("call") };
    return { ...ids, type: "function_call", status: "completed", name: block.name, arguments: written };
  }
  if (block.type === "server_tool_use") {
    return { id: newId("ws"), type: "web_search_call", status: "completed", action: { type: "search" } };
  }
  const said = block.type === "text" ? block : { text: "", citations: [] };
  const part = isRefusal
    ? { type: "refusal", refusal: said.text }
    : { type: "output_text", text: said.text, annotations: said.citations ?? [] };
  return { id: newId("msg"), type: "message", status: "completed", role: "assistant", content: [part] };
}

function deltasOf(item: Item, output_index: number): WireEvent[] {
  const [written, kind] =
    item.type === "function_call"
      ? [String(item.arguments), "function_call_arguments"]
      : [String((item.content as { text?: string }[] | undefined)?.[0]?.text ?? ""), "output_text"];
  const middle = Math.ceil(written.length / 2);
  return [written.slice(0, middle), written.slice(middle)]
    .filter((delta) => delta !== "")
    .map((delta) => ({ type: `response.${kind}.delta`, item_id: item.id, output_index, delta }));
}
