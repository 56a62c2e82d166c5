// What the files of a run add to its facts, and that a missing, damaged or odd file adds nothing.
import { expect, test } from "vitest";
import { exampleHead } from "../../../test/support/run-head.ts";
import { NO_USAGE } from "../billing/usage.ts";
import { printStop, stopFile } from "../run/kept-stop.ts";
import { IflowError } from "../text/errors.ts";
import { RunFold } from "./fold-run.ts";
import type { StreamFact } from "./stream-event.ts";
import { toldFact } from "./told-facts.ts";

const ended = (fields: object = {}) =>
  ({
    type: "dispatch-ended",
    step: "specify/1/1/spec-reviewer/1",
    status: "completed",
    activity: "review",
    ...fields,
  }) as unknown as StreamFact;
const outcome = (fields: object = {}) =>
  JSON.stringify({
    ...{ step: "s", prompt: "p", phase: "specify", role: "spec-reviewer", round: 2, kind: "resume", reason: "r" },
    ...{ status: "completed", reply: "done", sessionLost: false, session: null, reads: [], refused: [], wrote: [] },
    ...{ changed: [], meddled: [], world: { branch: "main", head: null, blob: null, meta: null }, usage: NO_USAGE },
    ...{ promptChars: 1, contextChars: 1, milliseconds: 5, at: "2026-03-01T09:00:00.000Z", ...fields },
  });
const verdict = (fields: object) => JSON.stringify({ approved: true, issues: [], summary: "s", ...fields });
const told = (fact: StreamFact, text: string | undefined, fold = new RunFold(exampleHead())) =>
  toldFact(fold, { fact }, text);

test("a check is told with its counts and its first failure", () => {
  const ran = (passed: boolean) => ({ type: "check-ran", name: "test", passed }) as unknown as StreamFact;
  expect(told(ran(true), "# pass 5\n# fail 0\n")).toMatchObject({ summary: "5 passed" });
  expect(told(ran(false), "not ok 1 - it adds\n# pass 0\n# fail 1\n")).toMatchObject({
    failure: { name: expect.stringContaining("it adds") },
  });
  expect(told(ran(true), "nothing known")).toEqual(ran(true));
  expect(told(ran(true), undefined)).toEqual(ran(true));
});

test("a dispatch is told with its bill, what went wrong and what is needed", () => {
  expect(told(ended(), outcome({ cost: 0.5 }))).toMatchObject({ cost: 0.5, round: 2, kind: "resume" });
  const failed = outcome({ status: "failed", error: "refused", needs: "set a key" });
  expect(told(ended({ status: "failed" }), failed)).toMatchObject({ error: "refused", needs: "set a key" });
  expect(told(ended(), "{ damaged")).toEqual(ended());
  const other = { type: "phase-ended" } as unknown as StreamFact;
  expect(told(other, outcome())).toEqual(other);
});

test("a verdict is told with its issues, and an approval resolves what was open", () => {
  const fold = new RunFold(exampleHead());
  const issues = [
    { severity: "blocker", description: "no", location: "## A", suggestion: null },
    { severity: "suggestion", description: "maybe", location: null, suggestion: null },
  ];
  const first = told(ended(), outcome({ reply: verdict({ approved: false, issues }) }), fold);
  expect(first).toMatchObject({ verdict: { passed: false, issues: [{ location: "## A" }, { description: "maybe" }] } });
  expect(told(ended(), outcome({ reply: verdict({}) }), fold)).toMatchObject({
    verdict: { passed: true, resolved: 1 },
  });
  expect(told(ended(), outcome({ reply: "no JSON" }), fold)).toMatchObject({
    verdict: { passed: false, problem: expect.any(String) },
  });
  expect(told(ended(), outcome({ role: "spec-author" }), fold)).not.toHaveProperty("verdict");
});

test("what a reviewer insists on stays open, with the severity it was raised with", () => {
  const fold = new RunFold(exampleHead());
  const say = (round: number, fields: object) =>
    told(ended(), outcome({ round, reply: verdict({ approved: false, ...fields }) }), fold);
  const issues = ["blocker", "suggestion", "warning"].map((severity) => ({ severity, description: severity }));
  expect(say(1, { issues })).toMatchObject({ verdict: { open: { blockers: 1, warnings: 1 } } });
  const resolutions = [
    { id: "SR1.1", status: "open", why: "it is not" },
    { id: "SR1.3", status: "resolved", why: "it is" },
  ];
  const insisted = { verdict: { passed: false, resolved: 1, issues: [], open: { blockers: 1, warnings: 0 } } };
  expect(say(2, { resolutions })).toMatchObject(insisted);
  expect(say(3, { resolutions: resolutions.slice(0, 1) })).toMatchObject({ verdict: { open: { blockers: 1 } } });
  expect(say(4, { approved: true })).toMatchObject({
    verdict: { passed: true, resolved: 1, open: { blockers: 0, warnings: 0 } },
  });
});

test("an author's answers are counted", () => {
  const reply = "- SR1.1: fixed: named it in Limits\n- SR1.2: not changed: it is a quote";
  const fact = told(ended({ activity: "revise" }), outcome({ role: "spec-author", reply }));
  expect(fact).toMatchObject({ answers: { fixed: 1, disputed: 1 } });
  expect(told(ended({ activity: "fix" }), outcome({ role: "fixer", reply: "Done." }))).not.toHaveProperty("answers");
});

test("a command that left its run for a reason is told as a pause, from the file it kept", () => {
  const fold = new RunFold(exampleHead());
  const record = { type: "file", name: stopFile(2), at: "2026-03-01T09:00:00.000Z" } as const;
  const folded = fold.take(record);
  expect(folded?.file).toBe("stops/2.json");
  const error = new IflowError("budget-reached", "the budget of $5.00 has no room", {
    fix: "iflow continue --max-cost 10",
  });
  const fact = folded && toldFact(fold, folded, printStop(error));
  expect(fact).toMatchObject({
    type: "paused",
    reason: "budget-reached",
    fix: "iflow continue --max-cost 10",
    hard: false,
  });
  expect(fold.take({ ...record, name: "prompts/a.md" })).toBeUndefined();
  expect([printStop(new IflowError("locked", "x")), printStop(new Error("x"))]).toEqual([undefined, undefined]);
  expect(folded && told(folded.fact, "garbage", fold)).toMatchObject({ type: "paused", text: "stopped" });
});
