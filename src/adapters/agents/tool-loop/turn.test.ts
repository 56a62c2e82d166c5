import { describe, expect, it } from "vitest";
import { promptOf } from "../../../../test/support/agent-request.ts";
import {
  bare,
  handsIn,
  marksOf,
  play,
  prepareAnthropic,
  promptWithMarks,
  resumes,
} from "../../../../test/support/anthropic-agent.ts";
import { calls, reply, says, text, thinking, tool } from "../../../../test/support/fake-anthropic/reply.ts";
import { lastToolResults } from "../../../../test/support/fake-anthropic/request.ts";

const READ = calls("read", { path: "README.md" });

describe("the answer", () => {
  it("is what was handed in: an object as JSON, a text as it is", async () => {
    const { runtime, request } = await prepareAnthropic([
      { replies: [handsIn({ approved: true, issues: [] }), handsIn("in words")] },
    ]);

    const first = await play(runtime, request());
    const second = await play(runtime, request());

    expect(first.outcome).toMatchObject({ reply: JSON.stringify({ approved: true, issues: [] }, null, 2) });
    expect(second.outcome).toMatchObject({ reply: "in words" });
  });

  it("is the last text of a model that hands in nothing", async () => {
    const { runtime, request } = await prepareAnthropic([
      { replies: [reply(text("I look."), tool("list", {})), reply(text("One."), text("Two."))] },
    ]);

    const { outcome, events } = await play(runtime, request());

    expect(outcome).toMatchObject({ status: "completed", reply: "One.\n\nTwo." });
    expect(events.filter(({ type }) => type === "text")).toEqual(
      ["I look.", "One.", "Two."].map((said) => ({ type: "text", text: said })),
    );
  });

  it("that is refused, cut off or too long is for a fresh agent first, then for the person", async () => {
    const { runtime, request } = await prepareAnthropic([
      { replies: [handsIn("one"), { ...says("No."), stopReason: "refusal" }] },
    ]);
    const { ref } = await play(runtime, request());

    const resumed = await play(runtime, request(resumes(ref)));
    const fresh = await play(runtime, request());

    expect(resumed.outcome).toMatchObject({ status: "failed", error: "the model refuses to answer this" });
    expect(resumed.outcome).not.toHaveProperty("needs");
    expect(fresh.outcome).toMatchObject({ needs: expect.stringMatching(/^set models\.anthropic to another model/) });
  });

  it("TR-4: of a role that answers in JSON is only what it hands in; it is reminded twice", async () => {
    const approval = says('{"approved": true, "issues": []}');
    const late = await prepareAnthropic([{ replies: [approval, approval, handsIn({ approved: false })] }]);
    const never = await prepareAnthropic([{ replies: [approval, approval, approval] }]);
    const role = "spec-reviewer";

    expect((await play(late.runtime, late.request({ role }))).outcome).toMatchObject({
      reply: expect.stringContaining('"approved": false'),
    });
    expect((await play(never.runtime, never.request({ role }))).outcome).toMatchObject({
      status: "failed",
      error: "the model did not hand in its answer with submit",
    });
    expect(JSON.stringify(late.fake.requests.at(-1)?.body.messages)).toContain("That was not handed in.");
  });

  it("TR-4: with a key twice is not taken, in whichever order; the model hands in again", async () => {
    const twice = (json: string) => reply({ type: "tool_use", name: "submit", input: {}, json: `{"reply": ${json}}` });
    const { runtime, request } = await prepareAnthropic([
      {
        replies: [
          twice('{"approved": false, "issues": [], "approved": true}'),
          twice('{"\\u0061pproved": true, "approved": false}'),
          handsIn({ approved: false }),
        ],
      },
    ]);

    const { outcome } = await play(runtime, request({ role: "spec-reviewer" }));

    expect(outcome).toMatchObject({ reply: '{\n  "approved": false\n}' });
  });

  it("is taken when it stands in place of `reply`: whether it fits is not decided here", async () => {
    const { runtime, request } = await prepareAnthropic([{ replies: [calls("submit", { approved: false })] }]);

    const { outcome } = await play(runtime, request());

    expect(outcome).toMatchObject({ reply: '{\n  "approved": false\n}' });
  });

  it("is not taken together with a call that failed; the model looks and submits again", async () => {
    const both = reply(tool("read", { path: "none.md" }), tool("submit", { reply: "done" }));
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [both, handsIn("now done")] }]);

    const { outcome } = await play(runtime, request());

    expect(lastToolResults(fake.requests[1]!)).toEqual([
      "Not done: there is no file none.md.",
      "Not taken: another call of this message failed. Look at its result, then submit.",
    ]);
    expect(outcome).toMatchObject({ reply: "now done" });
  });

  it.each([
    ["nothing at all", reply(text(" "))],
    ["an empty submission", handsIn("  ")],
    ["a refusal", { ...says("No."), stopReason: "refusal" }],
    ["an answer that was cut off", { ...says("This is wh"), stopReason: "max_tokens" }],
    ["a stop nobody knows", { ...says("Hm."), stopReason: "full_moon" }],
  ])("is a failure in words when there is %s", async (_, given) => {
    const { runtime, request } = await prepareAnthropic([{ replies: [given] }]);

    const { outcome } = await play(runtime, request());

    expect(outcome).toMatchObject({ status: "failed", sessionLost: false, error: expect.stringMatching(/\w+ \w+/) });
  });
});

