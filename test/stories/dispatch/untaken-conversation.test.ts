// A provider that does not take a conversation any more: its reviewer is asked afresh, once, and the person is told.
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { calls, fails, type Reply, reply, thinking } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type OpenAiRequest } from "../../support/fake-openai/request.ts";
import { type FakeOpenAi, startFakeOpenAi } from "../../support/fake-openai/server.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";

const VERIFIED = { summary: "No external claims to verify." };
const HISTORY = `docs/features/${FEATURE}/.review-history.md`;
const thinks = (answer: Reply): Reply => reply(thinking("Hm."), ...answer.blocks);
const REJECTS = thinks(handsIn({ ...reject("When does the count end?"), ...VERIFIED }));
const APPROVES = thinks(handsIn({ ...approve(), ...VERIFIED }));
const NO_QUOTA = fails(429, { message: "insufficient_quota" });
const isReviewers = (request: OpenAiRequest) => firstPrompt(request).includes("You are the spec reviewer");

async function startFake(reviews: readonly Reply[]): Promise<FakeOpenAi> {
  const isAuthors = (request: OpenAiRequest) => firstPrompt(request).includes("You are the spec author");
  const wrote = handsIn("Wrote it.");
  const drafts = ["", "- AC-2: after a minute the count is zero again.\n"].map((more) =>
    calls("write", { path: SPEC_PATH, content: spec(more) }),
  );
  const fake = await startFakeOpenAi([
    { when: isReviewers, replies: reviews },
    { when: isAuthors, replies: drafts.flatMap((draft) => [draft, wrote]) },
    { replies: [handsIn(approve())] },
  ]);
  onTestFinished(() => fake.close());
  return fake;
}

const at = ({ url }: FakeOpenAi, key: string) => ({
  env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: url, IFLOW_OPENAI_TRIES: "1" },
});

verifies(
  ["RES-6", "AGT-4"],
  "thoughts that another account cannot read do not strand a run: its fix is followed, and the reviewer asked afresh",
  async () => {
    const [own, other] = [await startFake([REJECTS, NO_QUOTA]), await startFake([APPROVES])];
    const place = await workplace();
    await createFeature(place);

    const stopped = await place.iflowWith(at(own, "one"), "specify", "--yolo", "--runtime", "openai");
    const ended = await place.iflowWith(at(other, "two"), "continue", "--yolo", "--until", "specify");

    expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining("OPENAI_API_KEY of")]);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([
      0,
      expect.stringContaining("Spec approved in 2 rounds"),
    ]);
    expect(place.read(HISTORY).match(/^RESUME-FALLBACK.*/gm)).toEqual([
      expect.stringMatching(
        /^RESUME-FALLBACK: spec-reviewer iteration 2 — .*encrypted content.* could not be verified/,
      ),
    ]);
    expect(other.requests.filter(isReviewers)).toHaveLength(2); // the resumed one is refused
  },
);

verifies(
  "RES-6",
  "a resumed conversation that has become too long, or is not taken, is given up for a fresh agent; it is asked once",
  async () => {
    for (const refusal of [fails(400, { message: "context_length_exceeded" }), fails(400, { message: "Not this." })]) {
      const fake = await startFake([REJECTS, refusal, APPROVES]);
      const place = await workplace();
      await createFeature(place);

      const ended = await place.iflowWith(at(fake, "one"), "specify", "--yolo", "--runtime", "openai");

      expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining("approved in 2 rounds")]);
      expect(place.read(HISTORY).match(/^RESUME-FALLBACK: spec-reviewer iteration 2/gm)).toHaveLength(1);
      expect(fake.requests.filter(isReviewers)).toHaveLength(3);
    }
  },
);

verifies(
  "RES-6",
  "where a fresh agent is not taken either, the person is asked, and nothing is sent again",
  async () => {
    const fake = await startFake([REJECTS, fails(400, { message: "Not this." })]);
    const place = await workplace();
    await createFeature(place);

    const ended = await place.iflowWith(at(fake, "one"), "specify", "--yolo", "--runtime", "openai");

    expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining("did not take the request (400)")]);
    expect(fake.requests.filter(isReviewers)).toHaveLength(3);
  },
);
