import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../config/config.ts";
import { isHosted, JOURNAL_FORMAT, type RunHead, RunHeadSchema, type RunSummary } from "./run.ts";

const HEAD: RunHead = {
  format: JOURNAL_FORMAT,
  iflow: "0.1.0",
  id: "007-limit.specify.1",
  feature: "007-limit",
  phase: "specify",
  branch: "feature/007-limit",
  base: "0123456789abcdef0123456789abcdef01234567",
  runtime: { id: "scripted", script: { path: "demo.json", hash: "sha256-abc" } },
  config: DEFAULT_CONFIG,
  flags: { yolo: true, mode: "chain", until: "design" },
  createdAt: "2026-03-01T09:00:00.000Z",
};

test("line 1 of a journal is read back as it was written", () => {
  expect(RunHeadSchema.parse(JSON.parse(JSON.stringify(HEAD)))).toEqual(HEAD);
});

test("a run needs neither a script nor a last phase", () => {
  const head = { ...HEAD, runtime: { id: "claude" }, flags: { yolo: false, mode: "single" } };

  expect(RunHeadSchema.parse(head)).toEqual(head);
});

test.each<[string, object]>([
  ["another format", { format: 9 }],
  ["a field of another version", { budget: 5 }],
  ["a mode nobody knows", { flags: { yolo: false, mode: "all" } }],
  ["a setting nobody knows", { config: { ...DEFAULT_CONFIG, speed: 1 } }],
  ["no branch", { branch: undefined }],
])("a journal with %s is refused", (_, wrong) => {
  expect(RunHeadSchema.safeParse({ ...HEAD, ...wrong }).success).toBe(false);
});

test("a run is in a host when a host went on with it last, or while it waits for an order", () => {
  const order = { type: "order" } as RunSummary["pendings"][number];
  const question = { type: "question" } as RunSummary["pendings"][number];

  expect(isHosted({ runtime: { id: "host" }, pendings: [] })).toBe(true);
  expect(isHosted({ runtime: { id: "claude" }, pendings: [question, order] })).toBe(true);
  expect(isHosted({ runtime: { id: "claude" }, pendings: [question] })).toBe(false);
});
