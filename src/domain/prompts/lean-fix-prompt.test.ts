import { describe, expect, test } from "vitest";
import { resumedFixPrompt } from "./implement-prompt.ts";
import { leanFixPrompt, printCited } from "./lean-fix-prompt.ts";
import type { RoleMaterial } from "./review-prompt.ts";

const SPEC = { title: "Spec", path: "docs/features/007-limit/spec.md" };
const MATERIAL: RoleMaterial = {
  role: "fixer",
  rolePrompt: { rubric: "You write code.", revise: "Fix at the cause.", expectations: {} },
  phase: "implement",
  guides: "Be kind.",
  required: [
    { title: "PRD", path: undefined },
    { ...SPEC, text: "# All of the spec" },
  ],
  leftOut: ["design.md"],
  trunk: { shared: [{ ...SPEC, text: "# All of the spec" }], later: [] },
};
const FIX = {
  issues: [{ reviewer: "security-reviewer", severity: "blocker", description: "FR-1 fails", location: "src/a.ts:4" }],
  files: ["src/a.ts", "src/b.ts"],
  facts: ["npm test: exit code 1"],
} as const;
const CITED = printCited(
  [{ ...SPEC, text: "### FR-1: Counting\nIt counts." }],
  ["### src/a.ts\n\n<document>\na();\n</document>"],
);

describe("the prompt of a fixer without the trunk", () => {
  test("CTX-1: what is cited stands in it whole, everything else by path, nothing of the trunk", () => {
    const prompt = leanFixPrompt(MATERIAL, { ...FIX, fallback: false }, CITED);

    expect(prompt.text).toMatchInlineSnapshot(`
      "You write code.

      Fix at the cause.

      ## Rules of This Repository

      Be kind.

      ---

      ## Documents of This Feature
      Read in them whatever you need beyond what stands below.
      - PRD: No PRD — feature created without brainstorm
      - Spec: docs/features/007-limit/spec.md
      - Left out of this feature: design.md

      ## Sections the Issues Cite

      ### Spec: docs/features/007-limit/spec.md

      <document>
      ### FR-1: Counting
      It counts.
      </document>

      ## Files the Issues Cite

      ### src/a.ts

      <document>
      a();
      </document>

      Fix the following review issues:

      ## All Implementation Files
      - src/a.ts
      - src/b.ts

      ## Issues to fix (from failed reviewers only)
      - [blocker] FR-1 fails (at: src/a.ts:4)

      After fixing, return summary of changes made. Then answer every id in a line of its own: \`{id} fixed: what you changed\`, or \`{id} not changed: why\`.

      ## Facts
      npm test: exit code 1
      "
    `);
    expect(prompt.blocks.some(({ mark }) => mark)).toBe(false);
  });

  test("RES-6: says that a resume could not be done", () => {
    const { text } = leanFixPrompt(MATERIAL, { ...FIX, fallback: true }, CITED);

    expect(text).toContain("## Facts\n(Fresh dispatch — prior fix session unavailable.)\nnpm test: exit code 1\n");
  });

  test("has no heading for what is not cited", () => {
    expect(printCited([], [])).toBe("");
    expect(printCited([], ["### src/a.ts\n(no text)"])).toBe("## Files the Issues Cite\n\n### src/a.ts\n(no text)");
  });

  test("RES-5: when it is resumed, only what it has not seen comes before the new issues", () => {
    const resumed = (cited: string) => resumedFixPrompt({ ...FIX, decisions: [] }, [], cited).text;
    const plain = resumed("");

    expect(plain).toMatch(
      /^You still have the sections and the files of your last fixes in this conversation\.\n\n## New/,
    );
    expect(resumed(CITED)).toBe(`${CITED}\n\n${plain}`);
  });
});
