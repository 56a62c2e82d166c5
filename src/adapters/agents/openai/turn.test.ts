import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { handsIn, play, promptWithMarks, resumes } from "../../../../test/support/anthropic-agent.ts";
import { calls, reply, says, text, thinking, tool } from "../../../../test/support/fake-anthropic/reply.ts";
import { bare, itemsOf, lastToolResults, type OpenAiRequest } from "../../../../test/support/fake-openai/request.ts";
import { OPENAI_KEY, prepareOpenAi } from "../../../../test/support/openai-agent.ts";
import { SYSTEM_TEXT, TOOLS } from "../tool-loop/request/api-prefix.ts";

const APIS = ["responses", "chat"] as const;
const all = (name: string) => ({ strong: name, standard: name, light: name });
const MODELS_OF = { gemini: all("gemini-3.8-pro"), openrouter: all("anthropic/claude-opus-5-5") };
const LOOKS = reply(thinking("Hm."), text("I look."), tool("read", { path: "README.md" }), tool("list", {}));

describe.each(APIS)("over %s", (api) => {
  it("every request continues the one before, byte by byte, also after a resume elsewhere; the fake refuses anything unpaired", async () => {
    const { runtime, request, again, fake } = await prepareOpenAi(
      [{ replies: [LOOKS, handsIn({ approved: false }), LOOKS, handsIn("Better."), says("Other.")] }],
      { api, files: { "README.md": "Read me.\n" } },
    );

    const first = await play(runtime, request());
    const second = await play(again(), request(resumes(first.ref)));
    const forked = await play(again(), request({ session: { ref: first.ref, mode: "fork" } }));

    expect([first, second, forked].map(({ outcome }) => outcome.status)).toEqual([
      "completed",
      "completed",
      "completed",
    ]);
    const sent = fake.requests.map(bare);
    for (const place of [1, 2, 3]) expect(sent[place]!.slice(0, sent[place - 1]!.length)).toEqual(sent[place - 1]);
    expect(sent[4]!.slice(0, sent[1]!.length)).toEqual(sent[1]);
    expect(lastToolResults(fake.requests[1]!)).toEqual([expect.stringContaining("Read me."), expect.any(String)]);
    expect(fake.requests.every(({ headers }) => headers.authorization === `Bearer ${OPENAI_KEY}`)).toBe(true);
  });

  it("verdicts come from submit only, and not with a key twice in what the model really wrote", async () => {
    const twice = '{"reply": {"approved": false, "issues": [], "approved": true}}';
    const { runtime, request } = await prepareOpenAi(
      [
        {
          replies: [
            says('{"approved": true, "issues": []}'),
            reply({ type: "tool_use", name: "submit", input: {}, json: twice }),
            reply({ type: "tool_use", name: "submit", input: {}, json: '{"reply": {"approved"' }),
            handsIn({ approved: false }),
          ],
        },
      ],
      { api },
    );

    const { outcome } = await play(runtime, request({ role: "spec-reviewer" }));

    expect(outcome).toMatchObject({ status: "completed", reply: '{\n  "approved": false\n}' });
  });

  it("what was used is what the provider counted, cached tokens apart", async () => {
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [LOOKS, handsIn("done")] }], { api });

    const { outcome } = await play(runtime, request({ prompt: promptWithMarks(["x".repeat(20_000)], "Work.") }));

    const sum = (count: keyof (typeof fake.billed)[number]) => fake.billed.reduce((all, one) => all + one[count], 0);
    expect(outcome.usage).toEqual({
      ...{ input: sum("input"), cacheRead: sum("read"), cacheWrite: sum("written") },
      ...{ output: sum("output"), firstRead: 0, estimated: false },
    });
    expect(fake.billed[1]?.read).toBeGreaterThan(4000);
  });

  it("an answer that is cut off is counted by its length, and says so", async () => {
    const { runtime, request, fake } = await prepareOpenAi(
      [{ replies: [{ ...says("x".repeat(4000)), fault: { kind: "cut" } }, handsIn("done")] }],
      { api },
    );

    const { outcome } = await play(runtime, request());

    const [only] = fake.billed;
    expect(outcome).toMatchObject({ status: "completed", usage: { estimated: true } });
    expect(outcome.usage?.output).toBeGreaterThanOrEqual(1000 + (only?.output ?? 0));
    expect(outcome.usage?.input).toBeGreaterThan(only?.input ?? 0);
  });
});

