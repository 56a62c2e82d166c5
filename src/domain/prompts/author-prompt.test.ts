import { describe, expect, test } from "vitest";
import type { RoleIssue } from "../review/review-loop.ts";
import {
  type AuthorTask,
  draftPrompt,
  freshRevisionPrompt,
  lintProblemsPrompt,
  resumedRevisionPrompt,
  resumedStagePrompt,
} from "./author-prompt.ts";
import type { RoleMaterial } from "./review-prompt.ts";

const AUTHOR: RoleMaterial = {
  role: "spec-author",
  rolePrompt: {
    rubric: "You write the specification.",
    coda: "Short sentences.",
    revise: "When issues come back, answer each.",
    expectations: {},
  },
  phase: "specify",
  guides: "Write tests first.",
  required: [{ title: "PRD", path: "docs/features/007-limit/prd.md" }],
};

const TASK: AuthorTask = {
  path: "docs/features/007-limit/spec.md",
  feature: "Limit requests per client.",
  facts: [],
  decisions: [],
  fallback: false,
};

const ISSUES: readonly RoleIssue[] = [
  { reviewer: "spec-reviewer", severity: "blocker", description: "AC-2 has no number", location: "spec.md:12" },
  {
    reviewer: "spec-reviewer",
    severity: "suggestion",
    description: "Two names\nfor one thing",
    suggestion: "Pick one",
  },
];

describe("an author's prompt", () => {
  test("for a draft holds guide, rules, artifacts to read, task and feature", () => {
    expect(draftPrompt(AUTHOR, TASK).text).toMatchInlineSnapshot(`
      "You write the specification.

      Short sentences.

      When issues come back, answer each.

      ## Rules of This Repository

      Write tests first.

      ## Required Artifacts
      You MUST read the following files before beginning your work.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - PRD: docs/features/007-limit/prd.md

      ---

      ## Your Task
      Write docs/features/007-limit/spec.md. If it exists already, read it first and keep what is still right.

      ## The Feature
      Limit requests per client.
      "
    `);
  });

  test("for one part of a document says which, and continues with the next in the same session", () => {
    expect(draftPrompt(AUTHOR, TASK, "Write the architecture only.").text).toContain(
      "keep what is still right.\nWrite the architecture only.\n\n## The Feature\n",
    );
    expect(resumedStagePrompt(TASK, "Write the interfaces now.")).toMatchObject({
      text: "Go on with docs/features/007-limit/spec.md. Write the interfaces now. Then say in a few lines what you decided.\n",
      stableChars: 0,
    });
  });

  test("RES-5: for a revision in the same session holds the new issues and nothing the author has", () => {
    const { text, stableChars } = resumedRevisionPrompt(TASK, ISSUES);

    expect(text).toMatchInlineSnapshot(`
      "Reviewers looked at docs/features/007-limit/spec.md.

      ## New Issues to Fix
      - [blocker] AC-2 has no number (at: spec.md:12)
      - [suggestion] Two names
        for one thing
        Suggestion: Pick one

      Revise docs/features/007-limit/spec.md in place: answer every blocker and warning, keep what nobody criticised as it is. Then answer every id in a line of its own: \`{id} fixed: what you changed\`, or \`{id} not changed: why\`.
      "
    `);
    expect(stableChars).toBe(0);
  });

  test("for a revision by a fresh author holds all of it", () => {
    expect(freshRevisionPrompt(AUTHOR, TASK, ISSUES).text).toMatchInlineSnapshot(`
      "You write the specification.

      Short sentences.

      When issues come back, answer each.

      ## Rules of This Repository

      Write tests first.

      ## Required Artifacts
      You MUST read the following files before beginning your work.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - PRD: docs/features/007-limit/prd.md

      ---

      ## Your Task
      Revise docs/features/007-limit/spec.md, which exists already: read it first.

      ## The Feature
      Limit requests per client.

      ## Issues to Fix
      - [blocker] AC-2 has no number (at: spec.md:12)
      - [suggestion] Two names
        for one thing
        Suggestion: Pick one

      Then answer every id in a line of its own: \`{id} fixed: what you changed\`, or \`{id} not changed: why\`.
      "
    `);
  });

  test("for lint problems holds the problems", () => {
    const problems = ['spec.md has no "## " heading', "AC-3 stands twice"];

    expect(lintProblemsPrompt(TASK, problems).text).toMatchInlineSnapshot(`
      "The engine checked docs/features/007-limit/spec.md before review and found:
      - spec.md has no "## " heading
      - AC-3 stands twice

      Repair the document in place. Then say in a line what you did.
      "
    `);
  });

  test("is the same above the line for a draft and a revision", () => {
    const draft = draftPrompt(AUTHOR, TASK);
    const revision = freshRevisionPrompt(AUTHOR, { ...TASK, facts: ["x"], fallback: true }, ISSUES);

    expect(revision.text.slice(0, revision.stableChars)).toBe(draft.text.slice(0, draft.stableChars));
    expect(draft.text.slice(0, draft.stableChars)).toContain("before beginning your work.\n");
  });

  test("leaves out what there is none of", () => {
    const bare = { ...AUTHOR, rolePrompt: { rubric: "You write.", expectations: {} }, guides: undefined, required: [] };

    expect(draftPrompt(bare, TASK).text).toBe(
      "You write.\n\n---\n\n## Your Task\nWrite docs/features/007-limit/spec.md. If it exists already, read it first and keep what is still right.\n\n## The Feature\nLimit requests per client.\n",
    );
    const revising = { ...bare, rolePrompt: { ...bare.rolePrompt, revise: "Answer each issue." } };
    expect(draftPrompt(revising, TASK).text).toContain("You write.\n\nAnswer each issue.\n\n---");
  });

  test.each([
    ["draft", (task: AuthorTask) => draftPrompt(AUTHOR, task)],
    ["fresh revision", (task: AuthorTask) => freshRevisionPrompt(AUTHOR, task, ISSUES)],
    ["resumed revision", (task: AuthorTask) => resumedRevisionPrompt(task, ISSUES)],
    ["next part", (task: AuthorTask) => resumedStagePrompt(task, "Go on.")],
    ["repair of lint problems", (task: AuthorTask) => lintProblemsPrompt(task, ["x"])],
  ])("for a %s ends with the facts the engine found, if there are any", (_, promptFor) => {
    const facts = ["An interrupted attempt left a patch: runs/1/left.patch", "The tests fail."];

    expect(promptFor({ ...TASK, facts }).text.endsWith(`\n\n## Facts\n${facts.join("\n")}\n`)).toBe(true);
    expect(promptFor(TASK).text).not.toContain("## Facts");
  });

  test("RES-6: after a resume that could not be done says so before all other facts", () => {
    const { text } = freshRevisionPrompt(AUTHOR, { ...TASK, fallback: true, facts: ["The tests fail."] }, ISSUES);

    expect(text.endsWith("## Facts\n(Fresh dispatch — prior fix session unavailable.)\nThe tests fail.\n")).toBe(true);
  });
});
