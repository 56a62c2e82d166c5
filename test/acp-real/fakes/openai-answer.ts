// One scripted reply in the forms of OpenAI's two APIs.
import { randomUUID } from "node:crypto";
import type { Reply, ReplyBlock } from "../../support/fake-anthropic/reply.ts";
import type { OpenAiBody } from "./openai-request.ts";

const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll("-", "")}`;

interface Counted {
  readonly total: number;
  readonly cached: number;
  readonly output: number;
}

interface WireAnswer {
  readonly whole: object;
  /** The same as server-sent events. */
  readonly events: readonly string[];
  /** How many of the events say that the answer is complete. */
  readonly ending: number;
}

export function responsesAnswer(
  body: OpenAiBody,
  { blocks }: Reply,
  { total, cached, output: said }: Counted,
): WireAnswer {
  const output = blocks.map((block) => itemOf(block, body));
  const usage = {
    ...{ input_tokens: total, output_tokens: said, total_tokens: total + said },
    input_tokens_details: { cached_tokens: cached },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const head = { id: newId("resp"), object: "response", created_at: 0, model: body.model };
  const whole = { ...head, status: "completed", output, usage };
  const events = [
    { type: "response.created", response: { ...head, status: "in_progress", output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
      ...(item.type === "message"
        ? [{ type: "response.output_text.delta", item_id: item.id, output_index, content_index: 0, delta: item.text }]
        : []),
      { type: "response.output_item.done", output_index, item: withoutText(item) },
    ]),
    { type: "response.completed", response: { ...whole, output: output.map(withoutText) } },
  ];
  const printed = events.map((event, sequence_number) => {
    return `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`;
  });
  return { whole: { ...whole, output: output.map(withoutText) }, events: printed, ending: 1 };
}

function itemOf(block: ReplyBlock, { tools = [] }: OpenAiBody) {
  if (block.type === "text") {
    const content = [{ type: "output_text", text: block.text, annotations: [] }];
    const { text } = block;
    return { type: "message", id: newId("msg"), role: "assistant", status: "completed", content, text } as const;
  }
  if (block.type !== "tool_use") throw new Error(`OpenAI has no block ${block.type}`);
  const { name, input } = block;
  // a tool of type custom takes plain text
  if (tools.some((tool) => tool.type === "custom" && tool.name === name) && "input" in input)
    return { type: "custom_tool_call", id: newId("ctc"), call_id: newId("call"), name, input: input.input } as const;
  const call = { type: "function_call", id: newId("fc"), call_id: newId("call"), name } as const;
  return { ...call, status: "completed", arguments: JSON.stringify(input) } as const;
}

function withoutText(item: ReturnType<typeof itemOf>): object {
  if (item.type !== "message") return item;
  const { text: _, ...rest } = item;
  return rest;
}

export function chatAnswer(body: OpenAiBody, { blocks }: Reply, { total, cached, output }: Counted): WireAnswer {
  const usage = {
    ...{ prompt_tokens: total, completion_tokens: output, total_tokens: total + output },
    prompt_tokens_details: { cached_tokens: cached },
  };
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const tool_calls = blocks.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: newId("call"),
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  const finish_reason = tool_calls.length > 0 ? "tool_calls" : "stop";
  const head = { id: newId("chatcmpl"), created: 0, model: body.model };
  const message = {
    role: "assistant",
    content: text === "" ? null : text,
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  const chunk = (delta: object, more: object = {}) => ({
    ...{ ...head, object: "chat.completion.chunk" },
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...(text === "" ? [] : [chunk({ content: text })]),
    ...tool_calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, { finish_reason }),
    { ...head, object: "chat.completion.chunk", choices: [], usage },
  ];
  return {
    whole: { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage },
    events: [...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), "data: [DONE]\n\n"],
    ending: 3,
  };
}
