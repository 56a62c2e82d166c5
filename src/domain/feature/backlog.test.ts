import { describe, expect, test } from "vitest";
import { backlogSourceOf, promoteBacklogRow } from "./backlog.ts";

test.each([
  ["# PRD: x\n\n*Source: Backlog #00012*\n", "00012"],
  ["# PRD: x\n\nSource: Backlog #00012\n", undefined],
  ["*Source: Backlog #12*", undefined],
  ["", undefined],
])("the source of %j is %s", (prd, id) => {
  expect(backlogSourceOf(prd)).toBe(id);
});

describe("the row of a backlog", () => {
  const table = (row: string) =>
    `# Backlog\n\n| ID | Time | Description |\n|---|---|---|\n${row}\n| 00013 | t | Other |\n`;
  const promoted = (row: string) => promoteBacklogRow(table(row), "00012", "007-limit");

  test.each([
    ["| 00012 | t | Limit logins |", "| 00012 | t | Limit logins (promoted → feature:007-limit) |"],
    ["|00012|t|Limit|", "|00012|t|Limit (promoted → feature:007-limit)|"],
    ["| #00012 | t | Limit |", "| #00012 | t | Limit (promoted → feature:007-limit) |"],
    ["| 00012 | t | a \\| b |\r", "| 00012 | t | a \\| b (promoted → feature:007-limit) |\r"],
    ["| 00012 | t | a | mine |", "| 00012 | t | a (promoted → feature:007-limit) | mine |"],
    [
      "| 00012 | t | Limit (promoted → feature:001-a) |",
      "| 00012 | t | Limit (promoted → feature:001-a, feature:007-limit) |",
    ],
  ])("%j says what became of it, and nothing else changes", (row, marked) => {
    expect(promoted(row)).toBe(table(marked));
  });

  test.each(["| 00014 | t | x |", "00012 is only text", "| 00012 |"])("is not there: %j", (row) => {
    expect(promoted(row)).toBeUndefined();
  });
});
