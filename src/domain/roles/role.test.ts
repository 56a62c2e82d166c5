import { describe, expect, test } from "vitest";
import { isGivenLessons, mayUseWeb, ROLES, type RoleId, roleOf } from "./role.ts";

const all = ["prd.md", "spec.md", "design.md", "plan.md", "tasks.md"];
const idsWhere = (holds: (role: (typeof ROLES)[number]) => boolean) => ROLES.filter(holds).map(({ id }) => id);

describe("documents a role is told to read", () => {
  test("in implement they are those of the agreed table, in its order", () => {
    const table = Object.fromEntries(
      ROLES.filter(({ kind }) => kind !== "author").flatMap(({ id, artifacts }) =>
        artifacts.implement ? [[id, artifacts.implement]] : [],
      ),
    );

    expect(table).toEqual({
      "implementation-reviewer": all,
      "code-quality-reviewer": ["design.md", "spec.md"],
      "security-reviewer": ["design.md", "spec.md"],
      "light-reviewer": ["spec.md"],
      "code-simplifier": ["design.md"],
      "test-deepener-a": ["spec.md", "design.md", "tasks.md", "prd.md"],
      "test-deepener-b": ["spec.md", "design.md", "tasks.md", "prd.md"],
      fixer: all,
      implementer: ["prd.md", "spec.md"],
    });
  });

  test.each([
    ["specify", "spec-reviewer", ["prd.md"], ["prd.md", "spec.md"]],
    ["design", "design-reviewer", ["prd.md", "spec.md"], ["prd.md", "spec.md", "design.md"]],
    ["create-plan", "plan-reviewer", ["prd.md", "spec.md", "design.md"], ["prd.md", "spec.md", "design.md", "plan.md"]],
    ["create-tasks", "task-reviewer", ["prd.md", "spec.md", "design.md", "plan.md"], all],
  ] as const)(
    "in %s the %s reads the chain above it, the phase-reviewer the document too",
    (phase, domain, above, whole) => {
      expect(roleOf(domain).artifacts[phase]).toEqual(above);
      expect(roleOf("phase-reviewer").artifacts[phase]).toEqual(whole);
    },
  );

  test("an author reads what the reviewer of its document reads", () => {
    const pairs = [
      ["spec-author", "spec-reviewer"],
      ["design-author", "design-reviewer"],
      ["plan-author", "plan-reviewer"],
      ["task-author", "task-reviewer"],
    ] as const;

    for (const [author, reviewer] of pairs) expect(roleOf(author).artifacts).toEqual(roleOf(reviewer).artifacts);
  });

  test("a blind role is told of documents only, and there is exactly one", () => {
    expect(idsWhere(({ access }) => access === "blind")).toEqual(["test-deepener-a"]);
    expect(roleOf("test-deepener-a").underReview).toBeUndefined();
  });
});

describe("what a role may do", () => {
  test("exactly four reviewers verify outside claims on the web", () => {
    expect(idsWhere(({ web }) => web)).toEqual([
      "spec-reviewer",
      "design-reviewer",
      "implementation-reviewer",
      "security-reviewer",
    ]);
  });

  test("besides them only the internet-researcher reaches the web", () => {
    expect(idsWhere((role) => mayUseWeb(role) && !role.web)).toEqual(["internet-researcher"]);
  });

  test("lessons are for roles that write or judge", () => {
    expect(idsWhere((role) => !isGivenLessons(role))).toEqual([
      "code-simplifier",
      "test-deepener-a",
      "test-deepener-b",
      "codebase-explorer",
      "risk-explorer",
      "internet-researcher",
      "knowledge-searcher",
      "adjudicator",
      "retro-facilitator",
      "documentation-researcher",
      "documentation-writer",
    ] satisfies RoleId[]);
  });

  test("no reviewer and no researcher may write", () => {
    expect(
      idsWhere(({ kind, access }) => (kind === "reviewer" || kind === "researcher") && access === "write"),
    ).toEqual([]);
  });

  test("helpers, research, single tasks and brainstorm reviews always start fresh; loop reviewers, authors and the fixer do not", () => {
    expect(idsWhere(({ alwaysFresh }) => !alwaysFresh)).toEqual([
      "prd-author",
      "spec-author",
      "design-author",
      "plan-author",
      "task-author",
      "fixer",
      "spec-reviewer",
      "design-reviewer",
      "plan-reviewer",
      "task-reviewer",
      "phase-reviewer",
      "implementation-reviewer",
      "code-quality-reviewer",
      "security-reviewer",
      "light-reviewer",
    ] satisfies RoleId[]);
  });
});

describe("how a role appears", () => {
  test("history and markers call both halves of test deepening and the fixer by their one name", () => {
    expect(roleOf("test-deepener-a").name).toBe("test-deepener");
    expect(roleOf("test-deepener-b").name).toBe("test-deepener");
    expect(roleOf("fixer").name).toBe("implementer");
    expect(idsWhere(({ id, name }) => id !== name)).toEqual(["fixer", "test-deepener-a", "test-deepener-b"]);
  });

  test("round 1 carries iteration context for spec-, design- and phase-reviewer only", () => {
    expect(idsWhere(({ iterationContext }) => iterationContext)).toEqual([
      "spec-reviewer",
      "design-reviewer",
      "phase-reviewer",
    ]);
  });

  test("each role names the files or the document it works on by the agreed heading", () => {
    const headings = Object.fromEntries(
      ROLES.flatMap(({ id, underReview }) => (underReview ? [[id, underReview]] : [])),
    );

    expect(headings).toEqual({
      fixer: "## All Implementation Files",
      "spec-reviewer": "## Spec (what you're reviewing)",
      "design-reviewer": "## Design (what you're reviewing)",
      "plan-reviewer": "## Plan (what you're reviewing)",
      "task-reviewer": "## Tasks (what you're reviewing)",
      "implementation-reviewer": "## Implementation files",
      "code-quality-reviewer": "## Files changed",
      "security-reviewer": "## Files changed",
      "light-reviewer": "## Files changed",
      "code-simplifier": "## Files changed",
      "test-deepener-b": "## Files Changed (implementation + simplification)",
      "prd-reviewer": "## PRD (what you're reviewing)",
      "brainstorm-reviewer": "## PRD (what you're reviewing)",
    });
  });

  test("the fixer works from the implementer's prompt, every other role from its own", () => {
    expect(roleOf("fixer").prompt).toBe("implementer.md");
    expect(idsWhere(({ id, prompt }) => prompt !== `${id}.md`)).toEqual(["fixer"]);
  });

  test("the strong model is kept for judgement of substance and for writing", () => {
    expect(idsWhere(({ kind, model }) => kind === "reviewer" && model === "strong")).toEqual([
      "spec-reviewer",
      "design-reviewer",
      "plan-reviewer",
      "implementation-reviewer",
      "security-reviewer",
      "light-reviewer",
      "prd-reviewer",
    ]);
  });
});
