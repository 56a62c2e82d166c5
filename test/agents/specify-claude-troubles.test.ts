// What can go wrong with Claude in the middle of a phase, and how the phase ends all the same.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { verifies } from "../requirements.ts";
import { TEST_KEY, textsBelow } from "../support/claude-agent.ts";
import { claudePlace, ONE_ROUND, readsSpec, remembers, TWO_ROUNDS } from "../support/claude-story.ts";
import { fails, says, submits } from "../support/fake-anthropic/reply.ts";
import { inWords } from "../support/screen.ts";
import { approve, createFeature, FEATURE } from "../support/story.ts";

vi.setConfig({ testTimeout: 180_000 }); // a dozen Claude processes, one after the other

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;

verifies(
  "RES-6",
  "deleted transcripts: everybody begins again with the earlier issues, and the history tells it",
  async () => {
    const place = await claudePlace({
      ...TWO_ROUNDS,
      // the gate works between the first review and the first resume, when the sessions of both roles are at rest
      "codebase-explorer": [
        (request) => {
          const sessions = join(place.home, ".claude", "projects", place.root.replaceAll(/[^A-Za-z0-9]/g, "-"));
          rmSync(sessions, { recursive: true });
          return remembers()(request);
        },
        remembers(),
      ],
    });
    await createFeature(place);

    const ended = await place.specify();

    expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
    expect(ended.code).toBe(0);
    expect(place.read(HISTORY).match(/^RESUME-FALLBACK.*$/gm)).toEqual([
      "RESUME-FALLBACK: spec-author iteration 1 — agent_id lost (Claude no longer has this session)",
      "RESUME-FALLBACK: spec-reviewer iteration 2 — agent_id lost (Claude no longer has this session)",
    ]);
    const [fallback] = place.dispatchFiles(FEATURE, "spec-reviewer-fallback.prompt.md");
    const prompt = place.read(`.git/iflow/runs/${FEATURE}.specify.1/dispatches/${fallback}`);
    expect(prompt).toContain("(Fresh dispatch — prior review session unavailable.)");
    expect(prompt).toContain("When does the count end?");
  },
);

verifies("LOOP-5", "an answer in prose is asked for once more in form, and then it counts", async () => {
  const place = await claudePlace({
    ...ONE_ROUND,
    "codebase-explorer": [remembers()], // the gate: a repair resumes a session
    "spec-reviewer": [readsSpec, says("I approve of it."), says("As I said, approved."), submits(approve())],
  });
  await createFeature(place);

  const ended = await place.specify();

  expect(ended.stderr + ended.stdout).toContain("Spec approved in 1 round");
  expect(ended.code).toBe(0);
  const reviews = (await place.dispatches(FEATURE)).filter(({ role }) => role === "spec-reviewer");
  expect(reviews.map(({ kind, session }) => [kind, session])).toEqual([
    ["fresh", reviews[0]?.session],
    ["repair", reviews[0]?.session],
  ]);
});

verifies("LOOP-5", "a reviewer that stays with prose stops the run for now, exit 5, and continue ends it", async () => {
  const prose = says("Looks fine.");
  const place = await claudePlace({
    ...ONE_ROUND,
    "codebase-explorer": [remembers()],
    // two rounds, each with a repair, and Claude itself reminds the model once in every turn
    "spec-reviewer": [...Array.from({ length: 8 }, () => prose), submits(approve())],
  });
  await createFeature(place);

  const stopped = await place.specify();
  expect(stopped.code).toBe(5);
  expect(stopped.stderr).toContain("spec-reviewer gave no valid verdict in round 2 of 5");
  expect(stopped.stderr).toContain("iflow continue");

  const ended = await place.iflow("continue");
  expect(ended.stderr + ended.stdout).toContain("Spec approved");
  expect(ended.code).toBe(0);
});

test("a key that is refused ends the command soon, exit 5, with what to do and without the key", async () => {
  const message = `this key is not good: ${TEST_KEY}`; // Claude repeats the words of a 403, not those of a 401
  const place = await claudePlace(
    { "spec-author": [fails(403, { message }), fails(401, { message })] },
    { env: { CLAUDE_CODE_MAX_RETRIES: undefined } },
  );
  await createFeature(place);

  const told: string[] = [];
  for (const status of [403, 401]) {
    const ended = await place.specify();
    expect([ended.code, inWords(ended.stderr)]).toEqual([5, expect.stringContaining(`Claude was refused (${status})`)]);
    expect(inWords(ended.stderr)).toContain(
      "Fix: log in with `claude`, or set a valid ANTHROPIC_API_KEY, then: iflow continue",
    );
    told.push(inWords(ended.stderr), ended.stdout);
  }
  expect(told.join("")).toContain("this key is not good: [secret]");
  expect(place.fake.requests.length).toBeLessThanOrEqual(1 + 4); // a refused right is final, a refused key is tried again
  expect(told.join("")).not.toContain(TEST_KEY);
  const places = [...textsBelow(place.root), ...textsBelow(place.home)].filter(({ text }) => text.includes(TEST_KEY));
  // Claude's own transcript keeps what the API said, here the key itself
  expect(places.filter(({ path }) => !path.startsWith(join(place.home, ".claude", "projects")))).toEqual([]);
});
