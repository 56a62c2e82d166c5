import { describe, expect, test } from "vitest";
import { isFeatureKey } from "../feature/feature-key.ts";
import { brainstormFile, brainstormKey, brainstormNumber, brainstormPrd, readinessOf } from "./brainstorm.ts";
import type { RoleIssue } from "./review-loop.ts";

describe("the key of a brainstorm", () => {
  test("is never that of a feature", () => {
    expect(isFeatureKey(brainstormKey(3))).toBe(false);
    expect(brainstormNumber("007-rate-limit")).toBeUndefined();
  });

  test.each([
    ["b3", 3],
    ["b120", 120],
    ["b0", undefined],
    ["b03", undefined],
    ["b", undefined],
    ["b3.1", undefined],
    ["bench", undefined],
  ])("%s has the number %s", (key, number) => {
    expect(brainstormNumber(key)).toBe(number);
  });
});

test.each([
  ["login limit", "20260301-090507-login-limit.prd.md"],
  ["A very long idea that goes on and on", "20260301-090507-a-very-long-idea-that-goes-on.prd.md"],
  ["仕様", "20260301-090507-untitled.prd.md"],
])("the file of %j carries its moment and a short name", (idea, file) => {
  expect(brainstormFile("2026-03-01T09:05:07.123Z", idea)).toBe(file);
});

describe("the readiness check", () => {
  const issue = (severity: RoleIssue["severity"]): RoleIssue => ({ severity, description: "x", reviewer: "y" });
  const approved = { outcome: "approved", issues: [] };
  const capped = { outcome: "accepted", issues: [issue("blocker"), issue("warning"), issue("suggestion")] };
  const warned = { outcome: "accepted", issues: [issue("warning"), issue("suggestion")] };

  test.each([
    ["PASSED", "passed", approved, approved],
    ["PASSED (1 warning)", "passed", warned, approved],
    ["BLOCKED (1 issue)", "blocked", capped, approved],
    ["BLOCKED (2 issues)", "blocked", approved, capped],
    ["BLOCKED (1 issue)", "blocked", warned, warned],
    ["BLOCKED (3 issues)", "blocked", capped, capped],
  ])("says %s", (text, result, review, readiness) => {
    expect(readinessOf(review, readiness)).toEqual({ result, text });
  });
});

test("the PRD of a brainstorm is found from the head of its run; other runs have none", () => {
  const head = { createdAt: "2026-03-01T09:00:00.000Z", config: { artifactsRoot: "docs" } };

  expect(brainstormPrd({ ...head, idea: "login limit" })).toBe("docs/brainstorms/20260301-090000-login-limit.prd.md");
  expect(brainstormPrd(head)).toBeUndefined();
});
