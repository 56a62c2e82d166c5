import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../config/config.ts";
import { forecast } from "./forecast.ts";
import type { LedgerLine } from "./ledger.ts";
import { unpricedModels, usedModels } from "./model-prices.ts";
import { linesByFeature } from "./past-features.ts";
import { NO_USAGE, priceOf } from "./usage.ts";

const OPUS = priceOf("claude-opus-5-5");
const PLAN = { phases: ["specify", "design"], runtime: "claude" };

function line(feature: string, phase: string, cost: number | null, minute: number, more: Partial<LedgerLine> = {}) {
  const at = new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();
  return {
    ...{ step: `${phase}/${minute}`, phase, role: "spec-author", round: 1, kind: "fresh", reason: "first-round" },
    ...{ usage: NO_USAGE, promptChars: 1, contextChars: 1, milliseconds: 4 * 60_000, at },
    ...{ feature, run: `${feature}.1`, runtime: "claude", status: "completed", cost },
    ...more,
  } satisfies LedgerLine;
}

const past = (feature: string, cost: number, more: Partial<LedgerLine> = {}) => [
  line(feature, "specify", cost / 2, 10, more),
  line(feature, "design", cost / 2, 40, more),
];

test("own features come first: the middle half of what the same phases cost, and how long agents worked", () => {
  const earlier = [past("001-a", 2), past("002-b", 4), past("003-c", 4), past("004-d", 10)];

  expect(forecast(PLAN, earlier, OPUS)).toEqual({
    dollars: { low: 3, high: 6 },
    minutes: { low: 6, high: 12 },
    basis: "features",
    features: 4,
  });
});

test("one far too expensive feature does not move the range", () => {
  const earlier = [3, 4, 4, 5, 400].map((cost, index) => past(`00${index}-a`, cost));

  expect(forecast(PLAN, earlier, OPUS).dollars).toEqual({ low: 3, high: 6 });
});

test("only features that went through the same phases with the same runtime count, and never scripted ones", () => {
  const earlier = [
    [line("001-a", "specify", 90, 10)],
    past("002-b", 90, { runtime: "anthropic" }),
    past("003-c", 90, { runtime: "scripted" }),
  ];

  expect(forecast(PLAN, earlier, OPUS)).toMatchObject({ basis: "price-table", features: 0 });
  expect(forecast({ ...PLAN, runtime: "scripted" }, earlier, OPUS)).toMatchObject({ basis: "price-table" });
});

test("agents side by side count once, and the time in between not at all", () => {
  const together = [line("001-a", "specify", 1, 10), line("001-a", "specify", 1, 12), line("001-a", "design", 1, 50)];

  expect(forecast(PLAN, [together], OPUS).minutes).toEqual({ low: 7.5, high: 15 }); // 6 to 12 and 46 to 50: 10 min
});

test("without similar features the price table and the usual shape of the phases speak", () => {
  const found = forecast(PLAN, [], OPUS);

  expect(found).toMatchObject({ basis: "price-table", features: 0, minutes: { low: 6, high: 15 } });
  expect(found.dollars?.low).toBeCloseTo(8 * 0.106);
  expect(found.dollars?.high).toBeCloseTo(20 * 0.106);
  const whole = {
    ...PLAN,
    phases: ["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "finish"],
  };
  expect(forecast(whole, [], OPUS).dollars?.high).toBeLessThan(20); // the default budget has room for one
});

test("a model without a price has no dollars, unless earlier bills say what it cost", () => {
  expect(forecast(PLAN, [], undefined)).toMatchObject({ dollars: null, minutes: { low: 6 } });
  const unknown = [line("001-a", "specify", null, 10), line("001-a", "design", 1, 20)];
  expect(forecast(PLAN, [unknown], undefined)).toMatchObject({ dollars: null, basis: "features", features: 1 });
  expect(forecast(PLAN, [past("001-a", 4)], undefined).dollars).toEqual({ low: 3, high: 6 });
});

test("the lines of a brainstorm belong to the feature that grew out of its PRD", () => {
  const brainstorm = line("b1", "brainstorm", 1, 5, { prd: "docs/brainstorms/20260302-a.prd.md" });
  const other = line("b2", "brainstorm", 1, 6, { prd: "docs/brainstorms/other.prd.md" });
  const found = linesByFeature([brainstorm, other, ...past("001-a", 2)], new Map([["20260302-a.prd.md", "001-a"]]));

  expect([...found].map(([key, lines]) => [key, lines.length])).toEqual([
    ["001-a", 3],
    ["b2", 1],
  ]);
});

test("models without a price are named, whichever role they work for; a script costs nothing", () => {
  const { models, budget } = DEFAULT_CONFIG;
  const own = { ...models, anthropic: { ...models.anthropic, standard: "my-model" } };
  const free = { ...budget, prices: { "my-model": { input: 0, output: 0 } } };

  for (const id of ["claude", "anthropic", "openai", "scripted"]) {
    expect(unpricedModels({ id }, DEFAULT_CONFIG)).toEqual([]);
  }
  expect(unpricedModels({ id: "anthropic" }, { models: own, budget })).toEqual([
    { runtime: "anthropic", model: "my-model" },
  ]);
  expect(unpricedModels({ id: "anthropic" }, { models: own, budget: free })).toEqual([]); // somebody has said so
  expect(unpricedModels({ id: "claude", roles: { "spec-reviewer": { id: "acp" } } }, DEFAULT_CONFIG)).toEqual([
    { runtime: "acp", model: undefined },
  ]);
  expect(usedModels({ id: "anthropic" }, own)).toEqual(["claude-opus-5-5", "my-model"]);
  expect(usedModels({ id: "acp" }, models)).toEqual([]);
});
