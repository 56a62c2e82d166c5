import { describe, expect, test } from "vitest";
import { addUsage, costOf, estimateUsage, NO_USAGE, PRICES, type Usage, UsageSchema } from "./usage.ts";

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
});

describe("what it cost", () => {
  test("is what the runtime reported, if it did", () => {
    expect(costOf({ ...MILLION_EACH, cost: 0 }, "strong")).toBe(0);
    expect(costOf({ ...MILLION_EACH, cost: 1.5 }, "no such tier")).toBe(1.5);
  });

  test.each(Object.entries(PRICES.tiers))(
    "is else the list price of tier %s (%s), each sort of token at its own",
    (tier, model) => {
      const price = PRICES.perMillionTokens[model];
      if (!price) throw new Error(`no price for ${model}`);

      for (const sort of ["input", "cacheRead", "cacheWrite", "output"] as const) {
        expect(costOf({ ...NO_USAGE, [sort]: 500_000 }, tier)).toBeCloseTo(price[sort] / 2, 10);
      }
      expect(costOf(MILLION_EACH, tier)).toBeCloseTo(
        price.input + price.cacheRead + price.cacheWrite + price.output,
        10,
      );
    },
  );

  test("is unknown for a tier without a price", () => {
    expect(costOf(MILLION_EACH, "no such tier")).toBeUndefined();
  });
});

test("the price table has a day and a price for every tier", () => {
  expect(PRICES.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(Object.keys(PRICES.tiers).toSorted()).toEqual(["light", "standard", "strong"]);
  for (const model of Object.values(PRICES.tiers)) expect(PRICES.perMillionTokens).toHaveProperty([model]);
});
