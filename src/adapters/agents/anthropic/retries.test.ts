import { APIConnectionError, APIConnectionTimeoutError } from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { until } from "../../../../test/contracts/agent-runtime.contract.ts";
import {
  bare,
  handsIn,
  play,
  prepareAnthropic,
  promptWithMarks,
  resumes,
} from "../../../../test/support/anthropic-agent.ts";
import { anthropicOptions, TEST_KEY } from "../../../../test/support/anthropic-options.ts";
import { fails, hangs, type Reply, says } from "../../../../test/support/fake-anthropic/reply.ts";
import { StreamCut } from "../tool-loop/request/model-client.ts";
import { createAnthropicAgent } from "./anthropic-agent.ts";
import { explainFailure } from "./failure.ts";

const USAGE = { input_tokens: 100, cache_read_input_tokens: 10, cache_creation_input_tokens: 1, output_tokens: 50 };
const broken = (kind: "overloaded" | "cut"): Reply => ({ ...says("half of it"), usage: USAGE, fault: { kind } });

describe("a request that failed for a passing reason", () => {
  it("is sent again unchanged, also in mid-stream, and what each try used is on the bill", async () => {
    const { runtime, request, fake } = await prepareAnthropic([
      {
        replies: [
          fails(429, { retryAfter: 0 }),
          fails(529),
          broken("overloaded"),
          broken("cut"),
          fails(500),
          { ...handsIn("at last"), usage: USAGE },
        ],
      },
    ]);

    const { outcome, events } = await play(runtime, request());

    expect(outcome).toMatchObject({ status: "completed", reply: "at last" });
    // two attempts broke off after their first event, which says what was read but counts only one output token
    const used = { input: 300, cacheRead: 30, cacheWrite: 3, output: 52, firstRead: 10, estimated: false };
    expect(outcome.usage).toEqual(used);
    expect(events.findLast((event) => event.type === "used")).toMatchObject({ usage: used });
    expect(new Set(fake.requests.map((one) => bare(one).join()))).toHaveProperty("size", 1);
    expect(events.filter(({ type }) => type === "answering")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "text")).toEqual([]);
  });

  it("is given up after a few tries, with the reason and what it cost", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [fails(429)] }], {
      options: { retries: { tries: 3, firstWaitMs: 1 } },
    });
    const cut = await prepareAnthropic([{ replies: [broken("cut")] }], {
      options: { retries: { tries: 2, firstWaitMs: 1 } },
    });

    const storm = await play(runtime, request());
    const gone = await play(cut.runtime, cut.request());

    expect(fake.requests).toHaveLength(3);
    expect(storm.outcome).toMatchObject({ status: "failed", error: expect.stringMatching(/\(429\).*3 tries/) });
    expect(gone.outcome).toMatchObject({ status: "failed", usage: { input: 200, output: 2 } });
  });

  it("is not waited for when the API asks for an hour", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [fails(429, { retryAfter: 3600 })] }]);

    const { outcome } = await play(runtime, request());

    expect(fake.requests).toHaveLength(1);
    expect(outcome).toMatchObject({
      ...{ status: "failed", error: expect.stringContaining("3600 seconds"), lifted: 3_600_000 },
    });
  });

  it("can be aborted while it waits", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [fails(429, { retryAfter: 200 })] }]);
    const abort = new AbortController();

    const waiting = play(runtime, request(), abort.signal);
    await until(() => fake.requests.length === 1 && fake.open.now === 0);
    abort.abort();

    expect((await waiting).outcome).toMatchObject({ status: "aborted" });
  });

  it("is sent to a server that is not there a few times and then explained", async () => {
    const { request, again, fake } = await prepareAnthropic([{ replies: [says("never")] }]);
    await fake.close();

    const { outcome } = await play(again({ retries: { tries: 2, firstWaitMs: 1 } }), request());

    expect(outcome).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/no connection.*2 tries/),
      needs: "look at the network, or at anthropic.baseUrl",
    });
  });
});

