import { describe, expect, test } from "vitest";
import { confirmsReads, type Outcome, OutcomeSchema } from "./outcome.ts";
import { NO_USAGE } from "./usage.ts";

const OUTCOME: Outcome = {
  step: "specify/1/2/spec-reviewer/1",
  prompt: "sha256-abc",
  phase: "specify",
  role: "spec-reviewer",
  round: 2,
  kind: "resume",
  reason: "delta",
  status: "completed",
  reply: '{"approved": true, "issues": []}',
  sessionLost: false,
  session: "agent-1",
  reads: ["docs/features/007-limit/prd.md"],
  refused: [],
  wrote: [],
  changed: [],
  meddled: [],
  world: { branch: "main", head: null, blob: null, meta: null },
  usage: { ...NO_USAGE, input: 12, output: 3, cost: 0.01 },
  cost: 0.01,
  promptChars: 400,
  contextChars: 20_000,
  milliseconds: 1_200,
  at: "2026-03-01T09:00:00.000Z",
};

test("an outcome that went through its file is the same", () => {
  expect(OutcomeSchema.parse(JSON.parse(JSON.stringify(OUTCOME)))).toEqual(OUTCOME);
});

test("a dispatch may have failed, without a session and without a known cost", () => {
  const { cost: _, ...rest } = OUTCOME;
  const failed = { ...rest, status: "failed", error: "no such session", sessionLost: true, session: null, reply: "" };

  expect(OutcomeSchema.parse(failed)).toEqual(failed);
});

test.each<[string, object]>([
  ["a status nobody knows", { status: "aborted" }],
  ["no session field", { session: undefined }],
  ["a field of another version", { tokens: 4 }],
  ["usage below zero", { usage: { input: -1, output: 0 } }],
])("a file with %s is not taken for an outcome", (_, wrong) => {
  expect(OutcomeSchema.safeParse({ ...OUTCOME, ...wrong }).success).toBe(false);
});

describe("whether an agent read what it was told to", () => {
  test.each<[string, { reply: string; reads: string[] }, string[], boolean]>([
    ["it was told nothing", { reply: "", reads: [] }, [], true],
    ["it says so", { reply: "files READ: spec.md (3 lines)", reads: [] }, ["a/spec.md"], true],
    ["it was seen reading one of them", { reply: "Good.", reads: ["a/spec.md"] }, ["a/prd.md", "a/spec.md"], true],
    ["it read something else", { reply: "Good.", reads: ["b.ts"] }, ["a/spec.md"], false],
  ])("%s", (_, outcome, paths, confirmed) => {
    expect(confirmsReads(outcome, paths)).toBe(confirmed);
  });
});
