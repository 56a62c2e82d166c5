// A reply as the chunks of Chat Completions.
import { randomUUID } from "node:crypto";
import type { Reply } from "../fake-anthropic/reply.ts";
import { type Dialect, geminiCall, openRouterThought } from "./dialects.ts";
import type { RequestBody } from "./request.ts";
import type { Wire, WireEvent } from "./responses-wire.ts";

export function chatWire(body: RequestBody, reply: Reply, usage: object, dialect?: Dialect): Wire {
  const about = { id: `chatcmpl-${randomUUID()}`, object: "chat.completion.chunk", model: body.model };
  const chunk = (delta: object, finish_reason: string | null = null): WireEvent => ({
    ...about,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usesTool = reply.blocks.some(({ type }) => type === "tool_use");
  const stops: Record<string, string> = { max_tokens: "length", content_filter: "content_filter", refusal: "stop" };
  const finish = reply.stopReason
    ? (stops[reply.stopReason] ?? reply.stopReason)
    : usesTool && dialect !== "gemini"
      ? "tool_calls"
      : "stop";
  return {
    opening: [chunk({ role: "assistant", content: "" })],
    tokens: deltasOf(reply, dialect).map((delta) => chunk(delta)),
    end: [chunk({}, finish), ...(body.stream_options?.include_usage ? [{ ...about, choices: [], usage }] : [])],
  };
}

function deltasOf({ blocks, stopReason }: Reply, dialect: Dialect | undefined): object[] {
  let call = -1;
  return blocks.flatMap((block): object[] => {
    if (block.type === "thinking" && dialect === "openrouter") return openRouterThought(block);
    if (block.type === "thinking") return halves(block.thinking).map((reasoning_content) => ({ reasoning_content }));
    if (block.type === "text") {
      const field = stopReason === "refusal" ? "refusal" : "content";
      return halves(block.text).map((piece) => ({ [field]: piece }));
    }
    if (block.type !== "tool_use") return [];
    call += 1;
    const written = block.json ?? JSON.stringify(block.input);
    if (dialect === "gemini") return [{ tool_calls: [geminiCall({ name: block.name, written }, call)] }];
    const id = `call_${randomUUID()}`;
    const [first, second] = halves(written);
    const called = (more: object, written = "") => ({
      tool_calls: [
        { index: call, ...more, function: { ...("id" in more && { name: block.name }), arguments: written } },
      ],
    });
    return [called({ id, type: "function" }, first), called({}, second)];
  });
}

function halves(whole: string): string[] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)];
}