describe("the Responses API", () => {
  it("is asked to store nothing, not to be strict, and for reasoning it cannot read; the same for every role", async () => {
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [handsIn("a")] }]);

    await play(runtime, request());
    await play(runtime, request({ role: "implementer", access: "write" }));

    expect(fake.requests.map(({ body }) => [body.instructions, body.tools?.map(({ name }) => name)])).toEqual([
      [SYSTEM_TEXT, TOOLS.map(({ name }) => name)],
      [SYSTEM_TEXT, TOOLS.map(({ name }) => name)],
    ]);
    expect(fake.requests[0]?.body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    expect(new Set(fake.requests.map(({ body }) => body.prompt_cache_key))).toHaveProperty("size", 1);
  });

  it("reads a beginning that another agent has sent; models that charge for writing are told where it ends", async () => {
    const prompt = (work: string) => promptWithMarks([`${"word ".repeat(3000)}*`], work);
    const marks = ({ body }: OpenAiRequest) => JSON.stringify(body.input).split("prompt_cache_breakpoint").length - 1;
    const { runtime, request, fake, again } = await prepareOpenAi([{ replies: [handsIn("a")] }]);
    const models = { strong: "gpt-5.4", standard: "gpt-5.4-mini", light: "gpt-5.4-mini" };

    await play(runtime, request({ prompt: prompt("One.") }));
    const second = await play(runtime, request({ prompt: prompt("Two.") }));
    await play(again({ models }), request({ prompt: prompt("One.") }));
    const free = await play(again({ models }), request({ prompt: prompt("Two.") }));

    expect(fake.requests.map(marks)).toEqual([1, 1, 0, 0]);
    expect(second.outcome.usage).toMatchObject({ firstRead: expect.closeTo(5100, -3), cacheWrite: expect.any(Number) });
    expect(free.outcome.usage?.cacheWrite).toBe(0);
    expect((free.outcome.usage?.cacheRead ?? 1) % 128).toBe(0);
    expect(free.outcome.usage?.cacheRead).toBeGreaterThan(3700);
  });

  it("keeps reasoning as it came: sealed, in its place, in the session and on the wire", async () => {
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [LOOKS, handsIn("done")] }]);

    await play(runtime, request());

    const [, thought, said] = itemsOf(fake.requests[1]!);
    expect(thought).toMatchObject({ type: "reasoning", encrypted_content: expect.stringContaining("sealed rs_") });
    expect(said).toMatchObject({ type: "message", role: "assistant", id: expect.stringMatching(/^msg_/) });
  });

  it("looks things up for a role that verifies claims, with the provider's own search and nothing of the conversation", async () => {
    const cited = { type: "url_citation", url: "https://a.invalid/x", title: "X" };
    const found = reply(
      { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      { type: "text", text: "Yes.", citations: [cited] },
    );
    const isSearch = ({ body }: OpenAiRequest) => body.tools?.[0]?.type === "web_search";
    const { runtime, request, fake } = await prepareOpenAi([
      { when: isSearch, replies: [found] },
      { replies: [calls("web", { query: "Is it so?" }), handsIn("ok")] },
    ]);

    const { outcome } = await play(runtime, request({ role: "spec-reviewer" }));

    expect(lastToolResults(fake.requests.at(-1)!)[0]).toMatch(/Yes\.\nSources:\n- https:\/\/a\.invalid\/x X/);
    expect(outcome.usage).toMatchObject({ web: { searches: 1 } });
    expect(JSON.stringify(itemsOf(fake.requests.find(isSearch)!))).not.toContain("spec");
  });
});

