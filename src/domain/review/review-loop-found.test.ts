// What the engine's own check finds is a blocker that no reviewer can wave through.
import { expect, test } from "vitest";
import { applyRevision, applyVerdicts, type LoopState, nextMove, type RoleIssue, startLoop } from "./review-loop.ts";

const FOUND: RoleIssue[] = [{ severity: "blocker", description: "TBD", reviewer: "engine" }];
const begin = (maxRounds: number) => passed(startLoop({ maxRounds, finalValidation: "none" }, { a: "1" }, FOUND));

function passed(state: LoopState): LoopState {
  const move = nextMove(state);
  if (move.type !== "review") throw new Error(`owed was ${move.type}`);
  return applyVerdicts(state, move, [{ role: "a", type: "verdict", verdict: { approved: true, issues: [] } }]);
}

test("TR-1: it is revised although the reviewer passed, then judged again, then approved", () => {
  const state = begin(3);
  expect(nextMove(state)).toEqual({ type: "revise", round: 1, issues: FOUND });
  const repaired = applyRevision(state, { a: "2" });
  expect(nextMove(passed(repaired))).toMatchObject({ type: "done", outcome: "approved" });
});

test("TR-1: still there after a revision, the changed text is judged, and the cap asks", () => {
  const again = applyRevision(begin(2), { a: "2" }, FOUND);
  expect(nextMove(again)).toMatchObject({ type: "review", round: 2, roles: ["a"] });
  expect(nextMove(passed(again))).toMatchObject({ type: "ask-cap", round: 2, issues: FOUND });
  expect(nextMove(applyRevision(passed(again), { a: "3" }, FOUND))).toMatchObject({ type: "ask-cap" });
});

test("TR-1: a revision that changed nothing leads to the cap at once", () => {
  expect(nextMove(applyRevision(begin(3), {}, FOUND))).toMatchObject({ type: "ask-cap", round: 1 });
});

test("an issue that another had raised keeps the name of whoever raised it", () => {
  const state = startLoop({ maxRounds: 5, finalValidation: "changed" }, { security: "v1" });
  const issue = { severity: "blocker" as const, description: "AC-1: expected 429", reviewer: "test-deepener" };
  const verdict = { approved: false, issues: [issue] };
  const move = nextMove(state);
  if (move.type !== "review") throw new Error("the first round was not due");

  const next = nextMove(applyVerdicts(state, move, [{ role: "security", type: "verdict", verdict }]));

  expect(next).toMatchObject({ type: "revise", issues: [{ reviewer: "test-deepener" }] });
});
