import { describe, expect, test } from "vitest";
import { modelNames } from "../roles/model.ts";
import {
  addUsage,
  conversationOf,
  costOf,
  estimateUsage,
  inputOf,
  NO_USAGE,
  PRICES,
  type Usage,
  UsageSchema,
  unsharedCostOf,
} from "./usage.ts";

const MILLION_EACH: Usage = {
  input: 1_000_000,
  cacheRead: 1_000_000,
  cacheWrite: 1_000_000,
  output: 1_000_000,
  estimated: false,
};

describe("what a dispatch used", () => {
  test("without numbers of the runtime it is a fourth of the characters, rounded up and marked", () => {
    expect(estimateUsage(401, 9)).toEqual({ input: 101, cacheRead: 0, cacheWrite: 0, output: 3, estimated: true });
    expect(estimateUsage(400, 8)).toMatchObject({ input: 100, output: 2 });
    expect(estimateUsage(0, 0)).toEqual({ ...NO_USAGE, estimated: true });
  });

  test("a runtime may leave out what it does not count", () => {
    expect(UsageSchema.parse({ input: 5, output: 2 })).toEqual({ ...NO_USAGE, input: 5, output: 2 });
  });

  test.each([
    { input: -1, output: 0 },
    { input: 1 },
    { input: 1, output: 1, cost: -1 },
    { input: 1, output: 1, tokens: 2 },
  ])("%j is refused", (usage) => {
    expect(UsageSchema.safeParse(usage).success).toBe(false);
  });
});

describe("sums", () => {
  test("add each number; one estimate makes the sum an estimate", () => {
    const other = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4, estimated: true };

    expect(addUsage({ ...other, estimated: false }, other)).toEqual({
      input: 2,
      cacheRead: 4,
      cacheWrite: 6,
      output: 8,
      estimated: true,
    });
    expect(addUsage(NO_USAGE, NO_USAGE)).toEqual(NO_USAGE);
  });

  test.each([
    [0.5, 0.25, 0.75],
    [0.5, undefined, 0.5],
    [undefined, 0.25, 0.25],
  ])("of the reported costs %s and %s is %s", (a, b, sum) => {
    const usage = (cost: number | undefined): Usage => (cost === undefined ? NO_USAGE : { ...NO_USAGE, cost });

    expect(addUsage(usage(a), usage(b)).cost).toBe(sum);
  });

  test("without a reported cost have none", () => {
    expect(addUsage(NO_USAGE, NO_USAGE)).not.toHaveProperty("cost");
  });

  test("keep apart what was written for an hour, where anybody did", () => {
    const hour = { ...NO_USAGE, cacheWrite: 5, cacheWrite1h: 4 };

    expect(addUsage(hour, NO_USAGE)).toEqual(hour);
    expect(addUsage(hour, hour)).toMatchObject({ cacheWrite: 10, cacheWrite1h: 8 });
  });

  test("T18: keep apart what lookups on the web took, and each search has its price", () => {
    const looked = { ...NO_USAGE, input: 9_000, output: 100, web: { searches: 2, input: 8_900, output: 60 } };
    const { web: _, ...tokens } = looked;

    expect(addUsage(looked, NO_USAGE)).toEqual(looked);
    expect(addUsage(NO_USAGE, looked).web).toEqual(looked.web);
    expect(addUsage(looked, looked).web).toEqual({ searches: 4, input: 17_800, output: 120 });
    expect(conversationOf(looked)).toEqual({ ...NO_USAGE, input: 100, output: 40 });
    expect(conversationOf(tokens)).toEqual(tokens);
    const [priced, unsearched] = [looked, tokens].map((usage) => costOf(usage, "claude-opus-5-5") ?? 0);
    expect((priced ?? 0) - (unsearched ?? 0)).toBeCloseTo(2 * PRICES.webSearch, 9);
    expect(costOf({ ...looked, cost: 3 }, "claude-opus-5-5")).toBe(3);
  });

  test("of all that was sent leave nothing out", () => {
    expect(inputOf({ ...MILLION_EACH, input: 1, cacheRead: 2, cacheWrite: 3 })).toBe(6);
  });
});

