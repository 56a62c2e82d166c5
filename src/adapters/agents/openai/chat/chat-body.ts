// One request of the Chat Completions API, for servers that speak nothing newer. Only fields that all of them know are
// sent, and texts as plain strings.
import type { ContentBlock, Message } from "../../tool-loop/request/messages.ts";
import { textsOf } from "../../tool-loop/request/messages.ts";
import type { Question } from "../../tool-loop/request/model-client.ts";
import { argumentsOf, asCall, asResult } from "../blocks.ts";
import { NoSearch } from "../failure.ts";

type ChatMessage = Readonly<Record<string, unknown>>;

/** A server with a small window refuses a request whose longest answer would not fit, so a usual limit is left out. */
const USUAL_TOKENS = 64_000;

export function composeChat({ model, system, messages, tools, searches, maxTokens }: Question): object {
  if (searches !== undefined) throw new NoSearch("this server offers no web search");
  return {
    model,
    messages: [{ role: "system", content: system }, ...messages.flatMap(toMessages)],
    tools: tools.map(({ name, description, input_schema: schema }) => ({
      type: "function",
      function: { name, description, parameters: /\bgemini\b/i.test(model) ? withOneType(schema) : schema },
    })),
    ...(maxTokens < USUAL_TOKENS && { max_tokens: maxTokens }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/**
 * Gemini's models refuse a field that may be of two types, and with it every request, also behind a gateway. JSON is handed
 * in as text there.
 */
function withOneType(schema: object): object {
  const { properties = {} }: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> } = schema;
  const plain = Object.entries(properties).map(([name, field]) => [
    name,
    Array.isArray(field.type) ? { ...field, type: "string" } : field,
  ]);
  return { ...schema, properties: Object.fromEntries(plain) };
}

function toMessages(message: Message): ChatMessage[] {
  if (message.role === "assistant") return [answerMessage(message)];
  const results = message.content.flatMap((block) => asResult(block) ?? []);
  const asked = textsOf(message).join("");
  return [
    ...results.map(({ tool_use_id, content }) => ({ role: "tool", tool_call_id: tool_use_id, content })),
    ...(asked === "" ? [] : [{ role: "user", content: asked }]),
  ];
}

function answerMessage(message: Message): ChatMessage {
  const calls = message.content.flatMap((block) => asCall(block) ?? []);
  const said = textsOf(message).join("");
  return {
    role: "assistant",
    content: said === "" ? null : said,
    ...thoughtsOf(message.content),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: call.name, arguments: argumentsOf(call) },
        ...(call.extra !== undefined && { extra_content: call.extra }),
      })),
    }),
  };
}

/** Thoughts go back under the name they came with: some servers insist on them, and those that send none get none. */
function thoughtsOf(content: readonly ContentBlock[]): ChatMessage {
  return Object.fromEntries(
    content.flatMap(({ type, field, thoughts }) =>
      type === "reasoning" && typeof field === "string" ? [[field, thoughts]] : [],
    ),
  );
}