describe("what is sent", () => {
  it("is the same tools and system for every role, and every request continues the one before, byte by byte", async () => {
    const thought = reply(thinking("Hm."), text("I look."), tool("read", { path: "README.md", lines: 3 }));
    const { runtime, request, again, fake } = await prepareAnthropic([
      { replies: [thought, handsIn({ approved: false }), READ, says("Better."), says("Other.")] },
    ]);

    const { ref } = await play(runtime, request());
    await play(again(), request(resumes(ref)));
    await play(runtime, request({ role: "implementer", access: "write", prompt: promptOf("Implement it.") }));

    const [first, second, third, fourth, other] = fake.requests.map(bare);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(third?.slice(0, second?.length)).toEqual(second);
    expect(fourth?.slice(0, third?.length)).toEqual(third);
    expect(other?.slice(0, 3)).toEqual(first?.slice(0, 3));
    const { messages } = fake.requests[3]!.body;
    expect(messages.map(({ role }) => role)).toEqual(
      [..."uauauau"].map((letter) => (letter === "u" ? "user" : "assistant")),
    );
    expect(messages[1]?.content[0]).toEqual({ type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" });
    expect(messages[4]?.content).toMatchObject([
      { type: "tool_result", content: "Received." },
      { type: "text", text: "Again.\n\n" },
    ]);
  });

  it("names a tool for every call and forces none; nothing in it tells of this machine", async () => {
    const { runtime, request, fake, root } = await prepareAnthropic([{ replies: [READ, says("ok")] }]);

    await play(runtime, request());

    expect(fake.requests.map(({ body }) => body)).toMatchObject([
      { tool_choice: { type: "auto" }, stream: true, max_tokens: 64_000 },
      { tool_choice: { type: "auto" }, stream: true },
    ]);
    expect(JSON.stringify(fake.requests.map(({ body }) => body))).not.toContain(root);
  });

  it("is one block of text for each block of a prompt with marks, the same whatever stands behind it", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [says("ok")] }]);

    await play(runtime, request({ prompt: promptWithMarks(["Rubric.*", "  "], "Do it.") }));
    await play(runtime, request({ prompt: promptWithMarks(["Rubric.*", "Guides."], "Do it.") }));

    const contents = fake.requests.map(({ body }) => body.messages[0]?.content);
    const blocks = (...texts: string[]) =>
      texts.map((one) => expect.objectContaining({ type: "text", text: `${one}\n\n` }));
    expect(contents).toEqual([blocks("Rubric.", "Do it."), blocks("Rubric.", "Guides.", "Do it.")]);
  });

  it("is the printed text where no block carries a mark, because its beginning is not shared", async () => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [says("ok")] }]);

    await play(runtime, request({ prompt: promptWithMarks(["Rubric.", "Guides."], "Do it.") }));

    const [sent] = fake.requests.map(({ body }) => body.messages[0]?.content);
    expect(sent).toMatchObject([{ type: "text", text: "Rubric.\n\nGuides.\n\n---\n\nDo it.\n\n" }]);
  });
});

