import { describe, expect, test } from "vitest";
import { costReport } from "./cost-report.ts";
import type { LedgerLine } from "./ledger.ts";
import { estimateUsage, NO_USAGE } from "./usage.ts";

let step = 0;
function line(given: Partial<LedgerLine> = {}): LedgerLine {
  step += 1;
  return {
    ...{ feature: "001-a", run: "001-a.specify.1", runtime: "claude", phase: "specify", role: "spec-reviewer" },
    ...{ step: `specify/1/1/spec-reviewer/${step}`, round: 1, kind: "fresh", reason: "first-round" },
    ...{ status: "completed", usage: NO_USAGE, cost: 1, promptChars: 400, contextChars: 4_000 },
    ...{ milliseconds: 1, at: "2026-03-01T09:00:00.000Z" },
    ...given,
  };
}
const resumed = (given: Partial<LedgerLine> = {}) => line({ kind: "resume", reason: "delta", round: 2, ...given });

describe("rows", () => {
  const lines = [
    line({ phase: "brainstorm", role: "prd-author", round: 0 }),
    line(),
    line({ role: "spec-author", round: 0 }),
    resumed(),
    line({ phase: "design", round: 2 }),
  ];

  test.each([
    ["phase", ["brainstorm", "specify", "design"]],
    ["role", ["prd-author", "spec-reviewer", "spec-author"]],
    ["round", ["brainstorm, no round", "specify, round 1", "specify, no round", "specify, round 2", "design, round 2"]],
  ] as const)("by %s, in the order they first appear", (by, names) => {
    const { rows, total } = costReport(lines, by);

    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows.reduce((sum, row) => sum + row.dispatches, 0)).toBe(5);
    expect(total).toMatchObject({ name: "total", dispatches: 5, cost: 5 });
  });

  test("a ping is paid and nothing else: no dispatch, no measure for a fresh agent", () => {
    const ping = line({ kind: "ping", reason: "keep-warm", round: 2, cost: 0.01, promptChars: 0, contextChars: 0 });
    const { total } = costReport([line(), ping, resumed({ cost: 0.2 }), line({ kind: "ping", cost: null })], "phase");

    expect(total).toMatchObject({ dispatches: 2, freshCost: 2 });
    expect(total.cost).toBeCloseTo(1.21);
  });

  test("nothing at all is an empty bill", () => {
    expect(costReport([], "phase")).toEqual({
      by: "phase",
      rows: [],
      total: {
        ...{ name: "total", dispatches: 0, input: 0, read: 0, written: 0, output: 0, cost: null, estimated: false },
        ...{ unpriced: 0, cached: null, writeAmplification: null, freshCost: null },
      },
    });
  });

  test("tokens are added up by how they were paid; the share of the cache is of what runtimes counted", () => {
    const usage = { ...NO_USAGE, input: 10, cacheRead: 60, cacheWrite: 30, output: 5 };
    const { total } = costReport([line({ usage }), line({ usage })], "phase");

    expect(total).toMatchObject({ input: 20, read: 120, written: 60, output: 10, cached: 0.6, estimated: false });
    const mixed = costReport([line({ usage }), line({ usage: estimateUsage(400, 4) })], "phase").total;
    expect(mixed).toMatchObject({ input: 110, cached: 0.6, estimated: true, writeAmplification: null });
    expect(costReport([line({ usage: estimateUsage(400, 4) })], "phase").total.cached).toBeNull();
  });

  test("a dispatch without a price leaves the others' sum", () => {
    expect(costReport([line(), line({ cost: null })], "phase").total).toMatchObject({
      ...{ cost: 1, freshCost: 1, unpriced: 1 }, // said, and not counted as nothing
    });
    expect(costReport([line({ cost: null })], "phase").total).toMatchObject({ cost: null, freshCost: null });
  });
});

describe("what fresh agents every time would have cost", () => {
  const freshCost = (...lines: LedgerLine[]) => costReport(lines, "phase").total.freshCost;

  test("a resume is counted as the role's last fresh dispatch of that run", () => {
    expect(freshCost(line({ cost: 3 }), resumed({ cost: 0.5 }), resumed({ kind: "final", cost: 0.5 }))).toBe(9);
    expect(freshCost(line({ cost: 3 }), line({ cost: 4, reason: "guard" }), resumed({ cost: 0.5 }))).toBe(11);
  });

  test("a fork is counted like a resume: it looks around less than an agent that knows nothing", () => {
    const fork = (cost: number) => line({ reason: "fork", round: 2, cost, unsharedCost: 2 });

    expect(freshCost(line({ cost: 3 }), fork(0.5), fork(0.4))).toBe(9);
    expect(freshCost(fork(0.5))).toBe(2);
  });

  test("a first dispatch that read the trunk others had sent is counted as if it had written it", () => {
    expect(freshCost(line({ cost: 0.4, unsharedCost: 3 }), resumed({ cost: 0.5 }))).toBe(6);
  });

  test("of another role or another run nothing is known", () => {
    expect(freshCost(line({ cost: 3, role: "spec-author" }), resumed({ cost: 0.5 }))).toBe(3.5);
    expect(freshCost(line({ cost: 3, run: "001-a.specify.2" }), resumed({ cost: 0.5 }))).toBe(3.5);
  });

  test("a repair is asked for either way, and is no measure; nor is a dispatch that failed", () => {
    expect(freshCost(line({ cost: 3 }), line({ kind: "repair", cost: 0.2 }), resumed({ cost: 0.5 }))).toBe(6.2);
    expect(freshCost(line({ cost: 3 }), line({ status: "failed", cost: 0.2 }), resumed({ cost: 0.5 }))).toBe(6.2);
  });

  test("neither a failed resume nor the test of sessions would be there", () => {
    const failed = resumed({ status: "failed", cost: 0.7 });
    const gate = line({ role: "resume-gate", cost: 0.1 });

    expect(freshCost(line({ cost: 3 }), failed, line({ kind: "fallback", cost: 3 }), gate)).toBe(6);
  });
});

describe("how often new content was paid as new", () => {
  const times = (...lines: LedgerLine[]) => costReport(lines, "phase").total.writeAmplification;
  const paid = (tokens: number, paidAgain = 0) => ({
    usage: { ...NO_USAGE, input: tokens / 2, cacheWrite: tokens / 2, cacheRead: 99 },
    paidAgain,
  });

  test("once, when every agent pays only for what had not been sent before", () => {
    expect(times(line(paid(1_000)), resumed(paid(100)))).toBe(1);
  });

  test("twice, when a fresh agent is given the same again", () => {
    expect(times(line(paid(1_000)), line({ round: 2, ...paid(1_000, 1_000) }))).toBe(2);
  });

  test("what roles share is new for the first of them: rows add up to the total", () => {
    const { rows, total } = costReport([line(paid(3_000)), line({ role: "fixer", ...paid(300, 100) })], "role");

    expect(rows.map(({ writeAmplification }) => writeAmplification)).toEqual([1, 1.5]);
    expect(total.writeAmplification).toBeCloseTo(3_300 / 3_200, 10);
  });

  test("is not known where nothing was new, and of dispatches that did not write it down", () => {
    const { paidAgain: _, ...old } = paid(500);

    expect(times(line(paid(10, 10)))).toBeNull();
    expect(times(line(old))).toBeNull();
    expect(times(line(old), line(paid(1_000)), line(paid(500, 500)))).toBe(1.5);
  });
});
