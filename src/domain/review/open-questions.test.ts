import { expect, test } from "vitest";
import { openQuestions } from "./open-questions.ts";

const prd = (section: string) =>
  `# PRD: X\n\n## Goals\n- Who? Not this one.\n\n${section}\n\n## Next Steps\n- And this?\n`;

test("the items of the section, each on one line, without what is no question", () => {
  const text = prd(
    "## Open Questions\n- Who may lift a lock? — changes FR-3;\n  until then: support\n* Is five right?\n\n- None besides.\n1. And phones?",
  );
  expect(openQuestions(text)).toEqual([
    "Who may lift a lock? — changes FR-3; until then: support",
    "Is five right?",
    "And phones?",
  ]);
});

test("at most three, none of them endless", () => {
  const text = prd(`## 9. Open questions\n- ${"long ".repeat(100)}?\n- ${"x".repeat(400)}? a\n- b?\n- c?\n- d?\n- e?`);
  const found = openQuestions(text);
  expect(found).toHaveLength(3);
  expect(Math.max(...found.map((one) => one.length))).toBe(300);
});

test.each(["## Open Questions\nNone.", "## Open Issues\n- Who?", "```\n## Open Questions\n- Who?\n```", ""])(
  "nothing in %j",
  (section) => {
    expect(openQuestions(prd(section))).toEqual([]);
  },
);
