// One answer of the model, assembled from its events. Blocks keep every field they came with. A stream that ends before
// the answer does counts as a lost connection.
import * as z from "zod";
import type { Usage } from "../../../domain/billing/usage.ts";
import { type ContentBlock, type Message, parseInput } from "../tool-loop/request/messages.ts";
import { type Answer, type AnswerWatch, type StopReason, StreamCut } from "../tool-loop/request/model-client.ts";

const Tokens = z.number().nullish();
const UsageShape = z.looseObject({
  input_tokens: Tokens,
  cache_read_input_tokens: Tokens,
  cache_creation_input_tokens: Tokens,
  output_tokens: Tokens,
  server_tool_use: z.looseObject({ web_search_requests: Tokens }).nullish(),
});

const EventShape = z.looseObject({
  type: z.string(),
  index: z.number().optional(),
  message: z.looseObject({ usage: UsageShape.optional() }).optional(),
  content_block: z.looseObject({ type: z.string() }).optional(),
  delta: z
    .looseObject({
      type: z.string().optional(),
      stop_reason: z.string().nullish(),
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
      citation: z.unknown().optional(),
    })
    .optional(),
  usage: UsageShape.optional(),
});

interface Growing {
  readonly block: Record<string, unknown> & { type: string };
  json: string;
}

export async function readAnswer(events: AsyncIterable<unknown>, watch: AnswerWatch): Promise<Answer> {
  const growing: Growing[] = [];
  let counted: z.infer<typeof UsageShape> = {};
  let stopReason: string | undefined;
  for await (const raw of events) {
    const event = EventShape.safeParse(raw).data;
    if (!event) continue; // later versions may send events that are unknown here
    const usage = event.message?.usage ?? event.usage;
    if (usage) {
      counted = { ...counted, ...withoutNulls(usage) };
      watch.onUsage(toUsage(counted), counted.server_tool_use?.web_search_requests ?? 0);
    }
    if (event.type === "content_block_start" && event.index !== undefined) {
      const { content_block } = raw as { content_block: Growing["block"] }; // the parser has just accepted this field
      growing[event.index] = { block: { ...content_block }, json: "" };
    }
    const current = event.index === undefined ? undefined : growing[event.index];
    if (event.type === "content_block_delta" && current && event.delta) grow(current, event.delta);
    if (event.type === "content_block_delta" || event.type === "content_block_stop") watch.onToken();
    if (event.type === "message_delta") stopReason = event.delta?.stop_reason ?? stopReason;
    if (event.type === "message_stop" && stopReason !== undefined)
      return { message: finish(growing), stopReason: STOPS[stopReason] ?? stopReason };
  }
  throw new StreamCut("the answer broke off");
}

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: "done",
  tool_use: "done",
  max_tokens: "length",
  refusal: "refused",
  model_context_window_exceeded: "window",
  pause_turn: "paused",
};

/** Usage of a message that arrived as a whole. */
export function usageOf(message: unknown): Usage {
  return toUsage(z.looseObject({ usage: UsageShape }).safeParse(message).data?.usage ?? {});
}

type Delta = NonNullable<z.infer<typeof EventShape>["delta"]>;

function grow(growing: Growing, delta: Delta): void {
  const { block } = growing;
  if (delta.text !== undefined) block.text = `${block.text ?? ""}${delta.text}`;
  if (delta.thinking !== undefined) block.thinking = `${block.thinking ?? ""}${delta.thinking}`;
  if (delta.signature !== undefined) block.signature = `${block.signature ?? ""}${delta.signature}`;
  if (delta.citation !== undefined) block.citations = [...citationsOf(block), delta.citation];
  if (delta.partial_json !== undefined) growing.json += delta.partial_json;
}

function citationsOf({ citations }: Growing["block"]): unknown[] {
  return Array.isArray(citations) ? citations : [];
}

/** Undefined when the answer is empty: an empty text must not be sent back, and a message must have a block. */
function finish(growing: readonly Growing[]): Message | undefined {
  const content = growing.map(toBlock).filter(({ type, text }) => type !== "text" || String(text).trim() !== "");
  return content.length === 0 ? undefined : { role: "assistant", content };
}

function toBlock({ block, json }: Growing): ContentBlock {
  return json === "" ? block : { ...block, input: parseInput(json) };
}

function toUsage(counted: z.infer<typeof UsageShape>): Usage {
  return {
    input: counted.input_tokens ?? 0,
    cacheRead: counted.cache_read_input_tokens ?? 0,
    cacheWrite: counted.cache_creation_input_tokens ?? 0,
    output: counted.output_tokens ?? 0,
    estimated: false,
  };
}

function withoutNulls(usage: z.infer<typeof UsageShape>): z.infer<typeof UsageShape> {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null && count !== undefined));
}
