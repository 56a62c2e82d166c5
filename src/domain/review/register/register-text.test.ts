import { expect, test } from "vitest";
import { nameIssue, printOpenIssue, printRegistered, printRuled } from "./register-text.ts";

const issue = {
  severity: "blocker",
  description: "No limit is named.",
  location: "## Limits",
  reviewer: "spec-reviewer",
} as const;
const registered = { ...issue, id: "SR1.2", round: 1, source: "reviewer", end: "open" } as unknown as Parameters<
  typeof printRegistered
>[0];

test("an open issue is printed with its id, the answer and the ruling, where there are any", () => {
  expect(printOpenIssue(issue)).not.toContain("Answer");
  const said = printOpenIssue({ ...issue, id: "SR1.2", answer: "not changed: it is", ruling: "to be fixed" });
  expect(said).toMatch(/^- SR1\.2 /);
  expect(said).toContain("\n  Answer: not changed: it is\n  Ruling: to be fixed");
});

test("a name is enough to know which one is meant", () => {
  expect(nameIssue({ ...issue, description: "x".repeat(90) })).toBe(`-  [blocker] ${"x".repeat(69)}…`);
  expect(nameIssue({ ...issue, id: "SR1.2" })).toBe("- SR1.2 [blocker] No limit is named.");
});

test("a line of the register says how it ended, and how often it was insisted on", () => {
  expect(printRegistered(registered)).toBe("- SR1.2 [blocker] open: No limit is named.");
  const whole = {
    ...registered,
    inferred: true,
    answer: "fixed: named",
    why: "it is there",
    unplaced: true,
    ruling: "dropped",
  };
  expect(printRegistered({ ...whole, insisted: 1 } as typeof registered)).toBe(
    "- SR1.2 [blocker] open (inferred): No limit is named. → fixed: named (it is there) [insisted once] [insisted without a place] [dropped]",
  );
  expect(printRegistered({ ...registered, insisted: 2 } as typeof registered)).toContain("[insisted 2 times]");
  expect(printRuled(registered)).toContain("— accepted by the person");
  expect(printRuled({ ...registered, ruling: "dropped" } as typeof registered)).toContain("— dropped");
});
