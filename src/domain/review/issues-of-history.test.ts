import { expect, test } from "vitest";
import { issuesOfHistory } from "./issues-of-history.ts";
import { parseHistory } from "./parse-review-history.ts";

const HISTORY = `# Review History

## Stage 1: Spec-Reviewer Review - Iteration 1 - 2026-03-01T09:00:00Z

**Register:**
- SR1.1 [blocker] open: No number
- SR1.2 [warning] open: No end

---

## Stage 1: Spec-Reviewer Review - Iteration 2 - 2026-03-01T09:10:00Z

**Register:**
- SR1.1 [blocker] resolved (inferred): No number → fixed: five
- not a line of the register

---

## Iteration 1 - 2026-03-01T10:00:00Z

**Register:**
- SR1.1 [blocker] open: Of another phase

---
`;

test("the last word on each issue counts, phase by phase", () => {
  expect(issuesOfHistory(parseHistory(HISTORY)).map(({ phase, id, end }) => `${phase} ${id} ${end}`)).toEqual([
    "specify SR1.1 resolved",
    "specify SR1.2 open",
    "implement SR1.1 open",
  ]);
});
