import { describe, expect, test } from "vitest";
import type { Price } from "../billing/usage.ts";
import { type FixerSizes, fixerPrices, isLean, leanPlan } from "./lean-fixer.ts";

/** Round numbers: a token costs this many millionths of a dollar. */
const PRICE: Price = {
  ...{ input: 100, output: 500, write5m: 125, write1h: 200, read: 10 },
  ...{ minimum: 1_000, window: 200_000 },
};
const SIZES: FixerSizes = { trunk: 40_000, warm: 40_000, own: 2_000, lean: 8_000, file: 1_000 };
const pricesOf = (sizes: Partial<FixerSizes> = {}) => fixerPrices(PRICE, { ...SIZES, ...sizes });

describe("what a fixer costs", () => {
  test("on the trunk: all of it is read with each of eight requests", () => {
    expect(pricesOf().trunk).toBeCloseTo((40_000 * 10 + 2_000 * 125 + 7 * 42_000 * 10) / 1e6, 10);
  });

  test("lean: what it is told and one more file are written, nine requests read them, and half a ping keeps the trunk", () => {
    expect(pricesOf().lean).toBeCloseTo((9_000 * 125 + 8 * 9_000 * 10 + 20_000 * 10) / 1e6, 10);
  });

  test("a cold trunk is paid for by whoever needs it next, so it changes little", () => {
    const [warm, cold] = [pricesOf(), pricesOf({ warm: 0 })];

    expect(cold.trunk - warm.trunk).toBeCloseTo((40_000 * 115) / 1e6, 10);
    expect(cold.lean - warm.lean).toBeCloseTo((40_000 * 110) / 1e6, 10); // no ping
  });

  test("below the shortest beginning that is cached, every request pays in full", () => {
    expect(pricesOf({ lean: 900, file: 99 }).lean).toBeCloseTo((9 * 999 * 100 + 20_000 * 10) / 1e6, 10);
  });
});

describe("the choice", () => {
  test.each([
    ["little is cited, of a long trunk", {}, true],
    ["half of the trunk is cited", { lean: 20_000 }, false],
    ["a short trunk", { trunk: 4_000, warm: 4_000, lean: 3_500 }, false],
    ["little is cited, of large files", { file: 12_000 }, false],
    ["little is cited, and the trunk is cold", { warm: 0 }, true],
  ])("%s", (_, sizes, lean) => {
    expect(isLean(pricesOf(sizes))).toBe(lean);
  });

  test("the cheaper a provider reads, the smaller it must be to be worth it", () => {
    const sizes = { ...SIZES, lean: 10_000 };

    expect(isLean(fixerPrices(PRICE, sizes))).toBe(true);
    expect(isLean(fixerPrices({ ...PRICE, read: 2.5 }, sizes))).toBe(false);
  });

  test("at the same price, and without a price, it stays on the trunk", () => {
    expect(isLean({ trunk: 1, lean: 1 })).toBe(false);
    expect(isLean(undefined)).toBe(false);
  });
});

describe("the recorded reason", () => {
  test.each([
    [{ kind: "fresh", reason: "first-round" }, "lean"],
    [{ kind: "fresh", reason: "fork" }, "lean"],
    [{ kind: "fresh", reason: "guard" }, "guard"],
    [{ kind: "fresh", reason: "foreign-change" }, "foreign-change"],
    [{ kind: "fallback", reason: "session-lost" }, "session-lost"],
    [{ kind: "resume", reason: "delta" }, "delta"],
  ] as const)("of %o is %s", (plan, reason) => {
    expect(leanPlan(plan)).toEqual({ kind: plan.kind, reason });
  });
});