describe("cache marks", () => {
  it("stand behind the system and at the last two tails; however many calls a turn makes, the previous tail is marked", async () => {
    const many = reply(...Array.from({ length: 30 }, () => tool("list", {})));
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [many, READ, says("ok"), says("ok")] }]);

    const { ref } = await play(runtime, request());
    await play(runtime, request(resumes(ref)));

    expect(fake.requests.map(marksOf)).toEqual([
      ["system", "0.0"],
      ["system", "0.0", "2.29"],
      ["system", "2.29", "4.0"],
      ["system", "4.0", "6.0"],
    ]);
  });

  it("stand behind the marked blocks of the prompt instead of the system, also after a resume elsewhere", async () => {
    const { runtime, request, again, fake } = await prepareAnthropic([{ replies: [READ, handsIn("ok"), says("ok")] }]);
    const prompt = promptWithMarks(["Rubric.", "Documents.*", "Code.*", "Shape."], "Do it.");

    const { ref } = await play(runtime, request({ prompt }));
    await play(again(), request(resumes(ref)));

    expect(fake.requests.map(marksOf)).toEqual([
      ["0.1", "0.2", "0.4"],
      ["0.1", "0.2", "0.4", "2.0"],
      ["0.1", "0.2", "2.0", "4.1"],
    ]);
  });
});

describe("events", () => {
  it("say once that the model answers, what each call was, and how the tokens grow", async () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 20, cache_creation_input_tokens: 30, output_tokens: 5 };
    const { runtime, request } = await prepareAnthropic([
      {
        replies: [
          { ...READ, usage },
          { ...calls("grep", { pattern: "Example" }), usage },
          { ...says("ok"), usage },
        ],
      },
    ]);

    const { events, outcome } = await play(runtime, request());

    expect(events.filter(({ type }) => type === "answering")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "tool-called")).toEqual([
      { type: "tool-called", name: "read", path: "README.md" },
      { type: "tool-called", name: "search" },
    ]);
    const used = events.flatMap((event) => (event.type === "used" ? [event.tokens] : []));
    expect([...new Set(used)]).toEqual([61, 65, 126, 130, 191, 195]);
    expect(outcome.usage).toMatchObject({ input: 30, cacheRead: 60, cacheWrite: 90, output: 15, firstRead: 20 });
  });
});

describe("limits", () => {
  it.each([
    ["maxTurns", { maxTurns: 2 }, { output_tokens: 5 }, /answered 2 times.*anthropic\.maxTurns is 2/],
    ["maxOutputTokens", { maxOutputTokens: 900 }, { output_tokens: 500 }, /wrote 1000 tokens.*maxOutputTokens is 900/],
    ["maxCost", { maxCost: 0.5 }, { output_tokens: 30_000 }, /cost \$0\.60.*anthropic\.maxCost is 0\.5/],
  ])("%s ends the dispatch with a sentence and what was used", async (_, limit, usage, sentence) => {
    const limits = { maxTurns: 20, maxOutputTokens: 100_000, maxCost: 5, ...limit };
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [{ ...READ, usage }] }], {
      options: { limits },
    });

    const { outcome } = await play(runtime, request());

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringMatching(sentence) });
    expect(outcome.usage?.output).toBe(2 * usage.output_tokens);
    expect(fake.requests).toHaveLength(2);
  });

  it("no answer may be longer than what is left", async () => {
    const limits = { maxTurns: 20, maxOutputTokens: 900, maxCost: 5 };
    const cut = { ...says("and so"), stopReason: "max_tokens", usage: { output_tokens: 400 } };
    const { runtime, request, fake } = await prepareAnthropic(
      [{ replies: [{ ...READ, usage: { output_tokens: 500 } }, cut] }],
      { options: { limits } },
    );

    const { outcome } = await play(runtime, request());

    expect(fake.requests.map(({ body }) => body)).toMatchObject([{ max_tokens: 900 }, { max_tokens: 400 }]);
    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("anthropic.maxOutputTokens") });
  });
});
