// Where the code is too large for the trunk, whoever forked from it would have to read it again every round. Then the
// reviewers and the fixer keep their sessions, whatever the config says about forks.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { readAsked } from "../../../bench/economy/asked.ts";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { inventCode, inventDocuments, inventNeighbours } from "../../../bench/economy/documents.ts";
import { answer, turnsOf } from "../../../bench/economy/model.ts";
import { FEATURE, prepareRepository } from "../../../bench/economy/repository.ts";
import type { Outcome } from "../../../src/domain/billing/outcome.ts";
import { verifies } from "../../requirements.ts";
import { runPhase } from "../../support/engine.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { createFeature, FEATURE as STORY, specify, TWO_ROUNDS } from "../../support/story.ts";

/** Half of the longest prompt of a model with a window of 200 000 tokens is 240 000 characters. */
const SMALL_WINDOW = "claude-haiku-4-5";
const TOO_MANY_TOKENS = 61_000;

async function played(codeTokens: number) {
  const documents = inventDocuments(0.2);
  const code = inventCode(codeTokens);
  const root = prepareRepository("implement", { documents, code, neighbours: inventNeighbours() });
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  let fixes = 0;
  const place = { root, spec: documents.spec, code: Object.keys(code) };
  const fake = await startFakeAnthropic([
    {
      replies: [
        (request) => {
          const asked = readAsked(request);
          if (asked.who === "fixer" && asked.turn === 0) fixes += 1;
          return answer(turnsOf(place, asked, Math.max(0, fixes - 1)), asked);
        },
      ],
    },
  ]);
  onTestFinished(() => fake.close());
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  const review = { context: "trunk", session: "fork" } as const;
  const given = { root, feature: FEATURE, url: fake.url, clock, review, model: SMALL_WINDOW };
  const { result, thrown } = await runPhase({ ...given, phase: "implement" });
  expect([thrown, result?.type]).toEqual([undefined, "ended"]);
  const folder = join(result?.folder ?? "", "dispatches");
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith(".outcome.json"))
    .sort()
    .map((name): Outcome => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const later = rows.filter(({ role, round }) => round > 1 && /reviewer|fixer/.test(role));
  const prompts = readdirSync(folder).filter((name) => /reviewer-fresh\.prompt\.md$/.test(name));
  return {
    ways: new Set(later.map(({ kind, reason }) => `${kind} ${reason}`)),
    shown: prompts.map((name) => readFileSync(join(folder, name), "utf8")),
  };
}

verifies(
  ["RES-10", "LOOP-7"],
  "code that does not fit on the trunk is read once: nobody forks, sessions go on; code that fits is forked from",
  async () => {
    const large = await played(TOO_MANY_TOKENS);
    const small = await played(1000);

    expect(large.ways).toEqual(new Set(["resume delta", "final final-validation"]));
    for (const text of large.shown)
      expect(text).toContain("The files are too large to stand here; read what you need:");
    expect(small.ways).toEqual(new Set(["fresh fork"]));
    for (const text of small.shown) expect(text).not.toContain("too large");
  },
);

verifies(
  "LOOP-7",
  "agents that share no trunk are resumed where the config wants forks, and that is told once",
  async () => {
    const place = await workplace(TWO_ROUNDS);
    await place.write({ "iflow.config.json": '{"review": {"session": "fork"}}' });
    place.git("add", "iflow.config.json");
    place.git("commit", "--quiet", "--message", "config");
    await createFeature(place);
    const ended = await specify(place, "--yolo");

    expect(ended.code).toBe(0);
    expect((ended.stdout + ended.stderr).match(/sessions are resumed instead/g)).toHaveLength(1);
    expect(place.dispatchFiles(STORY, "spec-reviewer-resume.prompt.md")).toHaveLength(1);
  },
);
