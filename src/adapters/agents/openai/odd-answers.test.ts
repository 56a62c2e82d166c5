// Servers that do not stream: what they answered is used or named, and the bill has every request that was answered.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { play } from "../../../../test/support/anthropic-agent.ts";
import { prepareOpenAi } from "../../../../test/support/openai-agent.ts";
import type { OpenAiApi } from "./client.ts";

const COUNTED = { prompt_tokens: 70, completion_tokens: 5, input_tokens: 70, output_tokens: 5 };
const CALLED = { name: "submit", arguments: JSON.stringify({ reply: "Fine." }) };
const FREE = { input: 0, output: 0, estimated: false };

const sends = (type: string, body: string) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": type }).end(body);
const sendsJson = (body: object) => sends("application/json; charset=utf-8", JSON.stringify(body));
const streams = (...parts: readonly string[]) => sends("text/event-stream", parts.join(""));

/** One turn against a server that always answers like this, and how often it was asked. */
async function ask(api: OpenAiApi, answer: (response: ServerResponse) => void, silenceMs = 5000) {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const options = { baseUrl, silenceMs, retries: { tries: 3, firstWaitMs: 1 } };
  const { runtime, request } = await prepareOpenAi([], { api, options });
  const { outcome } = await play(runtime, request());
  return { outcome, asked };
}

it.each<[OpenAiApi, string, (response: ServerResponse) => void]>([
  ["chat", "comments alone", streams(": OPENROUTER PROCESSING\n\n", ": OPENROUTER PROCESSING\n\n")],
  ["chat", "something that nobody can read", streams('data: {"choices": "none"}\n\n')],
  ["chat", "the end alone", streams("data: [DONE]\n\n")],
  ["responses", "nothing", streams()],
  [
    "responses",
    "a connection that is lost",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
      setTimeout(() => response.destroy(), 20);
    },
  ],
  [
    "chat",
    "silence",
    (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n"),
  ],
])("over %s, %s is paid for as far as it is known, with each try", async (api, _, answer) => {
  const { outcome, asked } = await ask(api, answer, 300);

  expect(asked).toBe(3);
  expect(outcome).toMatchObject({ status: "failed", usage: { output: 0, estimated: true } });
  expect(outcome.usage?.input).toBeGreaterThan(3 * 100);
});

it("what a server says that it could not do costs nothing, however it says it", async () => {
  const error = { code: "server_error", message: "It is tired." };
  for (const answer of [streams(`data: ${JSON.stringify({ error })}\n\n`), sendsJson({ error })]) {
    const { outcome, asked } = await ask("chat", answer);

    expect(asked).toBe(3);
    expect(outcome).toMatchObject({ error: expect.stringContaining("It is tired."), usage: FREE });
  }
});

it.each<[OpenAiApi, object]>([
  ["chat", { choices: [{ index: 0, message: { content: "Fine." }, finish_reason: "stop" }], usage: COUNTED }],
  [
    "chat",
    {
      choices: [
        { message: { tool_calls: [{ id: "1", type: "function", function: CALLED }] }, finish_reason: "tool_calls" },
      ],
      usage: COUNTED,
    },
  ],
  [
    "responses",
    {
      ...{ object: "response", status: "completed", error: null, usage: COUNTED },
      output: [{ type: "function_call", call_id: "1", ...CALLED }],
    },
  ],
])("over %s, an answer in one piece is read, and paid for once: %j", async (api, body) => {
  const { outcome, asked } = await ask(api, sendsJson(body));

  expect(outcome).toMatchObject({
    status: "completed",
    reply: "Fine.",
    usage: { input: 70, output: 5, estimated: false },
  });
  expect(asked).toBe(1);
});

it("a page of the web is no answer: it is asked for once, and the address is named", async () => {
  const { outcome, asked } = await ask("chat", sends("text/html; charset=utf-8", "<html>Log in</html>"));

  expect(asked).toBe(1);
  expect(outcome).toMatchObject({
    error: expect.stringContaining("a page of the web"),
    needs: "correct openai.baseUrl",
  });
});
