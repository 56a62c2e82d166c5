import { describe, expect, it } from "vitest";
import { estimateUsage } from "../../../domain/billing/usage.ts";
import { computeUsage, readCost, watchUsage } from "./turn-usage.ts";

const measured = { promptChars: 400, replyChars: 40, cost: undefined };

describe("tokens", () => {
  it.each([
    [
      "beside the cache",
      { totalTokens: 160, inputTokens: 100, outputTokens: 20, cachedReadTokens: 40 },
      [100, 40, 0, 20],
    ],
    [
      "with the cache inside",
      { totalTokens: 120, inputTokens: 100, outputTokens: 20, cachedReadTokens: 40 },
      [60, 40, 0, 20],
    ],
    [
      "with thoughts beside",
      { totalTokens: 130, inputTokens: 100, outputTokens: 20, thoughtTokens: 10 },
      [100, 0, 0, 30],
    ],
    [
      "with thoughts inside",
      { totalTokens: 120, inputTokens: 100, outputTokens: 20, thoughtTokens: 10 },
      [100, 0, 0, 20],
    ],
    ["with nulls", { totalTokens: 3, inputTokens: 1, outputTokens: 2, cachedWriteTokens: null }, [1, 0, 0, 2]],
  ])("are counted once: %s", (_, reported, [input, cacheRead, cacheWrite, output]) => {
    expect(computeUsage({ ...measured, reported })).toEqual({ input, cacheRead, cacheWrite, output, estimated: false });
  });

  it.each([undefined, null, "many", { totalTokens: 0, inputTokens: 0, outputTokens: 0 }, { inputTokens: -1 }])(
    "are estimated when %j is reported",
    (reported) => {
      expect(computeUsage({ ...measured, reported })).toEqual(estimateUsage(400, 40));
      expect(computeUsage({ ...measured, reported, cost: 1 })).toEqual({ ...estimateUsage(400, 40), cost: 1 });
    },
  );
});

describe("tokens so far", () => {
  it("are what is in the context, told when it has grown, and only of the turn", () => {
    const told: number[] = [];
    const watch = watchUsage((tokens) => told.push(tokens));

    watch.take({ used: 900, size: 2000 });
    watch.listen();
    for (const used of [0, 1000, 1000, 400, 1200, -1, "many", undefined]) watch.take({ used, size: 2000 });

    expect(told).toEqual([1000, 1200]);
  });
});

describe("money", () => {
  it("is read in dollars only", () => {
    expect(readCost({ cost: { amount: 0.25, currency: "USD" } })).toBe(0.25);
    expect(readCost({ cost: { amount: 0.25, currency: "EUR" } })).toBeUndefined();
    expect(readCost({ cost: null })).toBeUndefined();
  });

  it.each([
    ["what a new session has cost", false, [], [0.1, 0.25], 0.25],
    ["what a resumed one has cost more", true, [0.25], [0.75], 0.5],
    ["unknown when the past of a session is", true, [], [0.75], undefined],
    ["unknown when it stays at zero: such an agent has no price", false, [0], [0, 0], undefined],
    ["unknown when it does not grow", true, [0.25], [0.25], undefined],
    ["unknown when nothing is said", false, [], [], undefined],
  ])("is %s", (_, resumed, before, after, cost) => {
    const watch = watchUsage(() => undefined);
    const tell = (amount: number) => watch.take({ cost: { amount, currency: "USD" } });

    before.forEach(tell);
    watch.listen();
    after.forEach(tell);

    expect(watch.cost(resumed)).toBe(cost);
  });
});
