// What it costs: the guard that goes by price, budgets that bind before a dispatch, and the bills, also of what is gone.

import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CostRow } from "../../../src/domain/billing/cost-report.ts";
import type { Outcome } from "../../../src/domain/billing/outcome.ts";
import { verifies } from "../../requirements.ts";
import { brainstorm, NOW, PRD_PATH, REJECTED_ONCE } from "../../support/brainstorm-story.ts";
import { type Turn, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords, linesWiderThan } from "../../support/screen.ts";
import { withoutSums } from "../../support/sealed.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  reject,
  spec,
  specify,
  writes,
} from "../../support/story.ts";

const LEDGER = ".git/iflow/ledger.jsonl";
const later = (minutes: number) => ({
  env: { IFLOW_NOW: new Date(Date.parse(NOW) + minutes * 60_000).toISOString() },
});

const wrote = (cacheWrite: number, cacheRead = 0) => ({ usage: { input: 10, cacheWrite, cacheRead, output: 500 } });
const revision = (n: number, more: Turn): Turn => writes(spec(`- AC-${n}: it is ${n}.\n`), more);

async function dispatchesOf(place: Workplace): Promise<Outcome[]> {
  const { document } = await place.json("show", FEATURE);
  return document.data.runs.flatMap((run: { dispatches: Outcome[] }) => run.dispatches);
}

