import { describe, expect, test } from "vitest";
import { linesWiderThan, TestScreen } from "../../../../../test/support/screen.ts";
import type { StreamEvent, StreamFact, StreamNews } from "../../../../domain/stream/stream-event.ts";
import { columnsOf } from "../columns.ts";
import { createTerminal } from "../terminal.ts";
import { StreamRows } from "./stream-rows.ts";

const BEGIN = Date.parse("2026-03-01T10:00:00.000Z");
const FEATURE = "007-rate-limit-for-every-address";
const STEP = "specify/1/2/spec-reviewer/1";
const work = {
  step: STEP,
  lane: "spec-reviewer",
  role: "spec-reviewer",
  round: 2,
  kind: "resume",
  activity: "review",
} as const;
const issue = {
  severity: "blocker",
  description: 'AC-3 cannot be tested: "fast enough" has no number',
  location: "## AC",
} as const;

function told(body: StreamFact | StreamNews): StreamEvent {
  const stamp = {
    v: 1,
    id: null,
    time: new Date(BEGIN).toISOString(),
    run: `${FEATURE}.specify.1`,
    feature: FEATURE,
    phase: "specify",
  } as const;
  return { ...stamp, ...body };
}

function rowsAt(columns: number, now = BEGIN) {
  const screen = new TestScreen(columns);
  const host = { stdout: screen, stderr: screen, stdin: {}, on: () => undefined };
  const terminal = createTerminal({ unicode: true, quiet: false }, host);
  const rows = new StreamRows(terminal, { program: "iflow", nameOf: () => "7" }, () => now);
  return {
    rows,
    print: (...bodies: (StreamFact | StreamNews)[]) => bodies.flatMap((one) => rows.show(told(one)) ?? []).join("\n"),
  };
}

const question: StreamFact = {
  ...{
    type: "question-asked",
    question: "007.2",
    topic: "at-cap",
    text: "The spec is not approved: 1 blocker is open.",
  },
  ...{
    options: [
      { value: "revise", label: "Another round" },
      { value: "stop", label: "Stop" },
    ],
    freeText: true,
  },
};
const EVENTS: readonly (StreamFact | StreamNews)[] = [
  { type: "run-opened", runtime: "claude", yolo: true },
  { type: "run-resumed", runtime: "claude", after: "pause" },
  {
    type: "dispatch-ended",
    ...work,
    status: "completed",
    milliseconds: 51_000,
    verdict: { passed: false, issues: [issue], resolved: 1 },
  },
  {
    type: "dispatch-ended",
    ...work,
    status: "completed",
    milliseconds: 9_000,
    verdict: { passed: true, issues: [], resolved: 2 },
  },
  {
    type: "dispatch-ended",
    ...work,
    status: "completed",
    verdict: { passed: false, problem: "text follows", issues: [], resolved: 0 },
  },
  {
    type: "dispatch-ended",
    ...work,
    activity: "handoff",
    role: "phase-reviewer",
    status: "completed",
    verdict: { passed: true, issues: [], resolved: 0 },
  },
  {
    type: "dispatch-ended",
    ...work,
    activity: "revise",
    role: "spec-author",
    status: "completed",
    milliseconds: 20_000,
    answers: { fixed: 2, disputed: 1 },
  },
  { type: "dispatch-ended", ...work, status: "failed", error: "gave no answer within 60 minutes and was ended" },
  {
    type: "check-ran",
    step: "x",
    lane: "check",
    name: "test",
    passed: false,
    end: "exit code 1",
    milliseconds: 14_000,
    command: "pytest -q",
    summary: "1 failed, 211 passed",
    failure: { name: "test_sixth_try", message: "assert 200 == 429" },
  },
  question,
  {
    type: "question-answered",
    question: "007.2",
    topic: "at-cap",
    text: "The spec is not approved: 1 blocker is open.",
    answer: "revise",
    yolo: false,
  },
  {
    type: "paused",
    reason: "agent-unavailable",
    text: "The spec reviewer cannot work: no credit",
    fix: "add credit, then: iflow continue",
    hard: false,
  },
  { type: "order-given", order: "x", role: "spec-reviewer", lane: "spec-reviewer" },
  { type: "phase-completed", sha: "abc", outcome: "approved", rounds: 2, notes: 0 },
  { type: "phase-completed", sha: "abc", outcome: "accepted", rounds: 5, notes: 1 },
  { type: "run-ended", outcome: "abandoned", milliseconds: 1 },
  { type: "run-stands", state: "waiting", steps: [], questions: ["007.2"], text: "What next?" },
  { type: "run-stands", state: "left", steps: [STEP], questions: [], text: "" },
  { type: "answer-kept", question: "007.2", text: "What next?", answer: "continue" },
  { type: "run-left", steps: ["specify/1/0/spec-author/1"] },
  {
    type: "journal-damaged",
    text: "/long/path/to/a/journal.jsonl, line 7 is broken: its checksum does not fit",
    fix: "Restore the file from a backup.",
  },
];

