// One request of the Responses API. Nothing is stored on the other side: the conversation is sent whole, with the items
// of earlier answers as they came, encrypted reasoning included.
import { createHash } from "node:crypto";
import { priceOf } from "../../../../domain/billing/usage.ts";
import { takesEffort } from "../../../../domain/roles/effort.ts";
import type { ContentBlock, Message } from "../../tool-loop/request/messages.ts";
import type { Question } from "../../tool-loop/request/model-client.ts";
import { argumentsOf, asCall, asResult } from "../blocks.ts";

type Item = Readonly<Record<string, unknown>>;

/** The API takes no smaller limit. */
const LEAST_TOKENS = 16;

export function composeResponse({ model, system, maxTokens, family, ...question }: Question): object {
  const { messages, marks, searches } = question;
  const marked = takesMarks(model) ? marks : [];
  const tools = question.tools.map(({ name, description, input_schema: parameters }) => {
    // strict schemas know neither optional fields nor `object` without its fields, which submit is all about
    return { type: "function", name, description, parameters, strict: false };
  });
  return {
    model,
    instructions: system,
    tools: searches === undefined ? tools : [{ type: "web_search" }],
    ...(searches !== undefined && { max_tool_calls: searches }),
    input: messages.flatMap((message, place) =>
      toItems(
        message,
        marked.filter((mark) => mark.message === place).map(({ block }) => block),
      ),
    ),
    max_output_tokens: Math.max(LEAST_TOKENS, maxTokens),
    store: false,
    ...(takesEffort(model) && { reasoning: { effort: question.effort } }),
    ...(reasons(model) && { include: ["reasoning.encrypted_content"] }),
    prompt_cache_key: createHash("sha256").update(family).digest("hex").slice(0, 32),
    stream: true,
  };
}

/** Models that charge for writing to the cache are told what to write; older ones know no marks. */
function takesMarks(model: string): boolean {
  const price = priceOf(model);
  return price !== undefined && price.write5m > price.input;
}

/** The models before GPT-5 and the o-series refuse to be asked for their reasoning. */
function reasons(model: string): boolean {
  return !/^(?:gpt-[34]|chatgpt-)/.test(model);
}

function toItems({ role, content }: Message, marked: readonly number[]): Item[] {
  if (role === "assistant") return content.flatMap(answerItem);
  const results = content.flatMap((block) => asResult(block) ?? []);
  const texts = content.flatMap((block, place) => {
    const mark = marked.includes(place) && { prompt_cache_breakpoint: { mode: "explicit" } };
    return block.type === "text" ? [{ type: "input_text", text: block.text, ...mark }] : [];
  });
  return [
    ...results.map((result) => ({
      type: "function_call_output",
      call_id: result.tool_use_id,
      output: result.content,
    })),
    ...(texts.length > 0 ? [{ type: "message", role: "user", content: texts }] : []),
  ];
}

function answerItem(block: ContentBlock): Item[] {
  const call = asCall(block);
  if (call) {
    const { id: call_id, name, item } = call;
    return [{ type: "function_call", ...item, call_id, name, arguments: argumentsOf(call) }];
  }
  if (isItem(block.item)) return [block.item];
  if (block.type !== "text") return []; // another provider's thoughts
  return [
    { type: "message", role: "assistant", content: [{ type: "output_text", text: block.text, annotations: [] }] },
  ];
}

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && "type" in value;
}