describe("a request that will never work", () => {
  it.each([
    [400, /did not take the request \(400\)/],
    [307, /leads elsewhere \(307\).*ask http:\/\/elsewhere\.invalid.*anthropic\.baseUrl/],
    [401, /refused the key.*set a valid ANTHROPIC_API_KEY/],
    [402, /no credit.*add credit/],
    [403, /may not do this.*claude-sonnet-5-5.*ANTHROPIC_API_KEY/],
    [404, /not know the model.*models\.anthropic.*claude-sonnet-5-5/],
    [413, /too large/],
  ])("%i ends the turn at once with a sentence and without the key", async (status, sentence) => {
    const { runtime, request, fake } = await prepareAnthropic([
      { replies: [fails(status, { message: `no: ${TEST_KEY}` })] },
    ]);

    const { outcome } = await play(runtime, request());

    expect(fake.requests).toHaveLength(1);
    expect(outcome).toMatchObject({ status: "failed", sessionLost: false });
    expect("error" in outcome && `${outcome.error} ${outcome.needs ?? ""}`).toMatch(sentence);
    expect(JSON.stringify(outcome)).not.toContain(TEST_KEY);
  });
});

it.each([
  ["Your credit balance is too low to access the API.", /add credit/],
  ["messages: at least one message is required", /^set models\.anthropic to a model that takes it/],
  ["prompt is too long: 213402 tokens > 200000 maximum", /make the feature smaller$/],
])("a bad request is about the account or the length only if it says so: %s", async (message, needs) => {
  const { runtime, request } = await prepareAnthropic([{ replies: [fails(400, { message })] }]);

  const { outcome } = await play(runtime, request());

  expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining(message) });
  expect(outcome).toMatchObject({ needs: expect.stringMatching(needs) });
});

describe("an error", () => {
  const thrown = (status: number | undefined, headers: Record<string, string>, type?: string) =>
    Object.assign(new Error("said"), { status, type, headers: new Headers(headers) });

  it("says how long to wait, and whether to try again at all", () => {
    expect(explainFailure(thrown(429, { "retry-after": "7" }), "m")).toMatchObject({ again: true, waitMs: 7000 });
    expect(explainFailure(thrown(429, { "retry-after": "Wed" }), "m")).not.toHaveProperty("waitMs");
    expect(explainFailure(thrown(500, { "x-should-retry": "false" }), "m")).toMatchObject({ again: false });
    expect(explainFailure(thrown(400, { "x-should-retry": "true" }), "m")).toMatchObject({ again: true });
  });

  it("that came in the middle of an answer is known by its type", () => {
    expect(explainFailure(thrown(undefined, {}, "overloaded_error"), "m")).toMatchObject({ again: true });
    expect(explainFailure(thrown(undefined, {}, "invalid_request_error"), "m")).toMatchObject({ again: false });
  });

  const caused = (error: Error, cause: unknown) => Object.assign(error, { cause });
  const coded = (code: string) => Object.assign(new Error("said"), { code });
  it.each<[string, unknown]>([
    ["a stream that ended early", new StreamCut("the answer broke off")],
    ["a connection the SDK did not get", new APIConnectionError({ cause: new TypeError("fetch failed") })],
    ["one that took too long", new APIConnectionTimeoutError()],
    ["a body that broke off", caused(new TypeError("terminated"), new Error("other side closed"))],
    ["a socket below it", caused(new TypeError("anything"), coded("UND_ERR_SOCKET"))],
    ["a reset connection", coded("ECONNRESET")],
  ])("of the network is worth another try: %s", (_, error) => {
    expect(explainFailure(error, "m")).toMatchObject({
      ...{ again: true, isUnanswered: true, needs: expect.stringContaining("look at the network") },
    });
  });

  it.each<[string, unknown, string]>([
    ["an address that is none", new TypeError("Invalid URL"), "TypeError: Invalid URL"],
    ["a fault of our own", new RangeError("Invalid string length"), "RangeError: Invalid string length"],
    ["another code", coded("ERR_INVALID_URL"), "Error: said"],
    ["an answer that is no JSON", new SyntaxError("Unexpected token"), "SyntaxError: Unexpected token"],
    ["no error at all", "a word", "a word"],
  ])("of another kind is not asked again: %s", (_, error, said) => {
    const failure = explainFailure(error, "m");
    expect(failure).toMatchObject({ again: false, error: expect.stringContaining(said) });
    expect(failure.error).not.toContain("network");
  });

  it.each(["localhost:8080", "not an address", "ftp://localhost", "http://"])(
    "in the address %j is told before anybody is asked, and what to do",
    (baseUrl) => {
      const open = () => createAnthropicAgent({ ...anthropicOptions(baseUrl, "/nowhere") });
      expect(open).toThrow(
        expect.objectContaining({ code: "config-invalid", fix: expect.stringContaining("https://") }),
      );
    },
  );
});

