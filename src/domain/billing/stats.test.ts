import { describe, expect, test } from "vitest";
import type { LedgerLine } from "./ledger.ts";
import { computeStats, type RateName } from "./stats.ts";
import { NO_USAGE } from "./usage.ts";

const FEATURES = ["001-a", "002-b", "003-c"] as const;
let step = 0;

function line(given: Partial<LedgerLine> = {}): LedgerLine {
  step += 1;
  const { feature = "001-a", round = 1, role = "spec-reviewer", phase = "specify" } = given;
  return {
    ...{ feature, run: `${feature}.specify.1`, runtime: "claude", phase, role, round },
    ...{ step: `${phase}/1/${round}/${role}/${step}`, kind: "fresh", reason: "first-round", status: "completed" },
    ...{
      usage: NO_USAGE,
      cost: null,
      promptChars: 1,
      contextChars: 1,
      milliseconds: 1,
      at: "2026-03-01T09:00:00.000Z",
    },
    ...given,
  };
}

const times = (number: number, given: Partial<LedgerLine>) =>
  Array.from({ length: number }, (_, index) => line({ feature: FEATURES[index % 3] ?? "", ...given }));
const three = FEATURES.map((feature) => line({ feature }));
const rateOf = (lines: readonly LedgerLine[], name: RateName) =>
  computeStats(lines).rates.find((rate) => rate.name === name);

describe("RES-11: resume-fallback rate over resume attempts", () => {
  const resumes = (held: number, failed: number) => [
    ...three,
    ...times(held, { kind: "resume", reason: "delta" }),
    ...times(failed, { kind: "resume", reason: "delta", status: "failed" }),
    ...times(failed, { kind: "fallback", reason: "resume-failed", runtime: "opencode" }),
  ];

  test("exactly 20 % is no alarm, more is one, and says where it happened", () => {
    expect(rateOf(resumes(8, 2), "resume-fallback")).toEqual({
      ...{ name: "resume-fallback", count: 2, of: 10, share: 0.2, limit: 0.2, alarm: false, runtime: "opencode" },
    });
    expect(rateOf(resumes(7, 2), "resume-fallback")).toMatchObject({ of: 9, alarm: true });
  });

  test("a session that was lost before it could be asked counts, a final validation too, the gate does not", () => {
    const lines = [
      ...times(1, { kind: "fallback", reason: "session-lost" }),
      ...times(1, { kind: "final", reason: "final-validation" }),
      ...times(5, { kind: "resume", reason: "gate-test", role: "resume-gate" }),
    ];

    expect(rateOf(lines, "resume-fallback")).toMatchObject({ count: 1, of: 2 });
  });

  test("a fallback that was interrupted and asked again is one, and both were asked", () => {
    const lines = [
      ...times(1, { kind: "fallback", reason: "interrupted", status: "failed" }),
      ...times(1, { kind: "fallback", reason: "resume-failed" }),
      ...times(1, { kind: "resume", reason: "delta" }),
    ];

    expect(rateOf(lines, "resume-fallback")).toMatchObject({ count: 1, of: 2 });
    expect(computeStats(lines).dispatches).toBe(3);
  });
});

describe("RES-11: guard rate over document rounds", () => {
  const rounds = (guarded: number, others: number, more: Partial<LedgerLine> = {}) => [
    ...three,
    ...Array.from({ length: guarded }, (_, index) => line({ round: 2 + index, reason: "guard", ...more })),
    ...Array.from({ length: others }, (_, index) => line({ round: 20 + index, kind: "resume", ...more })),
  ];

  test("exactly half is no alarm, more is one", () => {
    expect(rateOf(rounds(2, 2), "guard")).toMatchObject({ count: 2, of: 4, share: 0.5, limit: 0.5, alarm: false });
    expect(rateOf(rounds(3, 2), "guard")).toMatchObject({ count: 3, of: 5, alarm: true });
  });

  test("first rounds, authors and code reviews are no document rounds", () => {
    expect(rateOf(rounds(1, 1, { role: "spec-author" }), "guard")).toMatchObject({ of: 0, share: null, alarm: false });
    expect(rateOf(rounds(1, 1, { phase: "implement" }), "guard")).toMatchObject({ of: 0 });
    expect(rateOf(three, "guard")).toMatchObject({ of: 0, runtime: null });
  });

  test("a round that was asked again is one round, and guarded if it once was", () => {
    const asked = (attempt: number, reason: string) =>
      line({ round: 2, reason, step: `specify/1/2/spec-reviewer/${attempt}` });

    expect(rateOf([asked(1, "guard"), asked(2, "voided")], "guard")).toMatchObject({ count: 1, of: 1 });
    expect(rateOf([asked(1, "delta"), asked(2, "guard")], "guard")).toMatchObject({ count: 1, of: 1 });
  });
});

describe("RES-11: lazy-load warnings over dispatches that carried the block", () => {
  const told = (unread: number, read: number) => [
    ...three,
    ...times(unread, { readsConfirmed: false }),
    ...times(read, { readsConfirmed: true }),
  ];

  test("exactly 20 % is no alarm, more is one; an agent that was not told to read does not count", () => {
    expect(rateOf(told(1, 4), "lazy-load")).toMatchObject({ count: 1, of: 5, share: 0.2, limit: 0.2, alarm: false });
    expect(rateOf(told(2, 7), "lazy-load")).toMatchObject({ count: 2, of: 9, alarm: true });
  });
});

describe("RES-11: from the third feature on", () => {
  const bad = { kind: "fallback", reason: "resume-failed" };

  test("two features and any number of brainstorms raise no alarm, a third feature does", () => {
    const two = [line({ ...bad, feature: "001-a" }), line({ ...bad, feature: "002-b" }), line({ feature: "b3" })];

    expect(computeStats(two)).toMatchObject({ features: 2, dispatches: 3, judged: false });
    expect(rateOf(two, "resume-fallback")).toMatchObject({ share: 1, alarm: false });
    const enough = computeStats([...two, line({ feature: "003-c" })]);
    expect([enough.judged, enough.rates[0]?.alarm]).toEqual([true, true]);
  });

  test("without a single dispatch there is nothing to say", () => {
    const { features, judged, rates } = computeStats([]);

    expect([features, judged, rates.map(({ share }) => share)]).toEqual([0, false, [null, null, null]]);
  });

  test("the runtime named is the one where it happened most", () => {
    const lines = ["a", "b", "b"].map((runtime) => line({ ...bad, runtime }));

    expect(rateOf(lines, "resume-fallback")?.runtime).toBe("b");
  });
});
