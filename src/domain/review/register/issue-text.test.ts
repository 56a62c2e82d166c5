import { expect, test } from "vitest";
import { indent, oneLine } from "../../text/one-line.ts";
import { printIssue } from "./issue-text.ts";

test("an issue is one list item with category, place and suggestion", () => {
  const issue = {
    severity: "warning",
    category: "scope",
    description: "In and out at once",
    location: "spec.md:4",
    suggestion: "Decide",
  } as const;

  expect(printIssue(issue)).toBe("- [warning] [scope] In and out at once (at: spec.md:4)\n  Suggestion: Decide");
});

test("what an issue does not say is left out", () => {
  expect(printIssue({ severity: "blocker", description: "No goal" })).toBe("- [blocker] No goal");
  expect(printIssue({ severity: "blocker", description: "No goal", location: "", suggestion: "", category: "" })).toBe(
    "- [blocker] No goal",
  );
});

test("a task is a place, a suggested fix is a suggestion", () => {
  expect(
    printIssue({ severity: "blocker", description: "Too large", task: "Task 2.1", suggested_fix: "Split it" }),
  ).toBe("- [blocker] Too large (at: Task 2.1)\n  Suggestion: Split it");
});

test("another label takes the place of the category", () => {
  expect(printIssue({ severity: "blocker", description: "x", category: "auth" }, "[spec] reviewer: ")).toBe(
    "- [blocker] [spec] reviewer: x",
  );
});

test("several lines stay in their item, a place stays on its line", () => {
  const issue = {
    severity: "blocker",
    description: "\nfirst\r\n## second\n- third\n",
    location: "a.ts:1\n  b.ts:2",
    suggestion: "do this\nthen that",
  } as const;

  expect(printIssue(issue)).toBe(
    "- [blocker] first\n  ## second\n  - third (at: a.ts:1 b.ts:2)\n  Suggestion: do this\n  then that",
  );
});

test("indent keeps the words of each line, oneLine joins them", () => {
  expect(indent("  a\n\n  b\t\n")).toBe("a\n  \n    b");
  expect(oneLine("  a\r\n\n\tb  c ")).toBe("a b c");
});
