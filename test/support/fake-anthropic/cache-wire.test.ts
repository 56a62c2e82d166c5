// The cache books behind the wire: what a plain SDK client is billed, told and refused, with a clock the test moves
// and first tokens it holds back.
import { describe, expect, it, onTestFinished } from "vitest";
import { asks, FIVE, HOUR, MINUTE, words } from "./cache-desk.ts";
import { plainClient } from "./plain-client.ts";
import { threadViolations } from "./prompt-prefix.ts";
import { closedGate, fails, type Reply, reply, says, text, tool } from "./reply.ts";
import type { RequestBody } from "./request.ts";
import { type FakeOptions, type Rule, startFakeAnthropic } from "./server.ts";

const TRUNK = asks(words("trunk", 1000, FIVE), words("question", 30));
const YES: Rule = { replies: [says("Yes.")] };

describe("an answer's usage", () => {
  it("is what the books count, streamed or not", async () => {
    const { create, stream } = await prepare();
    const written = { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 0 };

    const first = await create(TRUNK);
    const second = await stream(TRUNK);

    expect(first.usage).toEqual({
      input_tokens: 30,
      cache_creation_input_tokens: 1000,
      cache_creation: written,
      cache_read_input_tokens: 0,
      output_tokens: 1,
    });
    expect(second.usage).toMatchObject({ input_tokens: 30, cache_read_input_tokens: 1000, output_tokens: 1 });
  });

  it("is the script's where it names input figures, with zeros for the rest; output alone leaves the input counted", async () => {
    const { create } = await prepare([
      {
        replies: [
          { ...says("a"), usage: { cache_creation_input_tokens: 7 } },
          { ...says("b"), usage: { output_tokens: 99 } },
        ],
      },
    ]);

    expect((await create(TRUNK)).usage).toMatchObject({
      input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 7 },
    });
    expect((await create(TRUNK)).usage).toMatchObject({ cache_read_input_tokens: 1000, output_tokens: 99 });
  });

  it("ages on the test's clock, from the start of a request however long its answer takes", async () => {
    let now = 0;
    const slow = closedGate();
    const gated = (_: unknown, n: number) => (n === 1 ? slow.opened : undefined);
    const { create, fake, until } = await prepare([YES], { clock: () => now, firstTokenGate: gated });

    const first = create(TRUNK);
    await until(() => fake.records.length === 1);
    now = 4 * MINUTE;
    slow.open();
    await first;
    now = 5 * MINUTE;

    expect((await create(TRUNK)).usage.cache_read_input_tokens).toBe(0);
    now = 9 * MINUTE;
    expect((await create(TRUNK)).usage.cache_read_input_tokens).toBe(1000);
    expect(fake.records.map(({ n, at }) => [n, at / MINUTE])).toEqual([
      [1, 0],
      [2, 5],
      [3, 9],
    ]);
  });

  it("of a request that failed is none: it reads nothing and keeps nothing alive", async () => {
    let now = 0;
    const replies = [says("Yes."), fails(529), says("Yes.")];
    const { create } = await prepare([{ replies }], { clock: () => now });
    await create(TRUNK);
    now = 4 * MINUTE;
    await expect(create(TRUNK)).rejects.toMatchObject({ status: 529 });
    now = 6 * MINUTE;

    expect((await create(TRUNK)).usage.cache_read_input_tokens).toBe(0);
  });

  it("counts tokens without a message too", async () => {
    const { client, fake } = await prepare();

    expect(await client.messages.countTokens(TRUNK)).toEqual({ input_tokens: 1030 });
    expect(fake.records).toEqual([]);
  });
});

