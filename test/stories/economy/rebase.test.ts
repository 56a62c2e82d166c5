// A conversation that would fill the model's window is left: the next dispatch is a fresh agent with everything and its own
// open issues. On a model with a larger window the same conversation continues.
import { expect, onTestFinished } from "vitest";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { runPhase } from "../../support/engine.ts";
import { calls, type ReplySource } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";

const QUESTION = "When does the count end?";
const NO_CLAIMS = { summary: "No external claims to verify." };
const write = (content: string) => calls("write", { path: SPEC_PATH, content });
/** 200 tokens below four fifths of the smaller window, answer included: the delta does not fit any more. */
const ALMOST_FULL = { cache_creation_input_tokens: 159_700, output_tokens: 100 };

const MODEL: Record<string, readonly ReplySource[]> = {
  "spec author": [
    write(spec()),
    handsIn("Wrote it."),
    write(spec("- AC-2: after a minute the count is zero again.\n")),
    handsIn("Added AC-2."),
  ],
  "spec reviewer": [
    { ...handsIn({ ...reject(QUESTION), ...NO_CLAIMS }), usage: ALMOST_FULL },
    handsIn({ ...approve(), ...NO_CLAIMS }),
  ],
  "phase reviewer": [handsIn(approve())],
};

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

async function played(model: string) {
  const rules = Object.entries(MODEL).map(([role, replies]) => ({ when: isAskedAs(role), replies }));
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const place = await workplace();
  await createFeature(place);
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  // stopped once, so that the rest walks through the recorded plan again
  const budget = { maxDispatches: 4 };
  const { thrown } = await runPhase({ root: place.root, feature: FEATURE, url: fake.url, clock, model, budget });
  expect(thrown).toMatchObject({ code: "budget-reached" });
  const env = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const given = ["--until", "specify", "--yolo", "--max-dispatches", "9"];
  const ended = await place.iflowWith({ env }, "continue", ...given);
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("approved")]);
  const { runs } = (await place.json("show", FEATURE)).document.data;
  // biome-ignore lint/suspicious/noExplicitAny: rows of a document of many shapes
  const rows: any[] = runs.flatMap((run: { dispatches: unknown }) => run.dispatches);
  return {
    sent: rows.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`),
    last: fake.requests.filter(isAskedAs("spec reviewer")).at(-1),
  };
}

verifies(
  "RES-4",
  "a session that would pass four fifths of the window makes room for a fresh agent, reason rebase",
  async () => {
    const small = await played("claude-haiku-4-5");
    const large = await played("claude-opus-5-5");

    expect(small.sent).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author resume delta",
      "spec-reviewer fresh rebase",
      "phase-reviewer fresh first-round",
    ]);
    expect(large.sent).toEqual(small.sent.map((line) => line.replace("fresh rebase", "resume delta")));
    // the fresh one is told what it was itself that asked for
    expect(small.last?.body.messages).toHaveLength(1);
    expect(lastPrompt(small.last!)).toContain(QUESTION);
    expect(lastPrompt(large.last!)).toContain("## Delta");
  },
);
