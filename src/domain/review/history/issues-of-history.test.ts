import { expect, test } from "vitest";
import { issuesOfHistory } from "./issues-of-history.ts";
import { parseHistory } from "./parse-review-history.ts";
import { CAP_HEADING } from "./review-history.ts";

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

test("the text it was raised with is kept, without the answer and the reason of its end", () => {
  const ended = HISTORY.replace("fixed: five", "fixed: five (it names five)");

  expect(issuesOfHistory(parseHistory(ended))[0]).toMatchObject({
    raised: "No number",
    text: "No number → fixed: five (it names five)",
  });
});

test("what the person accepted at the cap is ruled, and an id used again by a later run is another issue", () => {
  const round = (...lines: string[]) =>
    ["## Stage 1: Spec-Reviewer Review - Iteration 5 - 2026-03-01T09:00:00Z", "", "**Register:**", ...lines, ""].join(
      "\n",
    );
  const atCap = (...lines: string[]) => [`## ${CAP_HEADING} - 2026-03-01T10:00:00Z`, "", ...lines, ""].join("\n");
  const history = [
    round("- SR1.1 [blocker] open: No number", "- SR1.2 [warning] open: No end"),
    atCap("**Decision:** Accepted with open issues", "**Decided by:** the person"),
    round("- SR1.1 [blocker] open: Something else", "- SR1.2 [warning] open: No end"),
    atCap("**Decision:** Accepted with open issues", "**Decided by:** review.atCap"),
    atCap("**Decided by:** the person"),
  ].join("\n");

  expect(issuesOfHistory(parseHistory(history)).map(({ id, end, text }) => `${id} ${end} ${text}`)).toEqual([
    "SR1.1 ruled No number",
    "SR1.2 open No end",
    "SR1.1 open Something else",
  ]);
});

test("an issue that its reviewer opens again is the same one, whatever is said about it by then", () => {
  const reopened = HISTORY.replace(
    "- not a line of the register",
    "- SR1.2 [warning] resolved: No end (it ends)",
  ).replace(
    "## Iteration 1",
    `## Stage 1: Spec-Reviewer Review - Iteration 3 - 2026-03-01T09:20:00Z

**Register:**
- SR1.1 [blocker] open: No number → fixed: five (it says six) [insisted once]

---

## Iteration 1`,
  );

  expect(issuesOfHistory(parseHistory(reopened)).map(({ phase, id, end }) => `${phase} ${id} ${end}`)).toEqual([
    "specify SR1.1 open",
    "specify SR1.2 resolved",
    "implement SR1.1 open",
  ]);
});
