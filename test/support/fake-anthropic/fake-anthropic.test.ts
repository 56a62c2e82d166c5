// The fake itself, against the plain SDK client of the real API and against raw requests.
import { describe, expect, it, onTestFinished } from "vitest";
import { canonicalPrefix } from "./canonical-prefix.ts";
import { plainClient } from "./plain-client.ts";
import { calls, fails, reply, says, text, thinking, tool } from "./reply.ts";
import { firstPrompt, lastPrompt, lastToolResults, type MessagesRequest, type RequestBody } from "./request.ts";
import { type Rule, startFakeAnthropic } from "./server.ts";

const ASK = { model: "claude-test", max_tokens: 100, messages: [{ role: "user" as const, content: "Hello" }] };

describe("a plain SDK client", () => {
  it("streams thinking, text and a tool call, in their order and complete", async () => {
    const { client } = await prepare([
      { replies: [reply(thinking("Hm, hm."), text("I look at it."), tool("read", { path: "a.ts", lines: [1, 2] }))] },
    ]);

    const message = await client.messages.stream(ASK).finalMessage();

    expect(message.content).toMatchObject([
      { type: "thinking", thinking: "Hm, hm.", signature: expect.stringMatching(/\S/) },
      { type: "text", text: "I look at it." },
      { type: "tool_use", id: expect.stringMatching(/^toolu_/), name: "read", input: { path: "a.ts", lines: [1, 2] } },
    ]);
    expect(message).toMatchObject({ model: "claude-test", stop_reason: "tool_use" });
  });

  it("gets the same without streaming, with the scripted usage", async () => {
    const usage = { input_tokens: 4, cache_read_input_tokens: 3, cache_creation_input_tokens: 2, output_tokens: 1 };
    const { client } = await prepare([{ replies: [{ ...says("Hello you"), usage }] }]);

    const message = await client.messages.create(ASK);

    expect(message).toMatchObject({ content: [{ type: "text", text: "Hello you" }], stop_reason: "end_turn", usage });
  });

  it.each([
    [401, "authentication_error"],
    [429, "rate_limit_error"],
    [529, "overloaded_error"],
    [500, "api_error"],
  ])("reads a %s as %s", async (status, type) => {
    const { client } = await prepare([{ replies: [fails(status, { message: "scripted", retryAfter: 0 })] }]);

    await expect(client.messages.create(ASK)).rejects.toMatchObject({
      status,
      error: { type: "error", error: { type, message: "scripted" } },
    });
  });

  it("notices an overload and a cut in the middle of a stream", async () => {
    for (const kind of ["overloaded", "cut"] as const) {
      const { client } = await prepare([{ replies: [{ ...says("half of it"), fault: { kind } }] }]);

      await expect(client.messages.stream(ASK).finalMessage()).rejects.toThrow();
    }
  });
});

describe("rules", () => {
  it("answer the requests they fit, one reply after the other, and keep every request", async () => {
    const { client, fake } = await prepare([
      { when: (request) => firstPrompt(request) === "Hello", replies: [says("one"), (sent) => says(lastPrompt(sent))] },
      { replies: [says("other")] },
    ]);
    const other = { ...ASK, messages: [{ role: "user" as const, content: "Bye" }] };

    const texts = [];
    for (const ask of [ASK, other, ASK, ASK]) texts.push((await client.messages.create(ask)).content[0]?.text);

    expect(texts).toEqual(["one", "other", "Hello", "Hello"]);
    expect(fake.requests.map(({ body }) => body.messages[0]?.content)).toEqual(["Hello", "Bye", "Hello", "Hello"]);
    expect(fake.requests[0]?.headers).toHaveProperty("anthropic-version");
  });

  it("that start over in every conversation count for each on its own", async () => {
    const { ask } = await prepare([{ perSession: true, replies: [says("one"), says("two")] }]);

    const texts = [await ask("a"), await ask("b"), await ask("a")];

    expect(texts).toEqual(["one", "one", "two"]);
  });

  it("that fit nothing are a 400 that says so", async () => {
    const { client } = await prepare([{ when: () => false, replies: [calls("never", {})] }]);

    await expect(client.messages.create(ASK)).rejects.toThrow("no rule");
  });
});

describe("the prefix of two requests", () => {
  const base = { model: "m", tools: [{ name: "a" }], system: "s", messages: [{ role: "user", content: "q" }] } as const;
  const marked = [{ type: "text", text: "q", cache_control: { type: "ephemeral" } }];
  const answered = [
    { role: "user", content: marked },
    { role: "assistant", content: "r" },
  ] as const;

  it("is whole when the later one continues the earlier one, wherever marks stand and whatever form contents have", () => {
    const { shared, total } = canonicalPrefix(request(base), request({ ...base, messages: answered }));

    expect(shared).toBe(total);
  });

  it.each([
    ["a tool", { tools: [{ name: "a" }, { name: "b" }] }],
    ["the system prompt", { system: "t" }],
    ["an earlier message", { messages: [{ role: "user", content: "other" }] }],
    ["the model", { model: "n" }],
    ["an order", { messages: [{ role: "assistant", content: "r" }, ...base.messages] }],
  ])("ends where %s differs", (_, change) => {
    const { shared, total } = canonicalPrefix(request(base), request({ ...base, ...(change as Partial<RequestBody>) }));

    expect(shared).toBeLessThan(total);
  });

  it("sees a turn that was merged into the message before it as going on", () => {
    const result = { type: "tool_result", tool_use_id: "1", content: "file" };
    const before = request({ ...base, messages: [{ role: "user", content: [result] }] });
    const merged = { ...result, content: [{ type: "text", text: "file" }] };
    const after = request({ ...base, messages: [{ role: "user", content: [merged, { type: "text", text: "more" }] }] });

    const { shared, total } = canonicalPrefix(before, after);

    expect(shared).toBe(total);
    expect(lastToolResults(after)).toEqual(["file"]);
  });
});

const request = (body: RequestBody): MessagesRequest => ({ headers: {}, body });

async function prepare(rules: readonly Rule[]) {
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const ask = async (session: string): Promise<unknown> => {
    const response = await fetch(`${fake.url}/v1/messages?beta=true`, {
      method: "POST",
      headers: { "x-claude-code-session-id": session },
      body: JSON.stringify(ASK),
    });
    return ((await response.json()) as { content: { text: string }[] }).content[0]?.text;
  };
  return { fake, ask, client: await plainClient(fake.url) };
}
