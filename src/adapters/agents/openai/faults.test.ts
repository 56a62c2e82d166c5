// What goes wrong between the loop and OpenAI: what is said, how often it was sent, and what the person has to do.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError } from "openai";
import { describe, expect, it } from "vitest";
import { play } from "../../../../test/support/anthropic-agent.ts";
import { fails, hangs, type Reply, says, text } from "../../../../test/support/fake-anthropic/reply.ts";
import { OPENAI_KEY, prepareOpenAi } from "../../../../test/support/openai-agent.ts";
import { explainFailure } from "./failure.ts";

const TRIES = 3;
const broken = (kind: "cut" | "overloaded"): Reply => ({ ...says("half of it"), fault: { kind } });
const stopped = (stopReason: string): Reply => ({ ...says("No."), stopReason });

const ANOTHER = /^set models\.openai to another model \(now gpt-6\.1-terra\)/;
const NETWORK = /^look at the network, or at openai\.baseUrl$/;
const TIME = /^look at the network, or at openai\.baseUrl, or allow more time \(limits\.openai\.silence\)$/;

/** The fault, what is said, how often it is sent, and what the person is asked to do. */
const FAULTS: readonly (readonly [string, Reply, RegExp, number, RegExp?])[] = [
  ["429", fails(429, { retryAfter: 0 }), /asks for fewer requests \(429\).*\(3 tries\)/, TRIES, /^wait, or raise/],
  ["429 for an hour", fails(429, { retryAfter: 3600 }), /it asks to wait 3600 seconds/, 1, /^wait/],
  [
    "no quota",
    fails(429, { message: "insufficient_quota" }),
    /no credit left \(429\).*insufficient_quota/,
    1,
    /^add credit/,
  ],
  ["402", fails(402), /no credit left \(402\)/, 1, /^add credit .* an OPENAI_API_KEY of another account/],
  ["500", fails(500), /the API failed \(500\): try again later.*\(3 tries\)/, TRIES, /^wait a few/],
  ["503", fails(503, { message: "Overloaded" }), /the API failed \(503\)/, TRIES, /^wait a few/],
  [
    "401",
    fails(401, { message: `Incorrect API key: ${OPENAI_KEY}` }),
    /refused the key \(401\)/,
    1,
    /^set a valid OPENAI_API_KEY$/,
  ],
  ["403", fails(403), /may not do this \(403\)/, 1, /gpt-6\.1-terra, or set another OPENAI_API_KEY/],
  [
    "404",
    fails(404),
    /not know the model \(404\)/,
    1,
    /models\.openai .*openai\.baseUrl, or set openai\.api to "chat"/,
  ],
  ["400", fails(400, { message: "no" }), /did not take the request \(400\)\. It said: no$/, 1, /models\.openai/],
  ["a redirect", fails(307), /leads elsewhere \(307\).*ask http:\/\/elsewhere\.invalid instead/, 1, /openai\.baseUrl/],
  ["a refusal", stopped("refusal"), /^the model refuses to answer this$/, 1, ANOTHER],
  ["a filter", stopped("content_filter"), /^the model refuses to answer this$/, 1, ANOTHER],
  [
    "a flagged prompt",
    fails(400, { message: "invalid_prompt" }),
    /^the model refuses to answer this\. It said/,
    1,
    ANOTHER,
  ],
  [
    "too long an answer",
    stopped("max_tokens"),
    // over chat no limit is told, so it is the server's own
    /^an answer was cut off at 64000 tokens|^the server cut an answer off by itself/,
    1,
    /make the feature smaller$/,
  ],
  ["another end", stopped("full_moon"), /./, 1],
  ["a cut stream", broken("cut"), /^(the answer broke off|no connection).* \(3 tries\)$/, TRIES, NETWORK],
  ["an error on the way", broken("overloaded"), /the API failed \(500\).*\(3 tries\)/, TRIES, /^wait a few/],
  ["a silent stream", hangs(text("so")), /^the answer fell silent for .* \(3 tries\)$/, TRIES, TIME],
  ["not a word", { ...says("late"), delayMs: 30_000 }, /^the answer fell silent for .* \(3 tries\)$/, TRIES, TIME],
  ["nothing at all", says(" "), /ended without an answer/, 1],
];