describe("what it cost", () => {
  test("is what the runtime reported, if it did", () => {
    expect(costOf({ ...MILLION_EACH, cost: 0 }, "claude-opus-5-5")).toBe(0);
    expect(costOf({ ...MILLION_EACH, cost: 1.5 }, "no such model")).toBe(1.5);
  });

  test.each(Object.entries(PRICES.models))("is else the list price of %s", (model, price) => {
    const half = (sort: keyof Usage) => costOf({ ...NO_USAGE, [sort]: 500_000 }, model);

    expect(half("input")).toBeCloseTo(price.input / 2, 10);
    expect(half("cacheRead")).toBeCloseTo(price.read / 2, 10);
    expect(half("cacheWrite")).toBeCloseTo(price.write5m / 2, 10);
    expect(half("output")).toBeCloseTo(price.output / 2, 10);
    expect(costOf(MILLION_EACH, model)).toBeCloseTo(price.input + price.read + price.write5m + price.output, 10);
  });

  test("counts what was written for an hour at its own price, and only once", () => {
    const usage = { ...NO_USAGE, cacheWrite: 1_000_000, cacheWrite1h: 250_000 };

    expect(costOf(usage, "claude-opus-5-5")).toBeCloseTo(0.75 * 5 + 0.25 * 8, 10);
  });

  test.each([
    "anthropic/claude-opus-5-5",
    "claude-opus-5-5-20261001",
    "claude-opus-5-5-2026-10-01",
    "claude-opus-5-5[1m]",
  ])("is that of the model, also when a runtime calls it %s", (name) => {
    expect(costOf(MILLION_EACH, name)).toBe(costOf(MILLION_EACH, "claude-opus-5-5"));
  });

  test.each(["no such model", "vendor/toString", "", undefined])("is unknown for %s", (model) => {
    expect(costOf(MILLION_EACH, model)).toBeUndefined();
    expect(costOf(MILLION_EACH, model, { other: { input: 1, output: 1 } })).toBeUndefined();
  });

  test("is the person's own price, which may be nothing, before that of the table", () => {
    const own = { "no such model": { input: 0, output: 0 }, "claude-opus-5-5": { input: 1, output: 2, read: 0.5 } };

    expect(costOf(MILLION_EACH, "no such model", own)).toBe(0);
    expect(costOf(MILLION_EACH, "claude-opus-5-5", own)).toBeCloseTo(1 + 0.5 + 1 + 2, 10);
  });
});

describe("the price table", () => {
  test("has a day, and a price for every model that is chosen by default", () => {
    expect(PRICES.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const names = [modelNames("claude", {}), modelNames("anthropic", {}), modelNames("openai", {})];
    for (const model of names.flatMap(Object.values)) expect(PRICES.models).toHaveProperty([model]);
  });

  test.each(Object.entries(PRICES.models))("has numbers for %s that fit each other", (_, price) => {
    expect(price.read).toBeLessThan(price.input);
    expect(price.input).toBeLessThanOrEqual(price.write5m); // some write for free
    expect(price.write5m).toBeLessThanOrEqual(price.write1h); // some know one lifetime
    expect(price.write1h).toBeLessThan(price.output);
    expect(price.minimum).toBeLessThan(price.window);
  });
});

describe("what a dispatch would have cost if its beginning had not been sent before", () => {
  const model = "claude-opus-5-5";
  const price = PRICES.models[model]!;
  const usage: Usage = { ...NO_USAGE, cacheRead: 3_000_000, firstRead: 1_000_000, cacheWrite: 500_000, output: 1 };
  const more = (given: Partial<Usage>, beginning = 2_000_000) =>
    unsharedCostOf({ ...usage, ...given }, model, beginning)! - costOf({ ...usage, ...given }, model)!;

  test("what its first request read is written instead, at most the beginning", () => {
    expect(more({})).toBeCloseTo(price.write5m - price.read, 10);
    expect(more({}, 250_000)).toBeCloseTo((price.write5m - price.read) / 4, 10);
    expect(more({ firstRead: 0 })).toBe(0);
  });

  test("for an hour where it writes for an hour, and on top of what the runtime itself says it cost", () => {
    expect(more({ cacheWrite1h: 1 })).toBeCloseTo(price.write1h - price.read, 10);
    expect(more({ cost: 7 })).toBeCloseTo(price.write5m - price.read, 10);
  });

  test("nothing is added where it is unknown what the first request read, and nothing is known without a price", () => {
    const { firstRead: _, ...unsaid } = usage;

    expect(unsharedCostOf(unsaid, model, 1_000)).toBe(costOf(unsaid, model));
    expect(unsharedCostOf({ ...usage, cost: 7 }, "no such model", 1_000)).toBeUndefined();
    expect(unsharedCostOf(usage, undefined, 1_000)).toBeUndefined();
  });
});
