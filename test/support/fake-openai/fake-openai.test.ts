import { expect, onTestFinished, test } from "vitest";
import { calls, type Reply, reply, says, thinking, tool } from "../fake-anthropic/reply.ts";
import { createCacheBooks } from "./cache-books.ts";
import type { Item, RequestBody } from "./request.ts";
import { startFakeOpenAi } from "./server.ts";

const MODEL = "gpt-6.1-sol";
const asks = (text: string): Item => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });

test("an answer's items go back as they came, in their order, each call with its output; anything else is refused", async () => {
  const { send } = await open(reply(thinking("Hm."), tool("list", {})), says("Done."));
  const include = ["reasoning.encrypted_content"];
  const first = await send({ model: MODEL, input: [asks("Look.")], store: false, include });
  const [thought, call] = first.output as [Item, Item];
  const output = { type: "function_call_output", call_id: call.call_id, output: "a.md" };
  const again = async (...items: Item[]) => (await send({ model: MODEL, input: [asks("Look."), ...items] })).refused;

  expect(await again(thought, call)).toMatch(/No tool output found/);
  expect(await again(thought, output, call)).toMatch(/No tool call found/);
  expect(await again(call, output)).toMatch(/without its required 'reasoning' item/);
  expect(await again(thought, output)).toBeDefined();
  expect(await again({ ...thought, encrypted_content: "other" }, call, output)).toMatch(/could not be verified/);
  expect(await again({ ...thought, encrypted_content: undefined }, call, output)).toMatch(/not found/);
  expect(await again(thought, call, output)).toBeUndefined();
});

test("Chat Completions wants every call answered at once, plain texts, and no field that only OpenAI knows", async () => {
  const { send } = await open(says("Fine."));
  const called = { role: "assistant", content: null, tool_calls: [{ id: "c1" }] };
  const chat = async (messages: Item[], more = {}) =>
    (await send({ model: "m", messages, ...more } as RequestBody, "chat/completions")).refused;

  expect(await chat([{ role: "user", content: "Hi" }])).toBeUndefined();
  expect(await chat([called, { role: "user", content: "Hi" }])).toMatch(/must be followed by tool messages/);
  expect(await chat([{ role: "tool", tool_call_id: "c1", content: "x" }])).toMatch(/preceding message/);
  expect(await chat([{ role: "user", content: [] }])).toMatch(/string/);
  expect(await chat([{ role: "user", content: "Hi" }], { prompt_cache_key: "x" })).toMatch(/Unrecognized/);
});

test("tools are strict unless they say otherwise, and limits have a least value", async () => {
  const { send } = await open(calls("list", {}));
  const ask = async (more: object) => (await send({ model: MODEL, input: [asks("Hi")], ...more })).refused;

  expect(await ask({ tools: [{ type: "function", name: "list" }] })).toMatch(/Invalid schema/);
  expect(await ask({ max_output_tokens: 8 })).toMatch(/>= 16/);
  expect(await ask({ tools: [{ type: "function", name: "list", strict: false }] })).toBeUndefined();
});

test("older models read in steps of 128 tokens from 1024 on and write for free; later ones at marks, and are paid for it", () => {
  const long = (words: string, mark?: object): Item => ({
    role: "user",
    content: [
      { type: "input_text", text: "x".repeat(6000), ...mark },
      { type: "input_text", text: words },
    ],
  });
  const read = (model: string, mark?: object) => {
    const book = createCacheBooks();
    book({ model, input: [long("One.", mark)] }).firstToken();
    return book({ model, input: [long("Two.", mark)] });
  };

  expect(read("gpt-5.4")).toMatchObject({ read: 1408, written: 0 });
  expect(read(MODEL)).toMatchObject({ read: 0, written: expect.any(Number) });
  expect(read(MODEL, { prompt_cache_breakpoint: { mode: "explicit" } }).read).toBeGreaterThan(1500);
  expect(createCacheBooks()({ model: "gpt-5.4", input: [asks("short")] })).toMatchObject({ read: 0 });
});

async function open(...replies: readonly Reply[]) {
  const fake = await startFakeOpenAi([{ replies }]);
  onTestFinished(() => fake.close());
  const send = async (body: RequestBody, path = "responses") => {
    const response = await fetch(`${fake.url}/${path}`, { method: "POST", body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) return { refused: JSON.parse(text).error.message as string };
    const ended = text.split("data: ").find((line) => line.startsWith('{"type":"response.completed"'));
    return { output: ended ? JSON.parse(ended.split("\n")[0] ?? "").response.output : [], refused: undefined };
  };
  return { send };
}
