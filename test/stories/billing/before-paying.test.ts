// Before anything is paid: what is expected and where it stops, once for a feature. And a limit that holds although
// nobody named one, also with --yolo.
import { expect, onTestFinished, test } from "vitest";
import type { RunEvent } from "../../../src/domain/run/events/run-event.ts";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { calls, type Reply, type ReplySource } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, ONE_ROUND, reject, SPEC_PATH, spec, specify } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

/** At $20 a million tokens: one such answer costs $1.80. */
const dear = (answer: Reply): Reply => ({ ...answer, usage: { output_tokens: 90_000 } });

const objects = handsIn({ ...reject("When does the count end?"), summary: "No external claims to verify." });
const approves = handsIn({ ...approve(), summary: "No external claims to verify." });

/** The API on loopback, and commands that use it. */
async function withApi(roles: Record<string, readonly ReplySource[]>, settings: object = {}, place?: Workplace) {
  const fake = await startFakeAnthropic(
    Object.entries(roles).map(([role, replies]) => ({
      when: (request) => firstPrompt(request).startsWith(`You are the ${role}`),
      replies,
    })),
  );
  onTestFinished(() => fake.close());
  const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const here = place ?? (await workplace({}, { "README.md": "x", "iflow.config.json": JSON.stringify(settings) }));
  if (!place) await createFeature(here);
  const iflow = (...args: string[]) => here.iflowWith({ env }, ...args);
  return { place: here, fake, iflow };
}

const events = (stderr: string): RunEvent[] =>
  stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const forecasts = (stderr: string) => events(stderr).filter(({ type }) => type === "forecast-made");

const ROUNDS = {
  "spec author": [
    calls("write", { path: SPEC_PATH, content: spec() }),
    handsIn("Wrote it."),
    ...Array.from({ length: 9 }, () => dear(handsIn("Nothing to change."))),
  ],
  "spec reviewer": Array.from({ length: 9 }, () => dear(objects)),
};

const QUIET = {
  "spec author": [calls("write", { path: SPEC_PATH, content: spec() }), handsIn("Wrote it.")],
  "spec reviewer": [approves],
  "phase reviewer": [handsIn(approve())],
};

verifies(
  "USE-3",
  "U10: --yolo stops by itself before a feature costs more than $20, and says how to continue",
  async () => {
    const { fake, iflow, place } = await withApi(ROUNDS, { review: { maxRounds: 9 } });

    const stopped = await iflow("specify", "--yolo", "--runtime", "anthropic");

    expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringContaining("the budget of $20.00 has no room")]);
    expect(stopped.stderr).toContain("budget.feature");
    expect(stopped.stderr).toContain("Fix: iflow continue --max-cost 40\n");
    const { cost } = (await place.json("cost", FEATURE)).document.data.total;
    expect(cost).toBeGreaterThan(15); // it did not stop out of fear
    expect(cost).toBeLessThanOrEqual(20);
    const asked = fake.requests.length;
    expect((await iflow("continue", "--yolo")).code).toBe(6); // and stays stopped
    expect(fake.requests.length).toBe(asked);
    const higher = await iflow("continue", "--yolo", "--max-cost", "22.5");
    expect(fake.requests.length).toBeGreaterThan(asked);
    expect([higher.code, higher.stderr]).toEqual([6, expect.stringContaining("the budget of $22.50 has no room")]);
  },
);

verifies(
  "USE-3",
  "U10: budget.feature is the limit where no flag is given, also when it is changed while a run is open",
  async () => {
    const { iflow, place } = await withApi(QUIET, { budget: { feature: 0.01 } });

    const stopped = await iflow("specify", "--yolo", "--runtime", "anthropic");
    expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringContaining("the budget of $0.01 has no room")]);
    await place.write({ "iflow.config.json": JSON.stringify({ budget: { feature: 3 } }) });
    expect((await iflow("continue", "--yolo")).code).toBe(0);
  },
);

/** Enough for nothing: a command ends right before it would pay. */
const NOTHING = ["--max-cost", "0.0001"];

