// Chunks as servers send them that are not quite strict: what has been paid for is read.
import { expect, it } from "vitest";
import { asCall } from "../blocks.ts";
import { readChat } from "./chat-answer.ts";

const ANSWER = { reply: "Fine." };
const piece = (more: object, written: unknown = JSON.stringify(ANSWER)) => ({
  ...{ id: "a", function: { name: "submit", arguments: written } },
  ...more,
});
const calls = (...tool_calls: readonly object[]) => ({ choices: [{ delta: { tool_calls } }] });
const ends = (finish_reason: unknown) => ({ choices: [{ delta: {}, finish_reason }] });

async function read(...chunks: readonly object[]) {
  const stream = (async function* () {
    yield* chunks;
  })();
  const { message, stopReason } = await readChat(stream, {}, { onToken: () => undefined, onUsage: () => undefined });
  const called = (message?.content ?? []).flatMap((block) => asCall(block) ?? []);
  return { stopReason, called, inputs: called.map(({ input }) => input) };
}

it.each<[string, readonly object[]]>([
  [
    "an index that is a text",
    [calls(piece({ index: "0" }, '{"reply": ')), calls({ index: "0", function: { arguments: '"Fine."}' } })],
  ],
  ["an index that is nothing known", [calls(piece({ index: { at: 0 } }))]],
  ["arguments that are an object", [calls(piece({ index: 0 }, ANSWER))]],
  ["something else beside it", [{ choices: [{ delta: { tool_calls: "none" }, finish_reason: 7 }] }, calls(piece({}))]],
])("a call is read with %s", async (_, chunks) => {
  expect(await read(...chunks, ends("tool_calls"))).toMatchObject({ stopReason: "done", inputs: [ANSWER] });
});

it.each([
  ["eos_token", "done"],
  ["STOP", "done"],
  ["end_turn", "done"],
  ["max_tokens", "cut"], // it was told no limit
  ["full_moon", "done"], // by whatever word: the call is whole
])("%s is %s", async (finish, stop) => {
  expect(await read(calls(piece({ index: 0 })), ends(finish))).toMatchObject({ stopReason: stop });
});

it("an end that nobody knows is none where a call is not whole, or nothing was called", async () => {
  expect(await read(calls(piece({ index: 0 }, '{"reply": "Fi')), ends("full_moon"))).toMatchObject({
    stopReason: "full_moon",
  });
  expect(await read({ choices: [{ delta: { content: "Fine." } }] }, ends("full_moon"))).toMatchObject({
    stopReason: "full_moon",
  });
});

it("two calls with one id are two, each with an id of its own", async () => {
  const { called, inputs } = await read(
    calls(piece({ index: 0 }), piece({ index: 1 }, '{"reply": "Other."}')),
    ends("tool_calls"),
  );

  expect(inputs).toEqual([ANSWER, { reply: "Other." }]);
  expect(called[0]?.id).toBe("a");
  expect(called[1]?.id).toMatch(/^call_/);
});
