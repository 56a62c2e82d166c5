import { describe, expect, test } from "vitest";
import { exampleHead } from "../../../test/support/run-head.ts";
import type { HostOrder, Pending } from "../run/questions/question.ts";
import type { Json } from "../text/json/json.ts";
import { laneOf, RunFold } from "./fold-run.ts";
import type { StreamRecord } from "./stream-record.ts";
import { toldFact } from "./told-facts.ts";

const at = "2026-03-01T10:00:00.000Z";
const later = "2026-03-01T10:00:38.000Z";
const STEP = "specify/1/2/spec-reviewer/1";
const sent = {
  file: "dispatches/004",
  role: "spec-reviewer",
  round: 2,
  kind: "resume",
  runtime: "claude",
  model: "opus",
};

/** The facts of these records, with what is in the files of the run. */
function fold(records: readonly StreamRecord[], files: Record<string, string> = {}, yolo = false) {
  const run = new RunFold(exampleHead({ flags: { yolo, mode: "single" } }));
  const told = [run.opened(), ...records.flatMap((record) => run.take(record) ?? [])];
  return {
    run,
    facts: told.slice(1).map((one) => toldFact(run, one, one.file === undefined ? undefined : files[one.file])),
  };
}

const begun = (step: string, note: Json): StreamRecord => ({ type: "begun", step, note, at });
const done = (step: string, result: Json): StreamRecord => ({ type: "done", step, result, at: later });
const outcome = (more: Record<string, unknown>) =>
  JSON.stringify({
    ...{ step: STEP, prompt: "h", phase: "specify", role: "spec-reviewer", round: 2, kind: "resume", reason: "x" },
    ...{ status: "completed", sessionLost: false, session: null, reads: [], refused: [], changed: [] },
    world: { branch: null, head: null, blob: null, meta: null },
    usage: { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, estimated: false },
    ...{ promptChars: 1, contextChars: 1, milliseconds: 51_000, cost: 0.19, at, reply: "" },
    ...more,
  });
const verdict = (approved: boolean, ...issues: unknown[]) => JSON.stringify({ approved, issues, summary: "x" });

test("the head tells that a run begins, and with which idea", () => {
  const run = new RunFold(exampleHead({ idea: "limit logins" }));
  expect(run.opened().fact).toEqual({ type: "run-opened", runtime: "scripted", yolo: false, idea: "limit logins" });
});

describe("a dispatch", () => {
  test("is told when it begins and when it ends, with its bill, its verdict and what became of earlier issues", () => {
    const issue = { severity: "blocker", description: "No number", location: "## AC" };
    const first = "specify/1/1/spec-reviewer/1";
    const { facts, run } = fold(
      [
        ...[begun(first, { sent }), done(first, { status: "completed", file: "dispatches/003" })],
        ...[
          begun(STEP, { sent, watched: { activity: "review", about: "AC" } }),
          done(STEP, { status: "completed", file: "dispatches/004" }),
        ],
      ],
      {
        "dispatches/003.outcome.json": outcome({ reply: verdict(false, issue) }),
        "dispatches/004.outcome.json": outcome({ reply: verdict(true) }),
      },
    );
    const work = {
      lane: "spec-reviewer",
      role: "spec-reviewer",
      round: 2,
      kind: "resume",
      runtime: "claude",
      model: "opus",
    };
    expect(facts[1]).toMatchObject({ verdict: { passed: false, resolved: 0, issues: [issue] } });
    expect(facts[2]).toEqual({ type: "dispatch-started", step: STEP, ...work, activity: "review", about: "AC" });
    expect(facts[3]).toMatchObject({
      ...{ type: "dispatch-ended", status: "completed", milliseconds: 51_000, cost: 0.19 },
      verdict: { passed: true, resolved: 1, issues: [] },
    });
    expect(run.inFlight.size).toBe(0);
  });

  test("whose file is gone, or is no outcome, is told without", () => {
    const records = [begun(STEP, { sent }), done(STEP, { status: "failed", file: "dispatches/004", needs: "a key" })];
    for (const files of [{}, { "dispatches/004.outcome.json": "{}" }] as Record<string, string>[]) {
      const [, end] = fold(records, files).facts;
      expect(end).toMatchObject({ type: "dispatch-ended", status: "failed", needs: "a key" });
      expect(end).not.toHaveProperty("usage");
    }
  });

  test("that a host reported is told from its outcome; an answer that is no verdict says why; an author's answers are counted", () => {
    const files = {
      "dispatches/004.outcome.json": outcome({ reply: "I cannot judge this." }),
      "dispatches/005.outcome.json": outcome({ role: "spec-author", reply: "SR1.1: fixed: a\nSR1.2: not changed: b" }),
    };
    const author = "specify/1/2/spec-author/1";
    const { facts } = fold(
      [
        done(STEP, { status: "completed", file: "dispatches/004" }),
        begun(author, { sent: { ...sent, role: "spec-author" }, watched: { activity: "revise" } }),
        done(author, { status: "completed", file: "dispatches/005" }),
      ],
      files,
    );
    expect(facts[0]).toMatchObject({
      role: "spec-reviewer",
      round: 2,
      verdict: { passed: false, problem: expect.any(String) },
    });
    expect(facts[2]).toMatchObject({ role: "spec-author", answers: { fixed: 1, disputed: 1 } });
  });
});

