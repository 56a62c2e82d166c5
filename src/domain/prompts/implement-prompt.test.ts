import { describe, expect, test } from "vitest";
import { type FixWork, freshFixPrompt, implementPrompt, resumedFixPrompt } from "./implement-prompt.ts";
import type { RoleMaterial } from "./review-prompt.ts";

const IMPLEMENTER: RoleMaterial = {
  role: "implementer",
  rolePrompt: { rubric: "You write code.", revise: "Fix at the cause.", expectations: {} },
  phase: "implement",
  guides: undefined,
  required: [{ title: "Spec", path: "docs/features/007-limit/spec.md" }],
};
const FIXER: RoleMaterial = { ...IMPLEMENTER, role: "fixer" };
const TASK = { number: "1.2", title: "Count logins", body: "- **Done when:** a sixth login is refused" };
const FIX: FixWork = {
  issues: [
    {
      ...{ reviewer: "security-reviewer", severity: "blocker", category: "auth" },
      ...{ description: "The count can be reset", location: "src/a.ts:4", suggestion: "Keep it on the server" },
    },
    { reviewer: "code-quality-reviewer", severity: "warning", description: "Two names" },
  ],
  files: ["src/a.ts", "src/b.ts"],
  decisions: [],
  facts: [],
  fallback: false,
};

describe("an implementer's prompt", () => {
  test("IMP-3: brings the task and its own sections of design and plan; the spec comes by path", () => {
    const scope = { design: "\n## C1: Counter\nCounts.\n", plan: "### Step 1\nFirst.\n" };

    expect(implementPrompt(IMPLEMENTER, TASK, scope, ["The tests pass."]).text).toMatchInlineSnapshot(`
      "You write code.

      ## Required Artifacts
      You MUST read the following files before beginning your work.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - Spec: docs/features/007-limit/spec.md

      ---

      ## Task 1.2: Count logins
      - **Done when:** a sixth login is refused

      ## Design Context (scoped)
      ## C1: Counter
      Counts.

      ## Plan Context (scoped)
      ### Step 1
      First.

      ## Facts
      The tests pass.
      "
    `);
  });

  test("has no heading for a document the task does not cite", () => {
    const { text } = implementPrompt(IMPLEMENTER, TASK, { design: " \n", plan: "" }, []);

    expect(text).not.toContain("Context (scoped)");
    expect(text.endsWith("---\n\n## Task 1.2: Count logins\n- **Done when:** a sixth login is refused\n")).toBe(true);
  });
});

describe("a fixer's prompt", () => {
  test("IMP-10: of a fresh fixer holds its role, how to revise, the files and the issues", () => {
    expect(freshFixPrompt(FIXER, FIX).text).toMatchInlineSnapshot(`
      "You write code.

      Fix at the cause.

      ## Required Artifacts
      You MUST read the following files before beginning your work.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - Spec: docs/features/007-limit/spec.md

      ---

      Fix the following review issues:

      ## All Implementation Files
      - src/a.ts
      - src/b.ts

      ## Issues to fix (from failed reviewers only)
      - [blocker] [auth] The count can be reset (at: src/a.ts:4)
        Suggestion: Keep it on the server
      - [warning] Two names

      After fixing, return summary of changes made. Then answer every id in a line of its own: \`{id} fixed: what you changed\`, or \`{id} not changed: why\`.
      "
    `);
  });

  test("RES-6: says that a resume could not be done before all other facts", () => {
    const { text } = freshFixPrompt(FIXER, { ...FIX, fallback: true, facts: ["npm test: exit code 1"] });

    expect(text.endsWith("## Facts\n(Fresh dispatch — prior fix session unavailable.)\nnpm test: exit code 1\n")).toBe(
      true,
    );
  });

  test("RES-5: of the fixer that fixed before holds the new issues and what changed since, and repeats no role", () => {
    const { text, stableChars } = resumedFixPrompt({ ...FIX, facts: ["npm test: exit code 1"] }, ["src/b.ts"]);

    expect(text).toMatchInlineSnapshot(`
      "You still have the upstream artifacts and the code of your last fixes in this conversation.

      ## New Issues to Fix
      - [blocker] [auth] The count can be reset (at: src/a.ts:4)
        Suggestion: Keep it on the server
      - [warning] Two names

      ## Changed Files to Re-read
      - src/b.ts

      ## All Implementation Files (for reference)
      - src/a.ts
      - src/b.ts

      Fix all listed issues. After fixing, briefly summarize what you changed. Then answer every id in a line of its own: \`{id} fixed: what you changed\`, or \`{id} not changed: why\`.

      ## Facts
      npm test: exit code 1
      "
    `);
    expect(stableChars).toBe(0);
  });

  test("says none where no file changed, and has no facts where there are none", () => {
    const { text } = resumedFixPrompt(FIX, []);

    expect(text).toContain("## Changed Files to Re-read\nnone\n");
    expect(text).not.toContain("## Facts");
  });
});