describe.each([80, 60])("at %i columns", (columns) => {
  test("every line begins with its feature, fits, and says what is to be done", () => {
    const text = rowsAt(columns).print(...EVENTS);
    expect(linesWiderThan(columns, text)).toEqual([]);
    expect(text.split("\n").filter((line) => !line.startsWith("007-rate-li"))).toEqual([]);
    expect(text).toMatchSnapshot();
  });

  test("who works is a line each, with time, tools and tokens", () => {
    const { rows, print } = rowsAt(columns, BEGIN + 51_000);
    print({ type: "dispatch-started", ...work }, { type: "check-started", step: "x", lane: "check", name: "test" });
    const since = new Date(BEGIN).toISOString();
    print({
      type: "lane-worked",
      step: STEP,
      lane: work.lane,
      role: work.role,
      since,
      doing: "spec reviewer",
      tools: 12,
      tokens: 34_000,
      last: "read a.md",
    });
    expect(rows.live()).toEqual([
      expect.stringMatching(/^007-rate-li.*… {2}spec reviewer +51 s {3}12 tools {3}34 k tokens {3}read a.md$/),
      expect.stringMatching(/^007-rate-li.*… {2}running the tests +51 s$/),
    ]);
    print({ type: "check-ran", step: "x", lane: "check", name: "test", passed: true, end: "", milliseconds: 1 });
    print({ type: "run-left", steps: [] });
    expect(rows.live()).toEqual([]);
  });
});

test("what is no news to a person has no row", () => {
  const quiet: StreamFact[] = [
    { type: "commit-made", sha: "abc" },
    { type: "run-resumed", runtime: "claude", after: "answer" },
    { ...question, yolo: "stop" } as StreamFact,
    { type: "question-answered", question: "b1.1", topic: "requirements", text: "Why?", answer: "infer", yolo: true },
    { type: "run-ended", outcome: "continue", milliseconds: 1 },
    { type: "dispatch-ended", ...work, status: "interrupted" },
    { type: "check-ran", step: "x", lane: "check", name: "receipt", passed: true, end: "", milliseconds: 1 },
  ];
  expect(rowsAt(80).print(...quiet)).toBe("");
});

test("words of agents steer no terminal and break no line", () => {
  const hostile = "\u001b]0;owned\u0007\u001b[2J\u202eright\r\nto left\u0000";
  const text = rowsAt(80).print(
    { ...question, text: hostile } as StreamFact,
    { type: "dispatch-ended", ...work, status: "failed", error: hostile },
    {
      type: "dispatch-ended",
      ...work,
      status: "completed",
      verdict: { passed: false, issues: [{ ...issue, description: hostile, location: hostile }], resolved: 0 },
    },
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  for (const line of text.split("\n")) expect([line.startsWith("007-"), columnsOf(line) <= 80]).toEqual([true, true]);
});
