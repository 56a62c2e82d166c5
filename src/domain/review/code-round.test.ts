import { expect, test } from "vitest";
import type { Verdict } from "../roles/reply-shapes.ts";
import { codeRound } from "./code-round.ts";
import {
  applyRetry,
  applyVerdicts,
  type Judgement,
  type LoopState,
  type Move,
  nextMove,
  startLoop,
} from "./review-loop.ts";

const ROSTER = ["implementation-reviewer", "code-quality-reviewer", "security-reviewer"];
const AT = "2026-03-01T10:00:00.000Z";
const [IMPLEMENTATION = "", QUALITY = "", SECURITY = ""] = ROSTER;

const pass = (role: string, more: Partial<Verdict> = {}): Judgement => ({
  ...{ role, type: "verdict", verdict: { approved: true, issues: [], ...more } },
});
const fail = (role: string, description: string): Judgement =>
  pass(role, { approved: false, issues: [{ severity: "blocker", description }] });
const invalid = (role: string): Judgement => ({ role, type: "invalid", problem: "the JSON object is cut off" });

const start = (): LoopState =>
  startLoop({ maxRounds: 5, finalValidation: "always" }, Object.fromEntries(ROSTER.map((role) => [role, "view-1"])));

/** The next move of the loop, which must be a review. */
function reviewOf(state: LoopState): Extract<Move, { type: "review" }> {
  const move = nextMove(state);
  if (move.type !== "review") throw new Error(`the loop wants to ${move.type}`);
  return move;
}

/** One round as implement plays it: judged, then reported. */
function play(state: LoopState, judgements: readonly Judgement[], before?: ReturnType<typeof codeRound>) {
  const move = reviewOf(state);
  const after = applyVerdicts(state, move, judgements);
  return { state: after, entry: codeRound(ROSTER, after, move, { judgements, at: AT, markers: ["M"] }, before) };
}

test("a round tells how every reviewer judged, in the order of the roster, and whose each issue is", () => {
  const { entry } = play(start(), [invalid(SECURITY), fail(QUALITY, "Two names"), pass(IMPLEMENTATION)]);

  expect(entry).toEqual({
    round: 1,
    at: AT,
    final: false,
    reviewers: [
      { title: "Implementation Review", result: { type: "approved" } },
      { title: "Quality Review", result: { type: "needs-revision" } },
      { title: "Security Review", result: { type: "no-verdict", problem: "the JSON object is cut off" } },
    ],
    issues: [{ severity: "blocker", description: "Two names", reviewer: QUALITY }],
    changes: undefined,
    markers: ["M"],
  });
});

test("LOOP-1: an approval with a warning in it is told as issues found", () => {
  const warned = pass(QUALITY, { issues: [{ severity: "warning", description: "Two names" }] });
  const { entry } = play(start(), [pass(IMPLEMENTATION), warned, pass(SECURITY)]);

  expect(entry.reviewers[1]?.result).toEqual({ type: "needs-revision" });
});

test("the levels of the implementation reviewer are told in their order", () => {
  const levels = { prd: { passed: true }, tasks: { passed: true }, spec: { passed: false }, design: { passed: true } };
  const { entry } = play(start(), [pass(IMPLEMENTATION, { levels }), pass(QUALITY), pass(SECURITY)]);

  expect(entry.reviewers[0]?.levels).toEqual([
    { name: "Tasks", passed: true },
    { name: "Spec", passed: false },
    { name: "Design", passed: true },
    { name: "PRD", passed: true },
  ]);
  expect(entry.reviewers[1]).not.toHaveProperty("levels");
});

test("a reviewer that passed before is told as skipped, with the round it passed in", () => {
  const first = play(start(), [pass(IMPLEMENTATION), fail(QUALITY, "a"), pass(SECURITY)]).state;

  const { entry } = play({ ...first, revised: true }, [pass(QUALITY)]);

  expect(entry.reviewers).toEqual([
    { title: "Implementation Review", result: { type: "skipped", unchanged: false, passedRound: 1 } },
    { title: "Quality Review", result: { type: "approved" } },
    { title: "Security Review", result: { type: "skipped", unchanged: false, passedRound: 1 } },
  ]);
});

test("in a final validation it is said that a skipped reviewer could see no change", () => {
  const policy = { maxRounds: 5, finalValidation: "changed" } as const;
  const first = play(
    { ...start(), policy },
    ROSTER.map((role) => pass(role)),
  ).state;

  const { entry } = play({ ...first, views: { ...first.views, [SECURITY]: "view-2" } }, [pass(SECURITY)]);

  expect(entry.final).toBe(true);
  expect(entry.reviewers.map(({ result }) => result)).toEqual([
    { type: "skipped", unchanged: true, passedRound: 1 },
    { type: "skipped", unchanged: true, passedRound: 1 },
    { type: "approved" },
  ]);
});

test("a reviewer that is asked again in the same round takes its own place, and the others keep theirs", () => {
  const first = play(start(), [pass(IMPLEMENTATION), fail(QUALITY, "old"), fail(SECURITY, "stays")]);

  const { entry } = play(applyRetry(first.state, [QUALITY]), [fail(QUALITY, "new")], first.entry);

  expect(entry.round).toBe(1);
  expect(entry.reviewers).toEqual(first.entry.reviewers);
  expect(entry.issues.map(({ description }) => description)).toEqual(["stays", "new"]);
});

test("a reviewer without a title of its own is called by its role", () => {
  const state = startLoop(start().policy, { "style-reviewer": "view-1" });
  const judgements = [pass("style-reviewer")];

  const { reviewers } = codeRound(["style-reviewer"], state, reviewOf(state), { judgements, at: AT, markers: [] });

  expect(reviewers).toEqual([{ title: "style-reviewer", result: { type: "approved" } }]);
});