describe.each(["responses", "chat"] as const)("over %s", (api) => {
  it.each(FAULTS.map((fault) => ({ name: fault[0], fault })))("$name", async ({ name, fault }) => {
    const [, reply, words, sent, needs] = fault;
    if (name === "another end" && api === "responses") return; // there, an answer is whole or it is not
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [reply] }], {
      api,
      options: { retries: { tries: TRIES, firstWaitMs: 1 }, ...(needs === TIME && { silenceMs: 400 }) },
    });

    const { outcome } = await play(runtime, request());

    expect(outcome).toMatchObject({ status: "failed", sessionLost: false, error: expect.stringMatching(words) });
    expect(fake.requests).toHaveLength(sent);
    expect("needs" in outcome ? outcome.needs : undefined).toEqual(needs && expect.stringMatching(needs));
    expect("lifted" in outcome).toBe(needs?.source.startsWith("^wait") ?? false); // only a limit is lifted by itself
    expect(JSON.stringify(outcome)).not.toContain(OPENAI_KEY);
  });

  it("a conversation that has become too long", async () => {
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [says("never")] }], { api, window: 100 });

    const { outcome } = await play(runtime, request());

    expect(outcome).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/longer than the model can take in/),
      needs: expect.stringContaining("make the feature smaller"),
    });
    expect(fake.requests).toHaveLength(1);
  });
});

it("over chat the limit is the server's own until little is left of ours, which is told then", async () => {
  const limits = { maxTurns: 20, maxOutputTokens: 1000, maxCost: 5 };
  const { again, request, fake } = await prepareOpenAi([{ replies: [stopped("max_tokens")] }], { api: "chat" });

  const free = await play(again(), request());
  const held = await play(again({ limits }), request());

  expect([free.outcome, held.outcome]).toMatchObject([
    { error: expect.stringContaining("its context has no room"), needs: expect.stringMatching(/^give the model more/) },
    { error: expect.stringContaining("cut off at") },
  ]);
  expect(fake.requests.map(({ body }) => body.max_tokens)).toEqual([undefined, 1000]);
});

it("an answer that the API itself gave up is asked for again, and nothing is charged for it", async () => {
  const { runtime, request, fake } = await prepareOpenAi([{ replies: [stopped("failed"), says("Fine.")] }]);

  const { outcome } = await play(runtime, request());

  expect(outcome).toMatchObject({ status: "completed", usage: { estimated: false, output: fake.billed[0]?.output } });
});

it.each([
  [{ status: 400, message: "This model's maximum context length is 8192 tokens." }, /longer than the model/],
  [{ status: 400, message: "the request exceeds the available context size" }, /longer than the model/],
  [{ code: "rate_limit_exceeded", message: "slow down" }, /fewer requests \(429\)/],
  [{ code: "ECONNREFUSED", message: "connect" }, /no connection to the API/],
  [{ status: 400, code: 400, type: "exceed_context_size_error", message: "context size" }, /longer than the model/],
  [{ status: 500, message: "the request exceeds the available context size" }, /longer than the model/],
  [{ status: 429, message: "requests with such a context window are limited" }, /fewer requests \(429\)/],
  [{ error: { message: "Provider returned error", metadata: { raw: "tired" } }, message: "" }, /error: tired$/],
  [{ status: 402, code: 402, message: "no credits" }, /no credit left \(402\)/],
  [{ code: 429, error: { message: "slow down" }, message: "" }, /fewer requests \(429\). It said: slow down$/],
  [{ error: { message: "the provider is gone" }, message: "" }, /the API failed \(500\): try again later/],
])("servers of all kinds are understood: %j", (fields, words) => {
  expect(explainFailure(Object.assign(new Error(fields.message), fields), "m", "KEY").error).toMatch(words);
});

it("a server that does not run is named as that, whatever the SDK and fetch have wrapped around it", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const options = { baseUrl: `http://127.0.0.1:${port}/v1`, retries: { tries: 1, firstWaitMs: 1 } };
  const { runtime, request } = await prepareOpenAi([], { options });

  const { outcome } = await play(runtime, request());

  const error = expect.stringContaining(`(connect ECONNREFUSED 127.0.0.1:${port})`);
  expect(outcome).toMatchObject({ error, needs: "look at the network, or at openai.baseUrl" });
});

it("the SDK's own errors are known by their names, so that it need not be loaded to understand one", () => {
  const lost = [new APIConnectionError({ message: "Connection error." }), new APIConnectionTimeoutError()];

  for (const error of lost)
    expect(explainFailure(error, "m", "KEY")).toMatchObject({ again: true, isUnanswered: true });
  expect(explainFailure(new APIUserAbortError(), "m", "KEY")).toMatchObject({ again: false });
});