describe("a ping", () => {
  it("sends the session's last request again without wanting an answer, and changes nothing", async () => {
    const { runtime, request, fake } = await prepareAnthropic([
      { replies: [handsIn("one"), handsIn("two")] },
      { prefills: true, replies: [{ ...says(""), usage: USAGE }] },
    ]);
    const { ref } = await play(runtime, request());

    const touched = await runtime.keepCached?.(request(resumes(ref)), new AbortController().signal);
    await play(runtime, request(resumes(ref)));

    expect(touched).toMatchObject({ status: "completed", session: ref, usage: { input: 100, cacheRead: 10 } });
    const [first, ping, next] = fake.requests;
    expect(bare(ping!)).toEqual(bare(first!));
    expect(ping?.body).toMatchObject({ max_tokens: 0, stream: false });
    expect(bare(next!).slice(0, 4)).toEqual(bare(first!));
  });

  it("without a session sends the prompt up to its last mark", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [says("")] }]);
    const prompt = promptWithMarks(["Documents.*", "Code.*", "Plan."], "Do it.");

    await runtime.keepCached?.(request({ prompt }), new AbortController().signal);
    const nothing = await runtime.keepCached?.(request(), new AbortController().signal);

    expect(fake.requests.map(({ body }) => body.messages)).toMatchObject([
      [{ content: [{ text: "Documents.\n\n" }, { text: "Code.\n\n", cache_control: { type: "ephemeral" } }] }],
    ]);
    expect(nothing).toMatchObject({ status: "failed", sessionLost: false });
  });

  it("that fails is an outcome", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ prefills: true, replies: [fails(529)] }]);
    const marked = request({ prompt: promptWithMarks(["Documents.*"], "Do it.") });

    expect(await runtime.keepCached?.(marked, new AbortController().signal)).toMatchObject({
      status: "failed",
      usage: { input: 0 },
    });
    expect(await runtime.keepCached?.(marked, AbortSignal.abort())).toMatchObject({
      status: "aborted",
      usage: { input: 0 },
    });
    expect(await runtime.keepCached?.(request(resumes("x@1")), new AbortController().signal)).toMatchObject({
      status: "failed",
      sessionLost: true,
    });
    expect(fake.requests).toHaveLength(1);
  });

  it("that left and was never answered does not say what it cost, because that is unknown", async () => {
    const { runtime, request, fake } = await prepareAnthropic([
      { prefills: true, replies: [{ ...says(""), fault: { kind: "cut" } }, hangs()] },
    ]);
    const marked = request({ prompt: promptWithMarks(["Documents.*"], "Do it.") });
    const abort = new AbortController();

    const cut = await runtime.keepCached?.(marked, new AbortController().signal);
    const stopped = runtime.keepCached?.(marked, abort.signal);
    await until(() => fake.requests.length === 2);
    abort.abort();

    expect(cut).toEqual({ status: "failed", error: expect.any(String), sessionLost: false, usage: undefined });
    expect(await stopped).toEqual({ status: "aborted", usage: undefined });
  });
});