verifies(
  "USE-3",
  "U10: what it is expected to cost comes before the first paid dispatch, with its basis, and once",
  async () => {
    const { iflow, place, fake } = await withApi(QUIET);
    const run = ["--yolo", "--runtime", "anthropic"];

    const poor = await iflow("specify", ...run, ...NOTHING, "--events", "ndjson");
    expect(fake.requests).toEqual([]);
    expect(events(poor.stderr)[0]).toMatchObject({
      ...{ type: "forecast-made", feature: FEATURE, phases: ["specify"], runtime: "anthropic", maxCost: 0.0001 },
      ...{ basis: "price-table", features: 0, dollars: { low: expect.closeTo(0.318), high: expect.closeTo(0.954) } },
    });
    const rest = await iflow("continue", "--yolo", "--max-cost", "5", "--events", "ndjson");
    expect([rest.code, forecasts(rest.stderr)]).toEqual([0, []]); // it was told

    const chain = await iflow("continue", ...run, ...NOTHING); // from one phase to all of them: another plan
    expect([chain.code, above(chain.stderr)]).toMatchInlineSnapshot(`
      [
        6,
        "001-login-limit · login limit
      5 phases · anthropic, opus-5.5 · about $2–8 and 20–65 min (from the price table)
      It stops at <$0.01, takes the default answers (--yolo), and touches only
      feature/001-login-limit until the merge. Ctrl-C stops, iflow continue resumes.",
      ]
    `);
    const again = await iflow("continue", ...NOTHING, "--events", "ndjson");
    expect([again.code, forecasts(again.stderr)]).toEqual([6, []]);

    await place.git("switch", "main");
    await place.iflow("create-feature", "a second one", "--from", "base");
    const second = await iflow("specify", ...run, ...NOTHING, "--feature", "002-a-second-one");
    expect([second.code, above(second.stderr)]).toEqual([6, expect.stringContaining("(from 1 of your features)")]);
    for (const line of [...above(chain.stderr).split("\n"), ...above(second.stderr).split("\n")]) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
  },
);

/** What stands before the run begins. */
const above = (stderr: string) => stderr.slice(0, stderr.indexOf("\n\n"));

test("scripted agents cost nothing: no forecast, no default limit", async () => {
  const place = await workplace(ONE_ROUND, {
    "README.md": "x",
    "iflow.config.json": JSON.stringify({ budget: { feature: 0.0001 } }),
  });
  await createFeature(place);

  const ended = await specify(place, "--yolo", "--events", "ndjson");

  expect(ended.code).toBe(0);
  expect(forecasts(ended.stderr)).toEqual([]);
});

verifies(
  "USE-3",
  "U10: a model without a price needs a number of dispatches: exit 4 and the flag, before anything is paid",
  async () => {
    const settings = { models: { anthropic: { strong: "my-model", standard: "my-model" } } };
    const { fake, iflow, place } = await withApi(QUIET, settings);
    const run = ["specify", "--yolo", "--runtime", "anthropic"];

    const refused = await iflow(...run);

    expect([refused.code, refused.stderr]).toEqual([
      4,
      [
        "iflow: the price of my-model is unknown, so no budget in dollars can hold",
        "  Say how often agents may be asked, or name the price (budget.prices in the",
        "  settings), or models with a known one (models).",
        "  Fix: iflow specify --yolo --runtime anthropic --max-dispatches 80",
        "",
      ].join("\n"),
    ]);
    expect((await iflow(...run, "--max-cost", "5")).code).toBe(4);
    expect((await iflow("run", "another idea", "--phases", "specify", "--yolo", "--runtime", "anthropic")).code).toBe(
      4,
    );
    expect(fake.requests).toEqual([]);
    expect((await place.json("show", FEATURE)).document.data.runs).toEqual([]);
    expect(await place.git("branch", "--list", "feature/002*")).toBe("");

    const ended = await iflow(...run, "--max-dispatches", "80", "--events", "ndjson");
    expect(ended.code).toBe(0);
    expect(forecasts(ended.stderr)).toMatchObject([{ dollars: null, maxDispatches: 80, models: ["my-model"] }]);
    const { document } = await place.json("cost", FEATURE);
    expect(document.data.total).toMatchObject({ cost: null, freshCost: null, unpriced: 3 }); // unknown, not nothing
    const [opened] = events(ended.stderr).filter(({ type }) => type === "run-opened");
    expect(opened).not.toHaveProperty("budget"); // dollars would hold nothing
    expect((await place.iflow("stats")).stdout).toMatch(/^1 feature · 3 dispatches · \?/);
    expect((await iflow("specify", "--rerun", ...run.slice(1), "--max-dispatches", "3")).stderr).toContain("2/7 · ?");
    expect((await place.iflow("cost", FEATURE)).stdout).toMatch(/total .* \? +\?\n/);
  },
);