test("a check is told with its time, its command and what its output counts", () => {
  const step = "implement/1/0/check-test/1";
  const result = { done: { passed: false, end: "exit code 1", file: "checks/x.txt", exitCode: 1 } };
  const output = "not ok 1 - sixth try\n# tests 2\n# pass 1\n# fail 1\n";
  const { facts } = fold([begun(step, { type: "spawned", pid: 1, startTime: "1" }), done(step, result)], {
    "checks/x.txt": output,
  });
  expect(facts).toEqual([
    { type: "check-started", step, lane: "check", name: "test" },
    expect.objectContaining({
      type: "check-ran",
      passed: false,
      end: "exit code 1",
      milliseconds: 38_000,
      summary: "1 failed, 1 passed",
    }),
  ]);
});

test("commits, the end of a phase and of a run; what is no fact is not told", () => {
  const end = { outcome: "accepted", rounds: 5, notes: 1 };
  const { facts, run } = fold([
    begun("specify/1/0/other/1", { type: "x" }),
    done("specify/1/0/other/1", null),
    done("specify/1/0/draft-commit/1", { done: { status: "committed", sha: "abc" } }),
    done("specify/1/0/complete/1", { done: { status: "committed", sha: "def", blob: null, meta: null, end } }),
    done("specify/1/0/complete/2", { done: { status: "refused" } }),
    { type: "file", name: "prompts/a.md", at },
    { type: "ended", outcome: "continue", at: later },
  ]);
  expect(facts).toEqual([
    { type: "commit-made", sha: "abc" },
    { type: "phase-completed", sha: "def", ...end },
    expect.objectContaining({ type: "run-ended", outcome: "continue" }),
  ]);
  expect(run.outcome).toBe("continue");
});

describe("what a run waits for", () => {
  const question = {
    type: "question",
    name: "q",
    id: "007.1",
    topic: "closing",
    text: "What next?",
    options: [],
  } as const;
  const asked = (pending: Pending): StreamRecord => ({
    type: "asked",
    step: pending.name,
    pending,
    at,
  });
  const pause = {
    type: "pause",
    name: "p",
    reason: "blocked",
    text: "Stopped.",
    fix: "iflow continue",
    hard: true,
  } as const;

  test("a question, its answer, and its end without one", () => {
    const { facts } = fold([
      asked({ ...question, detail: "more", default: "continue" }),
      { type: "opened", at },
      { type: "answered", step: "q", answer: "continue", at },
      asked({ ...question, name: "r" }),
      { type: "withdrawn", step: "r", at },
      { type: "withdrawn", step: "s", at },
    ]);
    expect(facts.map(({ type }) => type)).toEqual([
      ...["question-asked", "run-resumed", "question-answered", "question-asked", "question-withdrawn"],
    ]);
    expect(facts[0]).toMatchObject({ question: "007.1", detail: "more", default: "continue", freeText: false });
    expect(facts[1]).toMatchObject({ after: "answer" });
    expect(facts[2]).toMatchObject({ answer: "continue", yolo: false });
  });

  test("--yolo holds until a stop, and again when it was said after it", () => {
    const { facts } = fold(
      [
        asked(question),
        { type: "answered", step: "q", answer: "continue", at },
        asked({ ...pause, detail: "why", until: later }),
        { type: "opened", runtime: { id: "claude" }, at },
        { type: "answered", step: "p", answer: "continue", at },
        asked({ ...question, name: "q2" }),
        { type: "answered", step: "p", answer: "continue-yolo", at },
        asked({ ...question, name: "q3" }),
      ],
      {},
      true,
    );
    expect(facts.map((fact) => (fact.type === "question-asked" ? (fact.yolo ?? "person") : fact.type))).toEqual([
      ...["continue", "question-answered", "paused", "run-resumed", "person", "continue"],
    ]);
    expect(facts[2]).toMatchObject({ hard: true, detail: "why", until: later, fix: "iflow continue" });
    expect(facts[3]).toEqual({ type: "run-resumed", runtime: "claude", after: "pause" });
  });

  test("an order for the host", () => {
    const order: HostOrder = {
      ...{
        type: "order",
        name: STEP,
        id: "007.specify.1.004",
        role: "spec-reviewer",
        kind: "fresh",
        text: "",
        sentence: "",
      },
      ...{ promptFile: "", promptHash: "", agent: null, access: "read", readable: [], proof: "hook" },
    } as const;
    const { facts } = fold([
      asked(order),
      { type: "answered", step: STEP, answer: "reported", at },
      { type: "opened", at },
    ]);
    expect(facts).toEqual([
      { type: "order-given", order: order.id, role: "spec-reviewer", lane: "spec-reviewer" },
      { type: "order-ended", order: order.id, role: "spec-reviewer", answer: "reported" },
      { type: "run-resumed", runtime: "scripted", after: "interruption" },
    ]);
  });
});

test("what a later build wrote, or what is cut short, is not told", () => {
  const step = "specify/1/0/check-test/1";
  const { facts, run } = fold([
    { type: "answered", step: "nobody asked", answer: "yes", at },
    done("specify/1/0/other/1", "a word"),
    done("specify/1/0/other/2", { done: "a word" }),
    done("specify/1/0/other/3", { status: "committed" }),
    done(STEP, { status: "unheard-of", file: "dispatches/004" }),
    done(step, { passed: true, file: "checks/x.txt" }),
    done("odd", { passed: true, file: "checks/x.txt" }),
  ]);
  expect(facts).toEqual([
    expect.objectContaining({ type: "check-ran", name: "test", passed: true, end: "", milliseconds: 0 }),
    expect.objectContaining({ type: "check-ran", name: "", passed: true }),
  ]);
  expect(run.inFlight.size).toBe(0);
});

test("what works side by side has lanes of its own", () => {
  expect(
    [
      "design/1/0/design-author@interface/1",
      "implement/1/0/implementer-1.2/1",
      "implement/1/0/check-test/2",
      "odd",
    ].map(laneOf),
  ).toEqual(["design-author", "implementer-1.2", "check", "odd"]);
});
