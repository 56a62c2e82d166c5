// What an answer is billed with when its server does not say what it used.
import { describe, expect, it } from "vitest";
import { estimateUsage, type Usage } from "../../../domain/billing/usage.ts";
import { readChat } from "./chat/chat-answer.ts";
import { readResponse } from "./responses/response-answer.ts";

const BODY = { input: "Write a limerick about a queue.".repeat(40) };
const SAID = "There once was a queue at a gate".repeat(20);

const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: SAID }] };
const pieces = [{ type: "response.output_text.delta", output_index: 0, delta: SAID }];
const ended = (kind: string, response: object) => [
  { type: "response.output_item.done", output_index: 0, item },
  { type: `response.${kind}`, response: { output: [item], ...response } },
];
const chat = (usage?: object) => [
  { choices: [{ delta: { content: SAID } }] },
  { choices: [{ delta: {}, finish_reason: "stop" }], ...(usage && { usage }) },
];

const CHARACTERS = { asked: JSON.stringify(BODY).length, item: JSON.stringify([item]).length };
const COUNTED = { input: 7, cacheRead: 0, cacheWrite: 0, output: 5, estimated: false };

describe.each([
  ["responses", readResponse, [...pieces, ...ended("completed", {})], CHARACTERS.item],
  ["responses that come at once", readResponse, ended("completed", { usage: null }), CHARACTERS.item],
  ["responses that count nothing", readResponse, ended("completed", { usage: { input_tokens: 0 } }), CHARACTERS.item],
  ["responses that were cut", readResponse, [...pieces, ...ended("incomplete", {})], CHARACTERS.item],
  ["chat", readChat, chat(), SAID.length],
  ["chat that counts nothing", readChat, chat({ prompt_tokens: 0 }), SAID.length],
  ["chat that counts in words", readChat, chat({ prompt_tokens: "many", total_tokens: "7" }), SAID.length],
])("%s without usage", (_, read, events, characters) => {
  it("are an estimate of what was sent and answered", async () => {
    expect(await lastUsage(read, events)).toEqual(estimateUsage(CHARACTERS.asked, characters));
  });
});

it.each([
  ["responses", readResponse, ended("completed", { usage: { input_tokens: 7, output_tokens: 5 } })],
  ["chat", readChat, chat({ prompt_tokens: 7, completion_tokens: 5 })],
  [
    "chat with thoughts in the total only",
    readChat,
    chat({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 12 }),
  ],
])("%s: what was counted takes the place of the estimate", async (_, read, events) => {
  expect(await lastUsage(read, events)).toEqual(COUNTED);
});

it.each([
  [{ prompt_tokens: 107, completion_tokens: 5, total_tokens: 112 }, 7],
  [{ prompt_tokens: 7, completion_tokens: 5, total_tokens: 112 }, 7], // the cached ones apart
])("what a chat server has read from its cache is counted once: %j", async (counted, input) => {
  const usage = { ...counted, prompt_tokens_details: { cached_tokens: 100 } };

  expect(await lastUsage(readChat, chat(usage))).toEqual({ ...COUNTED, input, cacheRead: 100 });
});

it("a response that failed is billed with what it says, else with nothing", async () => {
  const failing = (response: object) => lastUsage(readResponse, [...pieces, ...ended("failed", response)]);

  expect(await failing({})).toEqual({ ...COUNTED, input: 0, output: 0 });
  expect(await failing({ usage: { input_tokens: 7, output_tokens: 5 } })).toEqual(COUNTED);
});

async function lastUsage(read: typeof readChat, events: readonly object[]): Promise<Usage | undefined> {
  const told: Usage[] = [];
  const stream = (async function* () {
    yield* events;
  })();
  await read(stream, BODY, { onToken: () => undefined, onUsage: (usage) => told.push(usage) }).catch(() => undefined);
  return told.at(-1);
}
