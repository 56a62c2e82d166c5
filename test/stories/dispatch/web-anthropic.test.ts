// A claim about the outside that a reviewer looks up over the plain API, from the command to the bill.
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { calls, type ReplySource, reply, text } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastToolResults, type MessagesRequest, toolNames } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { searched } from "../../support/fake-anthropic/server-tools.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const ASKS = calls("web", { query: "Which status says too many requests?" });
const SUMMARY = "Verified: 429 means too many requests via https://www.rfc-editor.org/rfc/rfc6585";
const FOUND = reply(
  ...searched("http too many requests", { "https://www.rfc-editor.org/rfc/rfc6585": "RFC 6585" }),
  text("429."),
);

const MODEL: Record<string, readonly ReplySource[]> = {
  "spec author": [ASKS, calls("write", { path: SPEC_PATH, content: spec() }), handsIn("Wrote it.")],
  "spec reviewer": [ASKS, handsIn({ ...approve(), summary: SUMMARY })],
  "phase reviewer": [calls("read", { path: SPEC_PATH }), handsIn(approve())],
};

const isSearch = (request: MessagesRequest) => toolNames(request).includes("web_search");
const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

verifies(
  "CTX-8",
  "T18: over the API a reviewer looks up a claim, an author may not, and the bill has the search",
  async () => {
    const paused = { ...reply(...searched("429", { "https://example.com": "Codes" })), stopReason: "pause_turn" };
    const fake = await startFakeAnthropic([
      { when: isSearch, replies: [paused, FOUND] },
      ...Object.entries(MODEL).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
    ]);
    onTestFinished(() => fake.close());
    const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
    const place = await workplace();
    await createFeature(place);

    const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic");

    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining("VERIFICATION-WARNING")]);
    const [author, reviewer] = (await place.json("show", FEATURE)).document.data.runs[0].dispatches;
    expect(author.refused).toEqual([expect.stringContaining("only a role that verifies outside claims")]);
    expect(reviewer).toMatchObject({ role: "spec-reviewer", usage: { web: { searches: 2 } } });
    const answers = fake.requests.filter(isAskedAs("spec reviewer")).flatMap(lastToolResults);
    expect(answers).toEqual([
      expect.stringContaining("429.\nSources:\n- https://example.com Codes\n- https://www.rfc"),
    ]);

    const { total } = (await place.json("cost", FEATURE)).document.data;
    const paid = fake.records.flatMap(({ usage }) => usage ?? []);
    expect(total.input).toBe(paid.reduce((sum, { input_tokens }) => sum + input_tokens, 0));
    expect(total.output).toBe(paid.reduce((sum, { output_tokens }) => sum + output_tokens, 0));
    expect(reviewer.cost).toBeGreaterThan(0.02); // two searches at one cent, beside the tokens
    const keepers = textsBelow(place.root).filter((file) => file.text.includes(TEST_KEY));
    expect(keepers.map(({ path }) => path)).toEqual([]);
  },
);