describe("the first token", () => {
  it.each([true, false])(
    "makes what was written readable, not the opening of a stream (streamed: %s)",
    async (stream) => {
      const gate = closedGate();
      const { client, create, fake, until } = await prepare([
        { replies: [{ ...says("first"), firstToken: gate.opened }, says("other")] },
      ]);
      const opened: string[] = [];
      const first = stream ? client.messages.stream({ ...TRUNK, max_tokens: 10 }) : create(TRUNK);
      if (stream) first.on("streamEvent", ({ type }: { type: string }) => opened.push(type));
      await until(() => fake.records.length === 1 && (!stream || opened.includes("message_start")));

      const before = await create(TRUNK);
      gate.open();
      const whole = await (stream ? first.finalMessage() : first);
      const after = await create(TRUNK);

      expect(whole.usage.cache_creation_input_tokens).toBe(1000);
      expect(before.usage.cache_creation_input_tokens).toBe(1000);
      expect(after.usage.cache_read_input_tokens).toBe(1000);
    },
  );

  it("that never came leaves no entry and, where nothing was read, no bill", async () => {
    const cutEarly: Reply = { ...says("never"), fault: { kind: "cut", events: 2 } };
    const { create, stream, fake } = await prepare([{ replies: [fails(529), cutEarly, says("Yes.")] }]);

    await expect(create(TRUNK)).rejects.toMatchObject({ status: 529 });
    await expect(stream(TRUNK)).rejects.toThrow();
    expect((await create(TRUNK)).usage.cache_read_input_tokens).toBe(0);
    expect(fake.records.map(({ usage }) => usage?.cache_creation_input_tokens)).toEqual([undefined, 1000, 1000]);
  });
});

describe("a prefill", () => {
  const WARM = { ...TRUNK, max_tokens: 0 };

  it("writes the cache, says nothing, costs no output and uses up no scripted reply", async () => {
    const { create } = await prepare();

    expect(await create(WARM)).toMatchObject({
      content: [],
      stop_reason: "max_tokens",
      usage: { cache_creation_input_tokens: 1000, input_tokens: 30, output_tokens: 0 },
    });
    const message = await create(TRUNK);
    expect(message.content).toEqual([{ type: "text", text: "Yes." }]);
    expect(message.usage.cache_read_input_tokens).toBe(1000);
  });

  it("fails where a rule for prefills says so", async () => {
    const { create } = await prepare([{ prefills: true, replies: [fails(429)] }, YES]);

    await expect(create(WARM)).rejects.toMatchObject({ status: 429 });
    expect(await create(TRUNK)).toMatchObject({ content: [{ text: "Yes." }] });
  });

  it.each<[string, Partial<RequestBody>]>([
    ["stream", { stream: true }],
    ["thinking", { thinking: { type: "enabled", budget_tokens: 1024 } }],
    ["tool_choice", { tool_choice: { type: "any" } }],
    ["tool_choice", { tool_choice: { type: "tool", name: "read" } }],
    ["output_config.format", { output_config: { format: { type: "json_schema" } } }],
  ])("with %s is refused", async (words, change) => {
    const { post, fake } = await prepare();

    expect(await post({ ...WARM, ...change })).toMatchObject({
      status: 400,
      body: { type: "error", error: { type: "invalid_request_error", message: expect.stringContaining(words) } },
    });
    expect(fake.records[0]?.usage).toBeUndefined();
  });
});

it("marks in the wrong places are a 400 that uses up no reply", async () => {
  const { create, fake } = await prepare([{ replies: [says("one"), says("two")] }]);
  const wrong = asks(words("a", 10, FIVE), words("b", 10, HOUR));

  await expect(create(wrong)).rejects.toMatchObject({
    status: 400,
    error: { error: { type: "invalid_request_error", message: expect.stringContaining("1h must not come after") } },
  });
  expect((await create(TRUNK)).content).toEqual([{ type: "text", text: "one" }]);
  expect(fake.records.map(({ marks, usage }) => [marks.length, usage !== undefined])).toEqual([
    [0, false],
    [1, true],
  ]);
});

