// What is really sent about effort and thinking, by tier, role and model. The fakes refuse what the providers refuse.
import { describe, expect, it } from "vitest";
import { handsIn, play, prepareAnthropic, promptWithMarks, resumes } from "../../../../test/support/anthropic-agent.ts";
import { calls } from "../../../../test/support/fake-anthropic/reply.ts";
import { prepareOpenAi } from "../../../../test/support/openai-agent.ts";

const DONE = [{ replies: [handsIn("done")] }];

/** Every tier on one model. */
const on = (model: string) => ({ models: { strong: model, standard: model, light: model } });

describe("over the Messages API", () => {
  it("effort follows tier and role, in every request of the turn and after a resume", async () => {
    const { runtime, request, again, fake } = await prepareAnthropic([
      { replies: [calls("list", {}), handsIn("done"), handsIn({ approved: true })] },
    ]);

    const first = await play(runtime, request({ role: "spec-author", model: "strong" }));
    await play(again(), request({ role: "spec-author", model: "strong", ...resumes(first.ref) }));
    await play(runtime, request({ role: "phase-reviewer", model: "standard" }));
    await play(runtime, request({ role: "codebase-explorer", model: "standard" }));
    await play(runtime, request({ role: "documentation-writer", model: "light" }));

    expect(fake.requests.map(({ body }) => [body.model, body.output_config, body.thinking])).toEqual([
      ["claude-opus-5-5", { effort: "high" }, undefined],
      ["claude-opus-5-5", { effort: "high" }, undefined],
      ["claude-opus-5-5", { effort: "high" }, undefined],
      ["claude-sonnet-5-5", { effort: "high" }, undefined],
      ["claude-sonnet-5-5", { effort: "medium" }, undefined],
      ["claude-haiku-5-5", { effort: "low" }, undefined],
    ]);
  });

  it.each([
    ["claude-haiku-4-5", undefined, undefined],
    ["claude-opus-4-5", { effort: "high" }, undefined],
    ["claude-opus-4-8", { effort: "high" }, { type: "adaptive" }],
    ["somebody-elses-model", undefined, undefined],
  ])("%s is asked for what it takes", async (model, effort, thinking) => {
    const { runtime, request, fake } = await prepareAnthropic(DONE, { options: on(model) });

    expect((await play(runtime, request({ model: "strong" }))).outcome).toMatchObject({ status: "completed" });

    expect(fake.requests[0]?.body).toMatchObject({ model });
    expect([fake.requests[0]?.body.output_config, fake.requests[0]?.body.thinking]).toEqual([effort, thinking]);
  });

  it.each(["claude-opus-5-5", "claude-opus-4-8"])(
    "a ping to %s reads what was written at the same effort",
    async (model) => {
      const { runtime, request, fake } = await prepareAnthropic(DONE, { options: on(model) });
      const asked = request({ model: "strong", prompt: promptWithMarks([`${"word ".repeat(5000)}*`], "Work.") });
      await play(runtime, asked);

      const ping = await runtime.keepCached?.(asked, new AbortController().signal);

      const [dispatch, touch] = fake.requests.map(({ body }) => body);
      expect([touch?.output_config, touch?.thinking]).toEqual([dispatch?.output_config, dispatch?.thinking]);
      expect(ping).toMatchObject({ status: "completed", usage: { input: 0, cacheWrite: 0 } });
      expect(ping?.usage?.cacheRead).toBeGreaterThan(4000);
    },
  );
});

describe("over OpenAI's APIs", () => {
  it("the Responses API is told the effort, by tier and role; Chat Completions is not, as many servers know none", async () => {
    const responses = await prepareOpenAi(DONE);
    const chat = await prepareOpenAi(DONE, { api: "chat" });

    await play(responses.runtime, responses.request({ role: "spec-author", model: "strong" }));
    await play(responses.runtime, responses.request({ role: "codebase-explorer", model: "standard" }));
    await play(responses.runtime, responses.request({ role: "spec-author", model: "strong", effort: "low" }));
    await play(chat.runtime, chat.request({ role: "spec-author", model: "strong" }));

    expect(responses.fake.requests.map(({ body }) => [body.model, body.reasoning])).toEqual([
      ["gpt-6.1-sol", { effort: "high" }],
      ["gpt-6.1-terra", { effort: "medium" }],
      ["gpt-6.1-sol", { effort: "low" }], // as the person has chosen
    ]);
    expect(JSON.stringify(chat.fake.requests[0]?.body)).not.toContain("effort");
    expect([responses, chat].map(({ runtime }) => runtime.tellsEffort?.("gpt-6.1-sol"))).toEqual([true, false]);
  });

  it.each(["gpt-4.1", "gpt-5-chat-latest", "gpt-5.2-pro", "qwen3-coder"])("%s is not asked for any", async (model) => {
    const { runtime, request, fake } = await prepareOpenAi(DONE, { options: on(model) });

    expect((await play(runtime, request())).outcome).toMatchObject({ status: "completed" });

    expect(fake.requests[0]?.body).not.toHaveProperty("reasoning");
  });
});
