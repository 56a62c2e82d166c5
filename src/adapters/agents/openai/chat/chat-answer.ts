// One answer of the Chat Completions API, from its chunks. A stream that ends before the answer does counts as a lost
// connection. Servers differ in what they leave out: usage, ids of calls, the reason of the end.
import * as z from "zod";
import type { Usage } from "../../../../domain/billing/usage.ts";
import { parseJson } from "../../../../domain/text/json/json.ts";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";
import { type Answer, type AnswerWatch, type StopReason, StreamCut } from "../../tool-loop/request/model-client.ts";
import { argumentsOf, asCall, isEmpty } from "../blocks.ts";
import { type Estimate, estimateAnswer } from "../estimate.ts";
import { CallPiece, type Calls, collectCalls } from "./chat-calls.ts";
import { collectThoughts, ThoughtFields, type Thoughts } from "./chat-thoughts.ts";

const Text = z.string().nullish().catch(undefined);
const Tokens = z.number().nullish().catch(undefined);
const DeltaShape = z.looseObject({
  content: Text,
  refusal: Text,
  ...ThoughtFields,
  tool_calls: z.array(CallPiece).nullish().catch(undefined),
});
const ChunkShape = z.looseObject({
  choices: z.array(z.looseObject({ delta: DeltaShape.nullish().catch(undefined), finish_reason: Text })).nullish(),
  usage: z
    .looseObject({
      prompt_tokens: Tokens,
      completion_tokens: Tokens,
      total_tokens: Tokens,
      prompt_tokens_details: z.looseObject({ cached_tokens: Tokens, cache_write_tokens: Tokens }).nullish(),
    })
    .nullish()
    .catch(undefined),
});

interface Growing {
  text: string;
  refusal: string;
  readonly thoughts: Thoughts;
  readonly calls: Calls;
}

/** OpenAI's words, and those of other servers, whatever their letters. */
const STOPS: Readonly<Record<string, StopReason>> = {
  ...{ stop: "done", tool_calls: "done", function_call: "done", length: "length", content_filter: "refused" },
  ...{
    eos: "done",
    eos_token: "done",
    end_turn: "done",
    stop_sequence: "done",
    tool_use: "done",
    max_tokens: "length",
  },
};

export async function readChat(events: AsyncIterable<unknown>, body: object, watch: AnswerWatch): Promise<Answer> {
  const estimate = estimateAnswer(body, watch);
  const growing: Growing = { text: "", refusal: "", thoughts: collectThoughts(), calls: collectCalls() };
  let finish: string | undefined;
  let counted: Usage | undefined;
  for await (const raw of estimate.follow(events)) {
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
    stopReason: growing.refusal === "" ? stopOf(finish, body, blocks) : "refused",
  };
}

function stopOf(finish: string, body: object, blocks: readonly ContentBlock[]): string {
  const stop = STOPS[finish.toLowerCase()] ?? (callsAreWhole(blocks) ? ("done" satisfies StopReason) : finish);
  const isOwnLimit = stop === "length" && !("max_tokens" in body); // it was told none (chat-body.ts)
  return isOwnLimit ? ("cut" satisfies StopReason) : stop;
}

/** Then nothing is missing of it, by whatever word it ends; it has been paid for. */
function callsAreWhole(blocks: readonly ContentBlock[]): boolean {
  const calls = blocks.flatMap((block) => asCall(block) ?? []);
  return calls.length > 0 && calls.every((call) => parseJson(argumentsOf(call)) !== undefined);
}

function grow(growing: Growing, delta: z.infer<typeof DeltaShape>, estimate: Estimate): void {
  const hear = (piece: string | null | undefined): string => {
    if (piece) estimate.hear(piece.length);
    return piece ?? "";
  };
  growing.text += hear(delta.content);
  growing.refusal += hear(delta.refusal);
  hear(growing.thoughts.add(delta));
  for (const piece of delta.tool_calls ?? []) {
    growing.calls.add(piece);
    hear(piece.function?.arguments);
  }
}

function toBlocks({ thoughts, text, calls }: Growing): ContentBlock[] {
  return [...thoughts.blocks(), ...(text.trim() === "" ? [] : [{ type: "text", text }]), ...calls.blocks()];
}

type Counted = NonNullable<z.infer<typeof ChunkShape>["usage"]>;

/**
 * Cached tokens are a part of the prompt's, except with servers whose prompt is the smaller number. Gemini's server leaves
 * thoughts out of what was written, and counts them in the total only; they are paid like words.
 */
function toUsage({ prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details: details }: Counted): Usage {
  const cacheRead = details?.cached_tokens ?? 0;
  const cacheWrite = details?.cache_write_tokens ?? 0;
  const [asked, cached] = [prompt_tokens ?? 0, cacheRead + cacheWrite];
  const sent = asked < cached ? asked + cached : asked;
  const thought = sent > 0 ? (total_tokens ?? 0) - sent : 0;
  return {
    ...{ input: sent - cached, cacheRead, cacheWrite },
    ...{ output: Math.max(completion_tokens ?? 0, thought), estimated: false },
  };
}
