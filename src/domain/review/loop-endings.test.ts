import { expect, test } from "vitest";
import { ruleAtCap } from "./at-cap.ts";
import { LOOP_ENDINGS, type LoopEnding } from "./loop-endings.ts";

const issueOf = ({ way }: LoopEnding) => ({
  ...{ reviewer: "spec-reviewer", description: "x" },
  severity: way === "warning" ? ("warning" as const) : ("blocker" as const),
});

test("only an approval is called one, and nothing else is committed as one", () => {
  for (const row of LOOP_ENDINGS) {
    expect([row.way === "approved", row.outcome === "approved"]).toEqual(Array(2).fill(row.way === "approved"));
    expect(row.commit?.endsWith(" - approved") ?? false).toBe(row.outcome === "approved");
  }
});

/** They end a loop before its cap, or without one. */
const ELSEWHERE = ["approved", "silent", "disputed", "adjudicated", "noted"];

test("every row follows the rule at the cap", () => {
  for (const row of LOOP_ENDINGS.filter(({ way }) => !ELSEWHERE.includes(way))) {
    const { subject, watch, way } = row;
    const setting = way === "rule" ? "accept" : "ask";
    const rule = ruleAtCap({ subject, yolo: watch === "--yolo", setting, issues: [issueOf(row)] });
    const wanted = row.answer !== undefined ? "ask" : row.outcome === "accepted" ? "accept" : "stop";
    expect(`${way} ${subject} ${watch}: ${rule}`).toBe(`${way} ${subject} ${watch}: ${wanted}`);
  }
});

test("a stop and an acceptance by a person carry something into the next prompt", () => {
  // a dispute that stopped waits for its ruling, and nothing is sent before
  const isNone = ({ way, outcome }: LoopEnding) =>
    ["approved", "silent", "unvalidated"].includes(way) || (way === "disputed" && outcome === "stopped");
  const silent = LOOP_ENDINGS.filter((row) => !isNone(row) && row.next === undefined);
  expect(silent).toEqual([]);
});
