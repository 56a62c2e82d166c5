import { expect, test } from "vitest";
import type { RoleIssue } from "../../review/review-loop.ts";
import { disputeText } from "./dispute-text.ts";

const ISSUE: RoleIssue = {
  ...{ id: "SR1.1", severity: "blocker", reviewer: "spec-reviewer", location: "AC-3" },
  description: '"fast enough"\nstill has no number',
  answer: "not changed: the limit comes from the load balancer",
};

test("an open issue is shown with both sides", () => {
  expect(disputeText([ISSUE])).toBe(
    [
      "SR1.1 blocker · AC-3 · open since round 1",
      '  spec reviewer: "fast enough" still has no number',
      "  author: not changed: the limit comes from the load balancer",
    ].join("\n"),
  );
});

test("what is not known is left out, and five are enough for a screen", () => {
  const bare: RoleIssue = { severity: "warning", reviewer: "engine", description: "x" };

  expect(disputeText([bare])).toBe("warning\n  engine: x");
  expect(disputeText(Array(7).fill(bare)).split("\n\n")).toHaveLength(6);
  expect(disputeText(Array(7).fill(bare))).toMatch(/and 2 more: iflow history --issues$/);
});
