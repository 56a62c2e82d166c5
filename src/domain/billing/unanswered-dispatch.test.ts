import { expect, test } from "vitest";
import type { Json } from "../text/json/json.ts";
import { OutcomeSchema } from "./outcome.ts";
import { interruptedFile, type SentNote, sentFile, unansweredDispatch } from "./unanswered-dispatch.ts";
import { NO_USAGE } from "./usage.ts";

const STEP = "specify/1/2/spec-reviewer/1";
const SENT: SentNote = {
  ...{ file: "dispatches/004-spec-reviewer-resume", prompt: "sha256-abc", phase: "specify", role: "spec-reviewer" },
  ...{ round: 2, kind: "resume", runtime: "anthropic", model: "claude-sonnet-4-5" },
  ...{ promptChars: 400, contextChars: 20_000, at: "2026-03-01T09:00:00.000Z" },
};
const started = (sent: Partial<SentNote> = {}): Json => ({ type: "started", base: "abc", sent: { ...SENT, ...sent } });
const used = (output: number, more: object = {}): Json => ({
  type: "used",
  usage: { ...NO_USAGE, input: 1_000, output, ...more },
});

test("its row has what it used last, at the price of its model, and is read like any other", () => {
  const found = unansweredDispatch(STEP, [started(), { type: "spawned", pid: 1 }, used(1), used(10)]);
  expect(found?.file).toBe("dispatches/004-spec-reviewer-resume-interrupted");
  expect(OutcomeSchema.parse(found?.outcome)).toEqual(found?.outcome);
  expect(found?.outcome).toMatchObject({
    ...{ step: STEP, phase: "specify", role: "spec-reviewer", round: 2, kind: "resume", reason: "interrupted" },
    ...{ status: "failed", error: "it was cut off before it answered", runtime: "anthropic", session: null },
    ...{ usage: { input: 1_000, output: 10 }, promptChars: 400, contextChars: 20_000, at: SENT.at },
  });
  expect(found?.outcome.cost).toBeCloseTo((1_000 * 3 + 10 * 15) / 1_000_000, 10);
});

test("a model without a price, or a runtime that names none, has no cost, which is not the same as nothing", () => {
  const { model: _, ...unnamed } = SENT;
  const { outcome } = unansweredDispatch(STEP, [{ type: "started", sent: unnamed }, used(10)]) ?? {};
  expect(outcome).not.toHaveProperty("cost");
  const told = unansweredDispatch(STEP, [{ type: "started", sent: unnamed }, used(10, { cost: 0.5 })]);
  expect(told?.outcome.cost).toBe(0.5);
});

test.each<[string, Json[]]>([
  ["who used nothing has paid nothing", [started(), used(0, { input: 0 })]],
  ["who noted no usage has paid nothing that is known", [started(), { type: "spawned", pid: 1 }]],
  ["a step that is no dispatch has no row", [used(1), { type: "merging", base: "a", tip: "b" }]],
  ["notes of another shape say nothing", [started(), { type: "used", usage: "much" }, "a word", null]],
])("%s", (_title, notes) => {
  expect(unansweredDispatch(STEP, notes)).toBeUndefined();
});

test("its prompt is found under the name it was sent with", () => {
  expect(sentFile(interruptedFile(SENT.file))).toBe(SENT.file);
  expect(sentFile(SENT.file)).toBe(SENT.file);
});