it("a record names the thread, the marks and each block by its hash, and goes through the checks", async () => {
  const threadOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers["x-thread"]);
  const { client, fake } = await prepare([YES], { threadOf });
  const request = (thread: string, body: RequestBody) =>
    client.messages.create({ ...body, max_tokens: 10 }, { headers: { "x-thread": thread } });
  await request("one", TRUNK);
  await request("two", asks(words("other", 5)));
  await request("one", asks(words("trunk", 1000), words("question", 30), words("more", 2, FIVE)));
  await request("two", asks(words("changed", 5)));

  expect(fake.records[0]).toMatchObject({ n: 1, model: "claude-opus-5", thread: "one", prefill: false });
  expect(fake.records[0]?.marks).toEqual([{ place: 0, lifetime: "5m" }]);
  expect(fake.records[0]?.blocks[0]).toEqual(fake.records[2]?.blocks[0]);
  expect(threadViolations(fake.records)).toEqual([expect.stringContaining("thread two: request 4 after 2")]);
});

describe("a script may also", () => {
  it("call several tools in one turn and stop for any reason", async () => {
    const { stream } = await prepare([
      {
        replies: [
          reply(text("I read both."), tool("read", { path: "a" }), tool("read", { path: "b" })),
          { ...says("cut sho"), stopReason: "max_tokens" },
          { ...says("until"), stopReason: "stop_sequence", stopSequence: "END" },
          { ...reply(), stopReason: "refusal" },
        ],
      },
    ]);

    const calling = await stream(TRUNK);
    expect(calling).toMatchObject({
      stop_reason: "tool_use",
      content: [
        { type: "text" },
        { type: "tool_use", input: { path: "a" } },
        { type: "tool_use", input: { path: "b" } },
      ],
    });
    expect(calling.content[1].id).not.toBe(calling.content[2].id);
    expect(await stream(TRUNK)).toMatchObject({ stop_reason: "max_tokens" });
    expect(await stream(TRUNK)).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "END" });
    expect(await stream(TRUNK)).toMatchObject({ stop_reason: "refusal", content: [] });
  });

  it.each([429, 529])("fail with %i and say when to come back", async (status) => {
    const { post } = await prepare([{ replies: [fails(status, { retryAfter: 7 })] }]);

    expect(await post(TRUNK)).toMatchObject({ status, retryAfter: "7" });
  });

  it.each(["overloaded", "cut"] as const)("break off inside of a block: %s", async (kind) => {
    const broken: Reply = { ...reply(tool("read", { path: "a.ts" })), fault: { kind, events: 5 } };
    const { client } = await prepare([{ replies: [broken] }]);
    const seen: { type: string; delta?: { partial_json?: string } }[] = [];
    const stream = client.messages.stream({ ...TRUNK, max_tokens: 10 });
    stream.on("streamEvent", (event: (typeof seen)[number]) => seen.push(event));

    const failure = await stream.finalMessage().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    if (kind === "overloaded") expect(String(failure)).toContain("overloaded_error");
    expect(seen.at(-1)).toMatchObject({ type: "content_block_delta", delta: { partial_json: '{"path":' } });
  });

  it("break off for a client that does not stream", async () => {
    const faults: Reply[] = [
      { ...says("x"), fault: { kind: "overloaded" } },
      { ...says("x"), fault: { kind: "cut" } },
    ];
    const { create } = await prepare([{ replies: faults }]);

    await expect(create(TRUNK)).rejects.toMatchObject({ status: 529 });
    await expect(create(TRUNK)).rejects.toThrow("onnection");
  });
});

async function prepare(rules: readonly Rule[] = [YES], options: FakeOptions = {}) {
  const fake = await startFakeAnthropic(rules, options);
  onTestFinished(() => fake.close());
  const client = await plainClient(fake.url);
  const create = (body: RequestBody) => client.messages.create({ max_tokens: 10, ...body });
  const stream = (body: RequestBody) => client.messages.stream({ max_tokens: 10, ...body }).finalMessage();
  const post = async (body: RequestBody) => {
    const response = await fetch(`${fake.url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
  };
  const until = (condition: () => boolean) => expect.poll(condition, { interval: 5, timeout: 10_000 }).toBe(true);
  return { fake, client, create, stream, post, until };
}
