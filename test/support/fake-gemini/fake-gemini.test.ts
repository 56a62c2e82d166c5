// The fake itself: what a client of Gemini's API gets from it, and what it refuses.
import { expect, it, onTestFinished } from "vitest";
import { calls, fails, type Reply, says } from "../fake-anthropic/reply.ts";
import type { Content } from "./request.ts";
import { startFakeGemini } from "./server.ts";

const user = (text: string): Content => ({ role: "user", parts: [{ text }] });
const called: Content = { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] };
const answered: Content = { role: "user", parts: [{ functionResponse: { name: "look", response: { output: "x" } } }] };
const LONG = "word ".repeat(2000);

async function client(...replies: Reply[]) {
  const fake = await startFakeGemini(() => replies.shift() ?? says("done"));
  onTestFinished(() => fake.close());
  return async (contents: readonly Content[], method = "streamGenerateContent?alt=sse") => {
    const response = await fetch(`${fake.url}/v1beta/models/gemini-x:${method}`, {
      method: "POST",
      body: JSON.stringify({ contents }),
    });
    const text = await response.text();
    const events = text.split("\r\n\r\n").filter((event) => event.startsWith("data: "));
    return { status: response.status, events: events.map((event) => JSON.parse(event.slice("data: ".length))), text };
  };
}

it("streams text and calls, and ends with a reason", async () => {
  const ask = await client({ blocks: [...says("Let me look.").blocks, ...calls("look", { path: "a" }).blocks] });

  const { events } = await ask([user("hello")]);

  expect(events.map(({ candidates: [one] }) => [one.content.parts[0], one.finishReason])).toEqual([
    [{ text: "Let me look." }, undefined],
    [{ functionCall: { name: "look", args: { path: "a" } } }, "STOP"],
  ]);
});

it("bills a beginning it has seen as cached", async () => {
  const ask = await client();
  const first = await ask([user(LONG)]);
  const second = await ask([user(LONG), { role: "model", parts: [{ text: "done" }] }, user("more")]);

  const cached = [first, second].map(({ events }) => events.at(-1).usageMetadata.cachedContentTokenCount);
  expect(cached).toEqual([undefined, 2432]);
});

it.each([
  ["an answer to no call", [user("a"), answered]],
  [
    "a call that is answered twice",
    [user("a"), called, { ...answered, parts: [...answered.parts!, ...answered.parts!] }],
  ],
  ["a call without an answer", [user("a"), called, user("b")]],
  ["a conversation that ends with the model", [user("a"), called]],
])("refuses %s", async (_, contents) => {
  const ask = await client();

  expect((await ask(contents)).status).toBe(400);
});

it("answers with one document, counts, and fails as it is told", async () => {
  const ask = await client(says("whole"), fails(429));

  expect(JSON.parse((await ask([user("a")], "generateContent")).text).candidates[0].content.parts).toEqual([
    { text: "whole" },
  ]);
  expect(JSON.parse((await ask([user("a")], "countTokens")).text).totalTokens).toBeGreaterThan(0);
  expect(await ask([user("a")])).toMatchObject({ status: 429, text: expect.stringContaining("RESOURCE_EXHAUSTED") });
});