const sent = (outcomes: readonly Outcome[]) => outcomes.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`);

async function complete(place: Workplace): Promise<void> {
  const path = `${FOLDER}/.meta.json`;
  await place.write({ [path]: JSON.stringify({ ...JSON.parse(place.read(path)), status: "completed" }) });
}

/** Three rounds; what the reviewer looked at in round 2 makes its session long. */
const THREE_ROUNDS = {
  "spec-author": [
    writes(spec(), wrote(8_000)),
    revision(2, { expect: "resume", ...wrote(1_000, 8_500) }),
    revision(3, { expect: "resume", ...wrote(1_000, 10_000) }),
  ],
  "spec-reviewer": [
    { expect: "fresh", reply: reject("When does the count end?"), ...wrote(10_000) },
    { expect: "resume", reply: reject("And whose count?"), ...wrote(20_000, 10_500) },
    { expect: "fresh", promptHas: ["And whose count?"], reply: approve(), ...wrote(10_000) },
  ],
  "phase-reviewer": [{ reply: approve(), ...wrote(5_000) }],
};

verifies(
  "RES-4",
  'guard "cost": a warm session is resumed, one that went cold and costs more than a fresh agent is not; the bill adds up, also after gc',
  async () => {
    const place = await workplace(THREE_ROUNDS, {
      "README.md": "x",
      "iflow.config.json": JSON.stringify({ review: { guard: "cost" } }),
    });
    await createFeature(place);
    const given = ["specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath];
    const stopped = await place.iflowWith(later(0), ...given, "--max-dispatches", "5");
    expect([stopped.code, stopped.stderr]).toEqual([
      6,
      expect.stringContaining("the limit of 5 dispatches has been reached"),
    ]);
    const ended = await place.iflowWith(later(10), "continue", "--max-dispatches", "20");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);

    const outcomes = await dispatchesOf(place);
    expect(sent(outcomes)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author resume delta",
      "spec-reviewer resume delta",
      "spec-author resume delta",
      "spec-reviewer fresh cheaper",
      "phase-reviewer fresh first-round",
    ]);
    for (const { estimate = 0 } of outcomes) expect(estimate).toBeGreaterThan(0);
    expect(outcomes.map(({ expectedRead }) => expectedRead !== undefined)).toEqual([
      ...[false, false, true, true, true, false, false],
    ]);

    const text = (await place.iflow("cost", "--by", "role")).stdout.split("\n");
    expect(text[0]).toBe(FEATURE);
    expect(text[1]).toMatch(/^ {2}role +asked +input +read +output +cached +cost +if fresh$/);
    expect(text[2]).toMatch(/^ {2}spec-author +3 +29 k +19 k +1500 +65 % +\$0\.\d\d +~\$0\.\d\d$/);
    expect(text).toContain(`Next: iflow cost ${FEATURE} --by phase`);
    expect(linesWiderThan(80, text.join("\n"))).toEqual([]);

    const { data } = (await place.json("cost")).document;
    expect(data).toMatchObject({ feature: FEATURE, by: "phase", rows: [{ name: "specify", dispatches: 7 }] });
    const total: CostRow = data.total;
    expect(total).toMatchObject({ input: 70, read: 29_000, written: 55_000, output: 3_500, estimated: false });
    expect(total.cost).toBeCloseTo(
      outcomes.reduce((sum, { cost = 0 }) => sum + cost, 0),
      10,
    );
    expect(total.cached).toBeCloseTo(29_000 / 84_070, 10);
    expect(total.freshCost).toBeGreaterThan(total.cost ?? 0);

    await complete(place);
    await place.iflow("gc", "--yes");
    expect((await place.json("cost", FEATURE)).document.data).toEqual(data);
    expect((await place.iflow("cost", "009-nobody")).code).toBe(2);
  },
);

verifies("RES-4", "two resumes that missed the cache they should have hit make the rest of the run cold", async () => {
  const place = await workplace({
    "spec-author": [
      writes(spec(), wrote(8_000)),
      revision(2, { expect: "resume", ...wrote(9_000) }),
      revision(3, { expect: "resume", ...wrote(1_000, 9_500) }),
    ],
    "spec-reviewer": [
      { reply: reject("When does the count end?"), ...wrote(10_000) },
      { expect: "resume", reply: reject("And whose count?"), ...wrote(11_000) },
      { expect: "resume", reply: approve(), ...wrote(1_000, 11_000) },
    ],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);

  expect((await specify(place, "--yolo")).code).toBe(0);

  const outcomes = await dispatchesOf(place);
  expect(outcomes.map(({ reason }) => reason)).toEqual([
    ...["first-round", "first-round", "delta", "delta", "cold", "cold", "first-round"],
  ]);
  expect(outcomes.map(({ expectedRead }) => expectedRead !== undefined)).toEqual([
    ...[false, false, true, true, false, false, false],
  ]);
});

verifies(
  "RES-4",
  'guard "cost" pays no cold resume twice: after two misses the planner takes the fresh agent',
  async () => {
    // by the clock every session is warm; what a resume really wrote says otherwise
    const place = await workplace(
      {
        "spec-author": [
          writes(spec(), wrote(8_000)),
          revision(2, { expect: "resume", ...wrote(20_000) }),
          revision(3, { expect: "fresh", ...wrote(8_000) }),
        ],
        "spec-reviewer": [
          { reply: reject("When does the count end?"), ...wrote(10_000) },
          { expect: "resume", reply: reject("And whose count?"), ...wrote(25_000) },
          { expect: "fresh", promptHas: ["And whose count?"], reply: approve(), ...wrote(10_000) },
        ],
        "phase-reviewer": [{ reply: approve() }],
      },
      { "README.md": "x", "iflow.config.json": JSON.stringify({ review: { guard: "cost" } }) },
    );
    await createFeature(place);
    const given = ["specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath];
    const ended = await place.iflowWith(later(0), ...given);
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);

    const outcomes = await dispatchesOf(place);
    expect(sent(outcomes)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author resume delta", // a miss
      "spec-reviewer resume delta", // and another
      "spec-author fresh cheaper",
      "spec-reviewer fresh cheaper",
      "phase-reviewer fresh first-round",
    ]);
    expect(outcomes.map(({ expectedRead }) => expectedRead !== undefined)).toEqual([
      ...[false, false, true, true, false, false, false],
    ]);
  },
);

test("--max-cost stops before a dispatch that would pass it; a feature's brainstorm counts, also when only the ledger knows of it", async () => {
  const place = await workplace({
    ...REJECTED_ONCE,
    "prd-author": REJECTED_ONCE["prd-author"]?.map((turn, index) =>
      index === 0 ? { ...turn, usage: { input: 0, output: 0, cost: 2.5 } } : turn,
    ) as Turn[],
    ...ONE_ROUND,
  });
  expect((await brainstorm(place, "--yolo")).code).toBe(0);
  await createFeature(place, "--prd", PRD_PATH);

  const stopped = await specify(place, "--yolo", "--max-cost", "2.55");
  expect([stopped.code, inWords(stopped.stderr)]).toEqual([
    6,
    expect.stringMatching(
      /the budget of \$2\.55 has no room for the next dispatch: \$2\.5\d spent, about \$0\.\d\d expected/,
    ),
  ]);
  expect(stopped.stderr).toContain("iflow continue --max-cost 6");
  expect(sent(await dispatchesOf(place))).toEqual([]);
  expect((await place.iflow("continue", "--yolo", "--until", "specify", "--max-cost", "6")).code).toBe(0);

  const { data } = (await place.json("cost")).document;
  expect(data.rows.map(({ name, dispatches }: CostRow) => [name, dispatches])).toEqual([
    ["brainstorm", 7],
    ["specify", 3],
  ]);
  const cleaned = await place.iflow("gc", "--yes", "--older-than", "1h");
  expect(cleaned.stdout).toContain("1 run deleted");
  expect((await place.json("cost")).document.data).toEqual(data);
  await place.script(
    Object.fromEntries(Object.entries(ONE_ROUND).map(([role, turns]) => [role, [...turns, ...turns]])),
  );
  const again = await specify(place, "--yolo", "--rerun", "--max-cost", "2.5");
  expect([again.code, again.stderr]).toEqual([6, expect.stringMatching(/\$2\.5\d spent/)]);
});

test("a budget that was raised stays raised for the commands after it", async () => {
  const twice = Object.fromEntries(Object.entries(ONE_ROUND).map(([role, turns]) => [role, [...turns, ...turns]]));
  const place = await workplace(twice);
  await createFeature(place);
  await specify(place, "--max-cost", "0.0001");
  await place.iflow("answer", FEATURE, "skip");
  expect((await place.iflow("continue")).code).toBe(6);
  expect((await place.iflow("continue", "--max-cost", "5")).code).toBe(4);
  await place.iflow("answer", FEATURE, "request-changes");
  expect((await place.iflow("continue")).code).toBe(4);
  await place.iflow("answer", FEATURE, "Name the header, too.");

  const changed = await place.iflow("continue");

  expect([changed.code, changed.stderr]).toEqual([4, expect.not.stringContaining("budget")]);
});

verifies(
  "RES-11",
  "T21: stats counts fallbacks, guard hits and unread files, raises alarms from the third feature on, and outlives every clean-up",
  async () => {
    const long = Array.from({ length: 200 }, (_, n) => `- AC-${n}: given ${n}, when ${n}, then ${n}.`).join("\n");
    const place = await workplace(
      {
        "spec-author": [
          writes(spec()),
          { expect: "resume", error: "400 tool_use_id mismatch" },
          writes(spec(`${long}\n`), { expect: "fallback" }),
        ],
        "spec-reviewer": [{ reply: reject("Too little.") }, { expect: "fresh", reply: approve() }],
        "phase-reviewer": [{ reply: `Files read: spec.md (200 lines)\n${JSON.stringify(approve())}` }],
      },
      { "README.md": "x", "prd.md": "# PRD: a limit\n\nGuessing must end.\n" },
    );
    const none = await place.iflow("stats");
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining("Nothing to count yet")]);
    await createFeature(place, "--prd", "prd.md");
    expect((await place.iflow("cost")).stdout).toContain(
      `${FEATURE} has no recorded costs yet: no agent has answered.`,
    );
    expect((await specify(place, "--yolo")).code).toBe(0);

    const { data } = (await place.json("stats")).document;
    expect(data).toMatchObject({ features: 1, dispatches: 6, judged: false });
    expect(data.rates).toMatchObject([
      { name: "resume-fallback", count: 1, of: 1, limit: 0.2, alarm: false },
      { name: "guard", count: 1, of: 1, limit: 0.5, alarm: false },
      { name: "lazy-load", count: 4, of: 5, limit: 0.2, alarm: false },
    ]);
    const warnings = place.read(`${FOLDER}/.review-history.md`).match(/^LAZY-LOAD-WARNING:/gm);
    expect(warnings).toHaveLength(4);
    const early = (await place.iflow("stats")).stdout;
    expect(early).toContain("Alarms start with the third feature; there is 1 so far.");
    expect(early, "T21: a share over its limit has no tick, also before alarms start").toMatch(/✗ lazy-load +80 %/);

    await complete(place);
    await place.iflow("gc", "--yes");
    await rm(join(place.root, FOLDER, ".review-history.md"));
    expect((await place.json("stats")).document.data).toEqual(data);

    const lines = await readFile(join(place.root, LEDGER), "utf8");
    for (const other of ["002-other", "003-third"]) {
      await appendFile(join(place.root, LEDGER), withoutSums(lines).replaceAll(FEATURE, other));
    }
    const alarmed = (await place.json("stats")).document.data;
    expect(alarmed).toMatchObject({ features: 3, dispatches: 18, judged: true });
    expect(alarmed.rates.map(({ alarm }: { alarm: boolean }) => alarm)).toEqual([true, true, true]);
    const text = inWords((await place.iflow("stats")).stdout);
    expect(text).toMatch(
      /✗ resume-fallback +100 % +3 of 3 resume attempts fell back to a fresh agent \(alarm over 20 %\)/,
    );
    expect(text.match(/ALARM: /g)).toHaveLength(3);
    expect(text).toContain("iflow doctor --runtime scripted");
    expect((await place.iflow("cost", "002-other")).stdout).toMatch(/^ {2}total +6 /m);
  },
);

verifies(
  "RES-10",
  "five rounds resumed are given less than half of five fresh ones, and every resumed prompt is shorter; both measures are told",
  async () => {
    const criteria = (revised: number) =>
      Array.from({ length: 60 }, (_, n) => {
        const limit =
          n < revised * 4 ? `${n + 1} seconds, counted from the first try and shown to the person` : "a while";
        return `- AC-${n}: given ${n} failed logins from one address, when another one comes, then it is refused for ${limit}.`;
      }).join("\n");
    const draft = (revised: number): Turn => writes(spec(`\n${criteria(revised)}\n`));
    const roles = {
      "spec-author": [0, 1, 2, 3, 4].map(draft),
      "spec-reviewer": [1, 2, 3, 4, 5].map((n) => ({ reply: n < 5 ? reject(`Criteria ${n}: how long?`) : approve() })),
      "phase-reviewer": [{ reply: approve() }],
    };
    const measured = async (session: string) => {
      const config = { review: { session } };
      const place = await workplace(roles, { "README.md": "x", "iflow.config.json": JSON.stringify(config) });
      await createFeature(place);
      expect((await specify(place, "--yolo")).code).toBe(0);
      const outcomes = (await dispatchesOf(place)).filter(({ role }) => role === "spec-reviewer");
      return { place, outcomes, stats: (await place.json("stats")).document.data };
    };
    const [resumed, fresh] = [await measured("resume"), await measured("fresh")];

    expect(resumed.outcomes.map(({ kind }) => kind)).toEqual(["fresh", "resume", "resume", "resume", "resume"]);
    const [first, ...later] = resumed.outcomes.map(({ promptChars }) => promptChars);
    for (const length of later) expect(length).toBeLessThan(first ?? 0);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    const sent = sum([resumed.outcomes[0]?.contextChars ?? 0, ...later]);
    const freshSent = sum(fresh.outcomes.map(({ contextChars }) => contextChars));
    expect(fresh.outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill("fresh"));
    expect(sent / freshSent).toBeLessThan(0.5);

    const { savings } = resumed.stats;
    expect(savings).toMatchObject({ loops: 2, content: { shorter: 8, resumed: 8 }, prompt: { resumed: 8 } });
    expect(savings.content.sent / savings.content.fresh).toBeLessThan(0.5);
    expect(fresh.stats.savings.loops).toBe(0);
    expect(inWords((await resumed.place.iflow("stats")).stdout)).toMatch(
      /resumed in 2 loops: \d+ % of what fresh agents would have been given \(prompt text alone: \d+ %\)/,
    );
  },
  180_000,
);

test("before the first feature, the bill is that of the one idea under way", async () => {
  const place = await workplace();
  const agents = ["--runtime", "scripted", "--script", place.scriptPath];
  expect((await place.iflow("brainstorm", "login limit", ...agents)).code).toBe(4); // its questions wait

  const { code, stdout } = await place.iflow("cost");

  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^b1 has no recorded costs yet[\s\S]*Next: iflow continue b1/),
  ]);
});
