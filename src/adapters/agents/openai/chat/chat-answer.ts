// One answer of the Chat Completions API, from its chunks. A stream that ends before the answer does counts as a lost
// connection. Servers differ in what they leave out: usage, ids of calls, the reason of the end.
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Usage } from "../../../../domain/billing/usage.ts";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";
import { type Answer, type AnswerWatch, type StopReason, StreamCut } from "../../tool-loop/request/model-client.ts";
import { callBlock, isEmpty } from "../blocks.ts";
import { type Estimate, estimateAnswer } from "../estimate.ts";

const Text = z.string().nullish().catch(undefined);
const Tokens = z.number().nullish();
const CallShape = z.looseObject({
  index: z.number().optional(),
  id: Text,
  function: z.looseObject({ name: Text, arguments: Text }).nullish(),
});
const DeltaShape = z.looseObject({
  content: Text,
  refusal: Text,
  reasoning_content: Text,
  reasoning: Text,
  tool_calls: z.array(CallShape).nullish(),
});
const ChunkShape = z.looseObject({
  choices: z.array(z.looseObject({ delta: DeltaShape.nullish(), finish_reason: z.string().nullish() })).nullish(),
  usage: z
    .looseObject({
      prompt_tokens: Tokens,
      completion_tokens: Tokens,
      prompt_tokens_details: z.looseObject({ cached_tokens: Tokens, cache_write_tokens: Tokens }).nullish(),
    })
    .nullish(),
});

interface Growing {
  text: string;
  refusal: string;
  /** By the name of their field. */
  readonly thoughts: Map<string, string>;
  readonly calls: { id: string; name: string; arguments: string }[];
}

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: "done",
  tool_calls: "done",
  function_call: "done",
  length: "length",
  content_filter: "refused",
};

export async function readChat(events: AsyncIterable<unknown>, body: object, watch: AnswerWatch): Promise<Answer> {
  const estimate = estimateAnswer(body, watch);
  const growing: Growing = { text: "", refusal: "", thoughts: new Map(), calls: [] };
  let finish: string | undefined;
  let counted: Usage | undefined;
  for await (const raw of events) {
    const chunk = ChunkShape.safeParse(raw).data;
    if (!chunk) continue;
    const [choice] = chunk.choices ?? [];
    estimate.hear(0);
    if (choice?.delta) grow(growing, choice.delta, estimate);
    finish = choice?.finish_reason ?? finish;
    if (chunk.usage) counted = toUsage(chunk.usage);
  }
  if (counted !== undefined || finish !== undefined) estimate.settle(counted);
  if (finish === undefined) throw new StreamCut("the answer broke off");
  const blocks = toBlocks(growing);
  return {
    message: isEmpty(blocks) ? undefined : { role: "assistant", content: blocks },
    stopReason: growing.refusal === "" ? (STOPS[finish] ?? finish) : "refused",
  };
}

function grow(growing: Growing, delta: z.infer<typeof DeltaShape>, estimate: Estimate): void {
  const hear = (piece: string | null | undefined): string => {
    if (piece) estimate.hear(piece.length);
    return piece ?? "";
  };
  growing.text += hear(delta.content);
  growing.refusal += hear(delta.refusal);
  for (const field of ["reasoning_content", "reasoning"] as const) {
    const piece = hear(delta[field]);
    if (piece !== "") growing.thoughts.set(field, `${growing.thoughts.get(field) ?? ""}${piece}`);
  }
  for (const { index, id, function: called } of delta.tool_calls ?? []) {
    const place = index ?? (id ? growing.calls.length : Math.max(0, growing.calls.length - 1));
    growing.calls[place] ??= { id: "", name: "", arguments: "" };
    const call = growing.calls[place];
    call.id ||= id ?? "";
    call.name ||= called?.name ?? "";
    call.arguments += hear(called?.arguments);
  }
}

function toBlocks({ thoughts, text, calls }: Growing): ContentBlock[] {
  return [
    ...[...thoughts].map(([field, told]) => ({ type: "reasoning", field, thoughts: told })),
    ...(text.trim() === "" ? [] : [{ type: "text", text }]),
    ...calls.filter(Boolean).map((call) => callBlock({ ...call, id: call.id || `call_${randomUUID()}` })),
  ];
}

type Counted = NonNullable<z.infer<typeof ChunkShape>["usage"]>;

function toUsage({ prompt_tokens, completion_tokens, prompt_tokens_details: details }: Counted): Usage {
  const cacheRead = details?.cached_tokens ?? 0;
  const cacheWrite = details?.cache_write_tokens ?? 0;
  const input = Math.max(0, (prompt_tokens ?? 0) - cacheRead - cacheWrite);
  return { input, cacheRead, cacheWrite, output: completion_tokens ?? 0, estimated: false };
}
