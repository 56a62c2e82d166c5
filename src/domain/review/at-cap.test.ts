import { expect, test } from "vitest";
import { countOpen, openText } from "./at-cap.ts";
import type { RoleIssue } from "./review-loop.ts";

const issues = (...severities: RoleIssue["severity"][]): RoleIssue[] =>
  severities.map((severity) => ({ reviewer: "spec-reviewer", description: "x", severity }));

test.each([
  [issues("blocker"), 5, "1 blocker open after 5 rounds"],
  [issues("warning", "blocker", "warning"), 1, "1 blocker and 2 warnings open after 1 round"],
  [issues("suggestion", "suggestion"), 3, "2 suggestions open after 3 rounds"],
])("what is open is counted by severity", (open, rounds, text) => {
  expect(openText(open, rounds)).toBe(text);
});

test("nothing open is said as well", () => {
  expect(countOpen([])).toBe("nothing");
});
