// Pings and interrupted dispatches are counted the same way in every place that adds something up.
import { describe, expect, test } from "vitest";
import { summarize } from "../../app/billing/dispatch-summary.ts";
import { addUp, addUpBy, spentOn, wayOf } from "./bill.ts";
import { costReport } from "./cost-report.ts";
import type { LedgerLine } from "./ledger.ts";
import { measureLoops } from "./loop-savings.ts";
import { NOTHING_DONE, type Outcome } from "./outcome.ts";
import { computeStats } from "./stats.ts";

const line = (given: Partial<LedgerLine>): LedgerLine => ({
  ...{ feature: "001-a", run: "001-a.specify.1", runtime: "anthropic", step: "specify/1/1/spec-reviewer/1" },
  ...{ phase: "specify", role: "spec-reviewer", round: 1, kind: "fresh", reason: "first-round", status: "completed" },
  usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false },
  ...{ cost: 1, promptChars: 100, contextChars: 100, milliseconds: 5, at: "2026-03-01T09:00:00.000Z" },
  ...given,
});

const FRESH = line({});
const RESUMED = line({ kind: "resume", reason: "delta", round: 2, promptChars: 10 });
const FALLBACK = line({ kind: "fallback", reason: "resume-failed", round: 2 });
const FAILED = line({ status: "failed" });
const PING = line({ kind: "ping", reason: "keep-warm", promptChars: 0, contextChars: 0 });
const CUT_OFF = line({ kind: "resume", reason: "interrupted", status: "failed", round: 2, promptChars: 10 });
/** The fresh agent that replaced an interrupted one. */
const REPLACED = line({ reason: "interrupted", round: 2 });
const REPAIR = line({ kind: "repair", reason: "repair", promptChars: 10 });

/** As it was before it became a line. */
const outcomeOf = ({ status, cost, ...kept }: LedgerLine): Outcome => ({
  ...{ ...kept, prompt: "", reply: "", sessionLost: false, session: null, ...NOTHING_DONE },
  ...{ world: { branch: null, head: null, blob: null, meta: null }, cost: cost ?? 0 },
  status: status === "failed" ? "failed" : "completed",
});

describe.each([
  ["fresh", FRESH, "fresh", 100, { dispatches: 1, fresh: 1 }],
  ["resumed", RESUMED, "resumed", 10, { dispatches: 1, resumed: 1 }],
  ["a fallback", FALLBACK, "fresh", 100, { dispatches: 1, fresh: 1 }],
  ["failed", FAILED, "fresh", 100, { dispatches: 1, fresh: 1, failed: 1 }],
  ["a repair", REPAIR, "resumed", 10, { dispatches: 1, resumed: 1 }],
  ["a ping", PING, "ping", 0, { pings: 1 }],
  ["cut off", CUT_OFF, "unanswered", 10, { dispatches: 1, unanswered: 1 }],
  ["in its place", REPLACED, "fresh", 100, { dispatches: 1, fresh: 1 }],
])("%s", (_name, one, way, sentChars, counted) => {
  const nothing = { dispatches: 0, fresh: 0, resumed: 0, unanswered: 0, failed: 0, pings: 0 };

  test("is counted once, and its money and time always", () => {
    expect(wayOf(one)).toBe(way);
    expect(addUp([one])).toMatchObject({ ...nothing, ...counted, cost: 1, milliseconds: 5 });
    expect(addUpBy([one], ({ phase }) => phase)).toMatchObject([{ name: "specify", ...nothing, ...counted, cost: 1 }]);
    expect(costReport([one], "role").total).toMatchObject({ dispatches: addUp([one]).dispatches, cost: 1, input: 10 });
    expect(spentOn([one])).toEqual({ dispatches: addUp([one]).dispatches, cost: 1 });
    expect(computeStats([one]).dispatches).toBe(addUp([one]).dispatches);
    expect(summarize([outcomeOf(one)])).toMatchObject({
      sentChars,
      freshChars: one.contextChars,
      cost: 1,
      milliseconds: 5,
    });
  });
});

test("what has no price costs a budget nothing, and is still counted", () => {
  expect(spentOn([line({ cost: null }), CUT_OFF, PING])).toEqual({ cost: 2, dispatches: 2 });
  expect(spentOn([line({ cost: null, estimate: 0.5 }), FRESH])).toEqual({ cost: 1.5, dispatches: 2 });
  expect(spentOn([])).toEqual({ cost: 0, dispatches: 0 });
  const nothing = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, estimated: false };
  const turnedDown = [line({ status: "failed", usage: nothing, cost: 0 })]; // tried again, it would use up the limit
  expect([spentOn(turnedDown).dispatches, addUp(turnedDown).dispatches]).toEqual([0, 1]);
  expect(spentOn([line({ status: "failed", reason: "interrupted", usage: nothing, cost: null })]).dispatches).toBe(1);
});

test("what was cut off says nothing about how well resuming works; what took its place does", () => {
  const rateOf = (...lines: LedgerLine[]) => computeStats(lines).rates.find(({ name }) => name === "resume-fallback");
  expect(rateOf(RESUMED, FALLBACK)).toMatchObject({ count: 1, of: 2 });
  expect(rateOf(RESUMED, FALLBACK, CUT_OFF, PING)).toMatchObject({ count: 1, of: 2 });
  const guard = (...lines: LedgerLine[]) => computeStats(lines).rates.find(({ name }) => name === "guard");
  expect(guard(REPLACED)).toMatchObject({ of: 1 });
  expect(guard(CUT_OFF)).toMatchObject({ of: 0 });
});

test("loops are measured without pings and without what was cut off", () => {
  const [loop] = measureLoops([FRESH, RESUMED]);
  expect(measureLoops([FRESH, PING, CUT_OFF, RESUMED])).toEqual([loop]);
});
