import { expect, test } from "vitest";
import { adjudicationPrompt } from "./adjudication-prompt.ts";

const issue = {
  ...{ id: "SR1.2", severity: "blocker", description: "No number", location: "spec.md ### AC-1" },
  ...{ category: "", suggestion: "write 5", suggested_fix: "write 5", reviewer: "spec-reviewer" },
  ...{ source: "reviewer", round: 1, end: "open" },
} as unknown as Parameters<typeof adjudicationPrompt>[2][number];
const ask = (work: Parameters<typeof adjudicationPrompt>[1], more: object = {}) =>
  adjudicationPrompt({ rubric: "You rule.", coda: "" } as Parameters<typeof adjudicationPrompt>[0], work, [
    { ...issue, ...more },
  ]);
const textOf = (prompt: ReturnType<typeof ask>) => JSON.stringify(prompt);

test("an adjudicator is given the work and both sides, none of them by its role", () => {
  const text = textOf(
    ask({ path: "spec.md", text: "Five tries." }, { why: "it is not testable", answer: "not changed: it is" }),
  );
  expect(text).toContain("The whole of spec.md:");
  expect(text).toContain("- The reviewer insists: it is not testable");
  expect(text).toContain("- The author: not changed: it is");
  expect(text).not.toContain("spec-author");
  expect(text).not.toContain("write 5"); // whose proposal it was would show who says it
});

test("who gave no reason is said to have given none; code is named by its files", () => {
  const text = textOf(ask({ files: ["src/a.ts", "src/b.ts"] }));
  expect(text).toContain("- src/a.ts\\n- src/b.ts");
  expect(text).toContain("insists: without a further reason");
  expect(text).toContain("The author: not changed: no reason given");
});
