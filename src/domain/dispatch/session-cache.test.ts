import { describe, expect, test } from "vitest";
import { estimateUsage, NO_USAGE, type Usage } from "../billing/usage.ts";
import { cacheAfter, missesAfter, missesCache, type SessionCache } from "./session-cache.ts";

const AT = "2026-03-01T09:00:00.000Z";
const told = (usage: Partial<Usage>, promptChars = 4_000, contextChars = 40_000) => ({
  ...{ usage: { ...NO_USAGE, ...usage }, promptChars, contextChars, at: AT },
});
const BEFORE: SessionCache = {
  ...{ context: 20_000, fresh: 18_000, output: 500, touched: "2026-03-01T08:00:00.000Z" },
  lifetime: "5m",
};

describe("what a session holds", () => {
  test("after a fresh dispatch: what was written, and the answer", () => {
    expect(cacheAfter(undefined, told({ input: 1_000, cacheWrite: 14_000, cacheRead: 60_000, output: 700 }))).toEqual({
      ...{ context: 15_700, fresh: 15_000, output: 700, touched: AT, lifetime: "5m" },
    });
  });

  test("after a fresh dispatch that found its beginning in the cache: that beginning too, once", () => {
    const shared = { cacheWrite: 14_000, firstRead: 30_000, cacheRead: 90_000, output: 700 };

    expect(cacheAfter(undefined, told(shared))).toMatchObject({ context: 44_700, fresh: 44_000 });
  });

  test("T18: does not hold what was looked up on the web beside it", () => {
    const own = { cacheWrite: 14_000, output: 700 };
    const looked = { cacheWrite: 14_000, input: 9_000, output: 800, web: { searches: 1, input: 9_000, output: 100 } };

    expect(cacheAfter(undefined, told(looked))).toEqual(cacheAfter(undefined, told(own)));
  });

  test("is taken from the texts where a runtime does not count what its agents read", () => {
    expect(cacheAfter(undefined, told(estimateUsage(4_000, 400)))).toMatchObject({ context: 10_100, fresh: 10_000 });
  });

  test("grows by what a warm resume wrote, at least by its prompt", () => {
    const warm = { cacheRead: 20_000, output: 300 };

    expect(cacheAfter(BEFORE, told({ ...warm, cacheWrite: 5_000 }))).toMatchObject({ context: 25_300, fresh: 18_000 });
    expect(cacheAfter(BEFORE, told({ ...warm, cacheWrite: 10 }))).toMatchObject({ context: 21_300 });
  });

  test("does not double when a resume wrote everything again", () => {
    const missed = { cacheWrite: 21_000, cacheRead: 5_000, output: 300 };

    expect(cacheAfter(BEFORE, told(missed))).toMatchObject({ context: 21_300, touched: AT });
    expect(cacheAfter(BEFORE, told({ ...missed, cacheWrite: 25_000 }))).toMatchObject({ context: 25_300 });
    expect(cacheAfter(BEFORE, told({ ...missed, firstRead: 0 }))).toMatchObject({ context: 21_300 });
  });

  test("does not grow by what a resume that found only its trunk wrote again", () => {
    const onTrunk = { firstRead: 15_000, cacheRead: 37_000, cacheWrite: 7_000, output: 300 };

    expect(cacheAfter(BEFORE, told(onTrunk))).toMatchObject({ context: 22_300 });
    expect(cacheAfter(BEFORE, told({ ...onTrunk, estimated: true }))).toMatchObject({ context: 27_300 });
  });
});

describe("how long it is kept", () => {
  test.each<[string, Partial<Usage>, SessionCache["lifetime"] | undefined, SessionCache["lifetime"]]>([
    ["an hour, if something was written for an hour", { cacheWrite: 9, cacheWrite1h: 1 }, "5m", "1h"],
    ["five minutes, if something was written for that alone", { cacheWrite: 9 }, "1h", "5m"],
    ["as before, if nothing was written", {}, "1h", "1h"],
    ["five minutes, if nobody knows", {}, undefined, "5m"],
  ])("%s", (_, usage, lifetime, expected) => {
    const before = lifetime && { ...BEFORE, lifetime };

    expect(cacheAfter(before, told({ cacheRead: 20_000, ...usage })).lifetime).toBe(expected);
  });
});

describe("a runtime that misses its cache", () => {
  const miss = { usage: { ...NO_USAGE, cacheRead: 4_999 }, expectedRead: 10_000 };
  const hit = { usage: { ...NO_USAGE, cacheRead: 5_000 }, expectedRead: 10_000 };
  const isCold = (...outcomes: (typeof miss)[]) => missesCache(outcomes.reduce(missesAfter, 0));

  test("is known by two misses in a row, and stays so for the run", () => {
    expect(isCold(miss)).toBe(false);
    expect(isCold(miss, hit, miss)).toBe(false);
    expect(isCold(miss, miss)).toBe(true);
    expect(isCold(miss, miss, hit)).toBe(true);
  });

  test("is not known by a dispatch that was not expected to read, or whose numbers are estimated", () => {
    const { expectedRead: _, ...unexpected } = miss;
    const estimated = { ...miss, usage: { ...miss.usage, estimated: true } };

    expect(missesAfter(1, unexpected)).toBe(1);
    expect(missesAfter(1, estimated)).toBe(1);
    expect(missesAfter(1, miss)).toBe(2);
  });

  test("is not excused by what later requests of the same turn read", () => {
    expect(missesAfter(0, { ...hit, usage: { ...hit.usage, cacheRead: 90_000, firstRead: 200 } })).toBe(1);
  });
});