describe("Chat Completions", () => {
  it("has no search: the role is told and goes on", async () => {
    const { runtime, request, fake } = await prepareOpenAi(
      [{ replies: [calls("web", { query: "Is it so?" }), handsIn("ok")] }],
      { api: "chat" },
    );

    expect((await play(runtime, request({ role: "spec-reviewer" }))).outcome).toMatchObject({ status: "completed" });
    expect(lastToolResults(fake.requests[1]!)).toEqual([expect.stringContaining("this server offers no web search")]);
  });

  it("of a server of one's own needs no key, and a session of the other API goes on there", async () => {
    const { again, request, fake } = await prepareOpenAi([{ replies: [LOOKS, handsIn("a"), handsIn("b")] }]);

    const { ref } = await play(again(), request());
    const moved = await play(again({ api: "chat", apiKey: undefined }), request(resumes(ref)));

    expect(moved.outcome).toMatchObject({ status: "completed", reply: "b" });
    expect(fake.requests[2]?.headers.authorization).toBeUndefined();
  });

  it("sends thoughts back under the name they came with", async () => {
    const { runtime, request, fake } = await prepareOpenAi([{ replies: [LOOKS, handsIn("a")] }], { api: "chat" });

    await play(runtime, request());

    expect(itemsOf(fake.requests[1]!)[2]).toMatchObject({ role: "assistant", reasoning_content: "Hm." });
  });

  it.each(["gemini", "openrouter"] as const)(
    "of %s: several calls stay apart, and what the server signed goes back as it came, also after a resume",
    async (dialect) => {
      const { runtime, again, request, fake } = await prepareOpenAi(
        [{ replies: [LOOKS, { ...LOOKS, blocks: [thinking("Ah."), ...handsIn("a").blocks] }, handsIn("b")] }],
        { api: "chat", dialect, files: { "README.md": "Read me.\n" }, options: { models: MODELS_OF[dialect] } },
      );

      const { outcome, ref } = await play(runtime, request());
      const resumed = await play(again(), request(resumes(ref)));

      expect([outcome, resumed.outcome]).toMatchObject([
        { status: "completed", reply: "a" },
        { status: "completed", reply: "b" },
      ]);
      expect(lastToolResults(fake.requests[1]!)).toEqual([expect.stringContaining("Read me."), expect.any(String)]);
      const thought = { type: "reasoning.text", text: "Hm.", signature: "signed Hm.", index: 0 };
      const told = dialect === "gemini" ? { reasoning_content: "Hm." } : { reasoning_details: [thought] };
      const answer = itemsOf(fake.requests[1]!)[2];
      expect(answer).toMatchObject({ ...told, tool_calls: [{}, {}] });
      expect(answer).not.toHaveProperty("reasoning"); // once is enough
    },
  );
});

it("a package that is not installed is an error with the line that installs it", async () => {
  const { again, request, fake } = await prepareOpenAi([{ replies: [says("never")] }]);

  const { outcome } = await play(again({ sdkFolders: ["/nowhere"] }), request());

  expect(outcome).toMatchObject({ status: "failed", error: "the package openai is not installed" });
  expect(fake.requests).toEqual([]);
});

it("many requests of a turn leave nothing behind that Node would warn about on the person's screen", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on("warning", hear);
  onTestFinished(() => void process.off("warning", hear));
  const looks = Array.from({ length: 12 }, () => calls("list", {}));
  const { runtime, request } = await prepareOpenAi([{ replies: [...looks, handsIn("done")] }]);

  expect((await play(runtime, request())).outcome).toMatchObject({ status: "completed" });
  expect(warnings).toEqual([]);
});

it("the key is in no session, not even one that the model was told", async () => {
  const { runtime, request, sessions } = await prepareOpenAi([{ replies: [handsIn(`It is ${OPENAI_KEY}.`)] }]);

  const { outcome } = await play(runtime, request());

  expect(outcome).toMatchObject({ reply: "It is [secret]." });
  const kept = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), "utf8"));
  expect(kept.map((one) => [one.includes(OPENAI_KEY), one.includes("[secret]")])).toEqual([[false, true]]);
});
