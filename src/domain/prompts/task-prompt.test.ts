import { expect, test } from "vitest";
import type { RoleMaterial } from "./review-prompt.ts";
import { taskPrompt } from "./task-prompt.ts";

const BARE: RoleMaterial = {
  role: "implementer",
  rolePrompt: { rubric: "You write code.", expectations: {} },
  phase: "implement",
  guides: undefined,
  required: [],
};

test("a role that answers in words is told its role and what to do, and nothing about what does not exist", () => {
  expect(taskPrompt(BARE, "## Task 1\nCount.").text).toBe("You write code.\n\n---\n\n## Task 1\nCount.\n");
});

test("all that is the same for every piece of work stands above the line, the facts of this one end it", () => {
  const material: RoleMaterial = {
    role: "code-simplifier",
    rolePrompt: { rubric: "You simplify.", coda: "Less is more.", checks: "## Check\n- names", expectations: {} },
    phase: "implement",
    guides: "No tabs.",
    required: [{ title: "Spec", path: "spec.md" }],
  };

  const { text, stableChars } = taskPrompt(material, "## Files\n- a.ts", ["The tests pass.", "Nothing is staged."]);

  expect(text.slice(0, stableChars)).toMatchInlineSnapshot(`
    "You simplify.

    Less is more.

    ## Rules of This Repository

    No tabs.

    ## Required Artifacts
    You MUST read the following files before beginning your work.
    After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
    - Spec: spec.md

    ## Check
    - names

    Return your assessment as JSON:
    {
      "approved": true/false,
      "simplifications": [{"severity": "high|medium|low", "location": "...", "current": "...", "suggested": "...", "rationale": "..."}],
      "summary": "..."
    }

    ---

    "
  `);
  expect(text.slice(stableChars)).toBe("## Files\n- a.ts\n\n## Facts\nThe tests pass.\nNothing is staged.\n");
});
