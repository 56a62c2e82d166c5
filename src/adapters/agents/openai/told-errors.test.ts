import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { play } from "../../../../test/support/anthropic-agent.ts";
import { prepareOpenAi } from "../../../../test/support/openai-agent.ts";

/** A server that refuses everything with this body. */
async function refusing(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const GEMINI_TOO_LONG = "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).";
const LLAMA_TOO_LONG = "the request exceeds the available context size. try increasing the context size";
const CLAUDE_TOO_LONG = "prompt is too long: 213402 tokens > 200000 maximum";
const behind = (raw: unknown) => ({
  error: { code: 400, message: "Provider returned error", metadata: { provider_name: "x", raw } },
});

it.each([
  [
    "Gemini's",
    400,
    [{ error: { code: 400, message: "API key not valid." } }],
    /\(400\)\. It said: API key not valid\.$/,
  ],
  [
    "Gemini's",
    429,
    [{ error: { code: 429, message: "Please retry in 34.5s." } }],
    /fewer requests .*retry in 34\.5s\.$/,
  ],
  [
    "a limit's",
    429,
    { error: { message: "You are at your limit.", resets_in_seconds: 34.5 } },
    /fewer requests .*limit\.$/,
  ],
  ["vLLM's", 400, { object: "error", message: "maximum context length is 4096", code: 400 }, /longer than the model/],
  ["Gemini's", 400, [{ error: { code: 400, message: GEMINI_TOO_LONG } }], /longer than the model .*token count/],
  [
    "llama.cpp's",
    500,
    { error: { code: 500, message: LLAMA_TOO_LONG, type: "server_error" } },
    /longer than the model/,
  ],
  ["OpenRouter's", 400, behind("the provider is tired"), /\(400\)\. It said: .* error: the provider is tired$/],
  [
    "OpenRouter's",
    400,
    behind({ error: { message: CLAUDE_TOO_LONG } }),
    /longer than the model .* error: prompt is too/,
  ],
  [
    "OpenRouter's",
    400,
    behind(JSON.stringify([{ message: GEMINI_TOO_LONG }])),
    /longer than .* error: The input token/,
  ],
  ["OpenRouter's", 429, behind("Please retry in 34.5s."), /fewer requests .*: Please retry/],
  ["OpenRouter's", 502, behind(null), /\(502\).* It said: Provider returned error$/],
  ["a framework's", 404, { detail: "Not Found" }, /\(404\)\. It said: Not Found$/],
  ["a framework's", 422, { detail: [{ msg: "Extra inputs" }] }, /\(422\)\. It said: \[\{"msg":"Extra inputs"\}\]$/],
  ["Ollama's own", 404, { error: "model 'x' not found" }, /\(404\)\. It said: model 'x' not found$/],
  ["a proxy's", 502, "<html><body>Bad Gateway</body></html>", /\(502\).* It said: 502 Bad Gateway$/],
])("what a server says reaches the person: %s %d %j", async (_, status, body, words) => {
  const baseUrl = await refusing(status, typeof body === "string" ? body : JSON.stringify(body));
  const { again, request } = await prepareOpenAi([], {
    api: "chat",
    options: { retries: { tries: 1, firstWaitMs: 1 } },
  });

  const { outcome } = await play(again({ baseUrl }), request());

  expect(outcome).toMatchObject({ status: "failed", error: expect.stringMatching(words) });
  if (status === 429) expect(outcome).toMatchObject({ lifted: 34_500 });
  if (String(words).includes("longer than")) expect(outcome).not.toHaveProperty("lifted"); // no wait makes it shorter
});
