import { describe, expect, test } from "vitest";
import type { Price } from "../billing/usage.ts";
import { type CacheAge, type DispatchSizes, estimateCost, resumePrice } from "./dispatch-cost.ts";

/** Round numbers: a token costs this many millionths of a dollar. */
const PRICE: Price = {
  input: 100,
  output: 500,
  write5m: 125,
  write1h: 200,
  read: 10,
  minimum: 1_000,
  window: 200_000,
};
const SIZES: DispatchSizes = { context: 40_000, delta: 2_000, fresh: 30_000, output: 1_000 };
const JUST_NOW: CacheAge = { lifetime: "5m", idle: 0 };

const dollars = (sizes: Partial<DispatchSizes> = {}, cache: Partial<CacheAge> = {}) =>
  estimateCost(PRICE, { ...SIZES, ...sizes }, { ...JUST_NOW, ...cache });

describe("what a dispatch is expected to cost", () => {
  test("warm: the context is read, the delta written, and one more request reads both", () => {
    const answer = 1_000 * 500;

    expect(dollars().warm).toBeCloseTo((40_000 * 10 + 2_000 * 125 + 42_000 * 10 + answer) / 1e6, 10);
  });

  test("fresh on a trunk that others have just sent: that part is read", () => {
    const { fresh } = SIZES;
    const requests = 5;
    const paid = 20_000 * 10 + (fresh - 20_000) * 125 + (requests - 1) * fresh * 10 + 1_000 * 500;
    expect(dollars({ shared: 20_000 }).fresh).toBeCloseTo(paid / 1e6, 10);
    expect(dollars({ shared: 10 * fresh }).fresh).toBeLessThan(dollars({ shared: 0 }).fresh);
  });

  test("cold: everything is written again", () => {
    expect(dollars().cold).toBeCloseTo((42_000 * 125 + 42_000 * 10 + 1_000 * 500) / 1e6, 10);
  });

  test("cold on a trunk that others have just sent: only what stands behind it is written again", () => {
    const paid = 25_000 * 10 + 17_000 * 125 + 42_000 * 10 + 1_000 * 500;

    expect(dollars({ shared: 25_000 }).cold).toBeCloseTo(paid / 1e6, 10);
    expect(dollars({ shared: 90_000 }).cold).toBe(dollars().warm);
    expect(dollars({ shared: 999 })).toEqual(dollars());
  });

  test("a writer asks once for every edit, and reads the conversation again each time", () => {
    const [reader, writer] = [dollars(), dollars({ isWriter: true })];

    expect(writer.warm - reader.warm).toBeCloseTo((4 * 42_000 * 10) / 1e6, 10);
    expect(writer.cold - reader.cold).toBeCloseTo((4 * 42_000 * 10) / 1e6, 10);
    expect(writer.fresh - reader.fresh).toBeCloseTo((4 * 30_000 * 10) / 1e6, 10);
  });

  test.each([
    [{ isShown: "everything" }, 1],
    [{ isShown: "everything", isWriter: true }, 1],
    [{ isShown: "changes" }, 3],
    [{ isShown: "changes", isWriter: true }, 3],
  ] as const)("a fresh agent with %j asks less often: by %s", (shown, fewer) => {
    const { isShown, ...role } = shown;

    expect(dollars(role).fresh - dollars(shown).fresh).toBeCloseTo((fewer * 30_000 * 10) / 1e6, 10);
    expect(dollars(shown).warm).toBe(dollars(role).warm);
  });

  test("fresh: prompt and files are written, and each further request reads them", () => {
    expect(dollars().fresh).toBeCloseTo((30_000 * 125 + 4 * 30_000 * 10 + 1_000 * 500) / 1e6, 10);
  });

  test("a cache for an hour is dearer to write", () => {
    const [five, hour] = [dollars(), dollars({}, { lifetime: "1h" })];

    expect(hour.warm - five.warm).toBeCloseTo((2_000 * 75) / 1e6, 10);
    expect(hour.cold - five.cold).toBeCloseTo((42_000 * 75) / 1e6, 10);
    expect(hour.fresh - five.fresh).toBeCloseTo((30_000 * 75) / 1e6, 10);
  });

  test("what is too short for the cache is paid at full price each time", () => {
    const { warm, cold, fresh } = dollars({ context: 500, delta: 499, fresh: 999, output: 0 });

    expect(warm).toBeCloseTo((2 * 999 * 100) / 1e6, 10);
    expect(cold).toBe(warm);
    expect(fresh).toBeCloseTo((5 * 999 * 100) / 1e6, 10);
  });

  test("a provider may have a lifetime of its own, whatever was asked for", () => {
    const price = { ...PRICE, minutes: 10 };
    const isWarm = (idle: number) => estimateCost(price, SIZES, { lifetime: "5m", idle }).isWarm;

    expect([isWarm(0), isWarm(500), isWarm(600)]).toEqual([true, true, false]);
  });

  test("a short session that grows beyond the minimum is written then, not read", () => {
    const { warm, cold, isWarm } = dollars({ context: 999, delta: 1 });

    expect(warm).toBe(cold);
    expect(isWarm).toBe(false);
  });

  test("a spec of 3k tokens that went cold costs more than a fresh reviewer with few files", () => {
    const { warm, cold, fresh } = dollars({ context: 12_000, delta: 1_500, fresh: 8_000 });

    expect([warm < fresh, cold > fresh]).toEqual([true, true]);
  });
});

describe("whether the session is still in the cache", () => {
  test.each<[CacheAge, boolean]>([
    [{ lifetime: "5m", idle: 0 }, true],
    [{ lifetime: "5m", idle: 269 }, true],
    [{ lifetime: "5m", idle: 270 }, false],
    [{ lifetime: "1h", idle: 3_239 }, true],
    [{ lifetime: "1h", idle: 3_240 }, false],
  ])("%j: %s", (cache, isWarm) => {
    expect(dollars({}, cache).isWarm).toBe(isWarm);
  });

  test("decides what a resume costs, unless the runtime is known to miss it", () => {
    const warm = dollars();
    const cold = dollars({}, { idle: 400 });

    expect(resumePrice(warm, false)).toBe(warm.warm);
    expect(resumePrice(warm, true)).toBe(warm.cold);
    expect(resumePrice(cold, false)).toBe(warm.cold);
  });
});
