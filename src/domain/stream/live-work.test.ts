import { expect, test } from "vitest";
import { LiveBoard, parseLiveWork } from "./live-work.ts";

const at = new Date("2026-03-01T10:00:00.000Z");
const facts = {
  number: 1,
  role: "spec-author",
  round: 0,
  activity: "draft",
  kind: "fresh",
  reason: "first-round",
} as const;
const step = "specify/1/0/spec-author/1";
const started = { type: "dispatch-started", step, ...facts, promptChars: 1, contextChars: 1 } as const;

test("each lane is one line that stands for itself, with its latest tool, words or output", () => {
  const board = new LiveBoard(() => at);
  board.take(started);
  board.take({ type: "agent-worked", step, role: "spec-author", did: "read a.md" });
  board.take({ type: "agent-said", step, role: "spec-author", text: "I look" });
  board.take({ type: "agent-said", step, role: "spec-author", text: " at it\n" });
  board.take({ type: "agent-used", step, role: "spec-author", tokens: 7 });
  board.take({ type: "check-output", name: "test", line: "ok 1" });
  board.take({ type: "check-output", name: "test", line: "  " });
  const [author, check] = board.changes();
  expect(author).toMatchObject({
    lane: "spec-author",
    doing: "writing the spec",
    tools: 1,
    tokens: 7,
    last: "I look at it",
  });
  expect(check).toMatchObject({ lane: "check", doing: "running the check test", last: "ok 1" });
  expect(parseLiveWork(JSON.stringify(author))).toEqual(author);
  expect(board.changes()).toEqual([]);
});

test("what has ended, or never began, is not told", () => {
  const board = new LiveBoard(() => at);
  board.take({ type: "agent-used", step, role: "spec-author", tokens: 7 });
  board.take(started);
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, estimated: false };
  board.take({
    type: "dispatch-ended",
    step,
    ...facts,
    promptChars: 1,
    contextChars: 1,
    status: "completed",
    usage,
    milliseconds: 1,
  });
  board.take({ type: "check-output", name: "test", line: "ok 1" });
  board.take({ type: "check-ran", name: "test", command: "x", passed: true, tail: "", milliseconds: 1 });
  expect(board.changes()).toEqual([]);
});

test("codes for a terminal, secrets and floods stay out; anything else is no line", () => {
  const board = new LiveBoard(() => at);
  board.take(started);
  board.take({
    type: "agent-worked",
    step,
    role: "spec-author",
    did: `\u001b]0;evil\u0007run ${"x".repeat(9000)} sk-ant-api03-abcdefghijklmnop`,
  });
  const [line] = board.changes();
  expect(line?.last).toMatch(/^run x{1,196}$/);
  for (const odd of [
    "",
    "{",
    "[]",
    '{"step":1}',
    JSON.stringify({ ...line, tools: -1 }),
    JSON.stringify({ ...line, at: "now" }),
  ])
    expect(parseLiveWork(odd)).toBeUndefined();
});
