import { describe, expect, test } from "vitest";
import type { RoleIssue } from "../review-loop.ts";
import {
  checkRepaired,
  type DocumentRound,
  type ImplementRound,
  lazyLoadWarning,
  printCapDecision,
  printDocumentRound,
  printImplementRound,
  printUserRequest,
  resumeFallback,
  verificationWarning,
} from "./review-history.ts";

const AT = "2026-03-01T09:00:00.000Z";

const ISSUE: RoleIssue = {
  reviewer: "spec-reviewer",
  severity: "blocker",
  category: "testability",
  description: "AC-2 has no number",
  location: "spec.md:12",
  suggestion: "Say how many requests",
};

const SPECIFY: DocumentRound = {
  phase: "specify",
  loop: "review",
  reviewer: "spec-reviewer",
  round: 1,
  at: AT,
  decision: { type: "needs-revision" },
  issues: [ISSUE],
  changes: "AC-2 now names the number.",
  markers: [],
};

const IMPLEMENT: ImplementRound = {
  round: 2,
  at: AT,
  final: false,
  reviewers: [
    {
      title: "Implementation Review",
      result: { type: "needs-revision" },
      levels: [
        { name: "Tasks", passed: true },
        { name: "Spec", passed: false },
        { name: "Design", passed: true },
        { name: "PRD", passed: true },
      ],
    },
    { title: "Quality Review", result: { type: "skipped", passedRound: 1, unchanged: false } },
    { title: "Security Review", result: { type: "approved" } },
  ],
  issues: [
    { ...ISSUE, reviewer: "implementation-reviewer", level: "spec", category: "missing", location: "src/limit.ts:3" },
    { reviewer: "security-reviewer", severity: "suggestion", category: "auth", description: "Check the key first" },
    { reviewer: "code-quality-reviewer", severity: "suggestion", description: "Long function" },
  ],
  changes: "Counted per client.",
  markers: [],
};

describe("LOOP-6: the entry of a document round", () => {
  test("of a round with issues", () => {
    expect(printDocumentRound(SPECIFY)).toMatchInlineSnapshot(`
      "## Stage 1: Spec-Reviewer Review - Iteration 1 - 2026-03-01T09:00:00.000Z

      **Reviewer:** spec-reviewer
      **Decision:** Needs Revision

      **Issues:**
      - [blocker] [testability] AC-2 has no number (at: spec.md:12)
        Suggestion: Say how many requests

      **Changes Made:**
      AC-2 now names the number.

      ---
      "
    `);
  });

  test("of an approval without issues", () => {
    expect(
      printDocumentRound({ ...SPECIFY, decision: { type: "approved" }, issues: [], changes: undefined }),
    ).toMatchInlineSnapshot(`
      "## Stage 1: Spec-Reviewer Review - Iteration 1 - 2026-03-01T09:00:00.000Z

      **Reviewer:** spec-reviewer
      **Decision:** Approved

      **Issues:**
      None

      **Changes Made:**
      None

      ---
      "
    `);
  });

  test("of a task review names the task and the way out in one line", () => {
    const issues = [
      {
        reviewer: "task-reviewer",
        severity: "warning",
        task: "Task 2.1",
        description: "Too large",
        suggestion: "Split it",
      },
      { reviewer: "task-reviewer", severity: "suggestion", location: "tasks.md:9", description: "Vague\nverb" },
      { reviewer: "task-reviewer", severity: "blocker", description: "No order", suggestion: "Number them\nall" },
    ] as const;
    const entry = { ...SPECIFY, phase: "create-tasks", reviewer: "task-reviewer", round: 3, issues };

    expect(printDocumentRound(entry)).toMatchInlineSnapshot(`
      "## Task Review Iteration 3 - 2026-03-01T09:00:00.000Z

      **Reviewer:** task-reviewer
      **Decision:** Needs Revision

      **Issues:**
      - [warning] Task 2.1: Too large -> Split it
      - [suggestion] tasks.md:9: Vague
        verb
      - [blocker] overall: No order -> Number them
        all

      **Changes Made:**
      AC-2 now names the number.

      ---
      "
    `);
  });

  test("of a round without a valid verdict says why, on one line", () => {
    const decision = { type: "no-verdict", problem: "issues.0.severity:\n  Invalid option" } as const;

    expect(printDocumentRound({ ...SPECIFY, decision, issues: [] })).toContain(
      "\n**Decision:** No valid verdict (issues.0.severity: Invalid option)\n",
    );
  });

  test("holds its markers, inside, each on a line of its own", () => {
    const markers = [lazyLoadWarning("spec-reviewer"), resumeFallback("spec-reviewer", 2, "no such session")];

    expect(printDocumentRound({ ...SPECIFY, markers, issues: [] })).toMatchInlineSnapshot(`
      "## Stage 1: Spec-Reviewer Review - Iteration 1 - 2026-03-01T09:00:00.000Z

      **Reviewer:** spec-reviewer
      **Decision:** Needs Revision

      **Issues:**
      None

      **Changes Made:**
      AC-2 now names the number.

      LAZY-LOAD-WARNING: spec-reviewer did not confirm artifact reads
      RESUME-FALLBACK: spec-reviewer iteration 2 — no such session

      ---
      "
    `);
  });

  test("keeps an issue of several lines inside its list item", () => {
    const issue = { ...ISSUE, description: "first\n---\n## Iteration 9", suggestion: "one\ntwo" };

    expect(printDocumentRound({ ...SPECIFY, issues: [issue] })).toContain(
      "- [blocker] [testability] first\n  ---\n  ## Iteration 9 (at: spec.md:12)\n  Suggestion: one\n  two\n",
    );
  });

  test.each([
    ["specify", "review", "## Stage 1: Spec-Reviewer Review - Iteration 4 - "],
    ["specify", "handoff", "## Stage 2: Phase Review - Iteration 4 - "],
    ["design", "review", "## Design Review - Iteration 4 - "],
    ["design", "handoff", "## Handoff Review - Iteration 4 - "],
    ["create-plan", "review", "## Stage 1: Plan Review - Iteration 4 - "],
    ["create-plan", "handoff", "## Stage 2: Chain Review - Iteration 4 - "],
    ["create-tasks", "review", "## Task Review Iteration 4 - "],
    ["create-tasks", "handoff", "## Stage 2: Chain Review - Iteration 4 - "],
    ["brainstorm", "review", "## PRD Review - Iteration 4 - "],
    ["brainstorm", "handoff", "## Readiness Check - Iteration 4 - "],
    ["finish", "review", "## finish.review - Iteration 4 - "],
  ] as const)("of %s (%s) has the heading people grep", (phase, loop, heading) => {
    const [firstLine] = printDocumentRound({ ...SPECIFY, phase, loop, round: 4 }).split("\n");

    expect(firstLine).toBe(`${heading}${AT}`);
  });
});

describe("LOOP-6: the entry of an implement round", () => {
  test("of a middle round", () => {
    expect(printImplementRound(IMPLEMENT)).toMatchInlineSnapshot(`
      "## Iteration 2 - 2026-03-01T09:00:00.000Z

      **Implementation Review:** Issues found
        - Level 1 (Tasks): pass
        - Level 2 (Spec): fail
        - Level 3 (Design): pass
        - Level 4 (PRD): pass
      **Quality Review:** Skipped (passed iter 1)
      **Security Review:** Approved

      **Issues:**
      - [blocker] [spec] implementation-reviewer: AC-2 has no number (at: src/limit.ts:3)
        Suggestion: Say how many requests
      - [suggestion] [auth] security-reviewer: Check the key first
      - [suggestion] code-quality-reviewer: Long function

      **Changes Made:**
      Counted per client.

      ---
      "
    `);
  });

  test("of a final validation", () => {
    const entry: ImplementRound = {
      ...IMPLEMENT,
      round: 3,
      final: true,
      reviewers: [
        { title: "Implementation Review", result: { type: "skipped", passedRound: 2, unchanged: true } },
        { title: "Quality Review", result: { type: "approved" } },
        { title: "Security Review", result: { type: "no-verdict", problem: "the JSON object\nis cut off" } },
      ],
      issues: [],
      changes: " \n",
      markers: [resumeFallback("security-reviewer", 3, "agent_id lost (context compaction)")],
    };

    expect(printImplementRound(entry)).toMatchInlineSnapshot(`
      "## Iteration 3 - 2026-03-01T09:00:00.000Z [FINAL VALIDATION]

      **Implementation Review:** Skipped (passed iter 2, unchanged)
      **Quality Review:** Approved
      **Security Review:** No valid verdict (the JSON object is cut off)

      **Issues:**
      None

      **Changes Made:**
      None

      RESUME-FALLBACK: security-reviewer iteration 3 — agent_id lost (context compaction)

      ---
      "
    `);
  });
});

test("PH-8: a change the person asks for is a blocker of reviewer user", () => {
  const text = "Use seconds,\nnot minutes";

  expect(printUserRequest({ text, changes: "Changed the unit.", at: AT })).toMatchInlineSnapshot(`
    "## User Request - 2026-03-01T09:00:00.000Z

    **Reviewer:** user
    **Decision:** Needs Revision

    **Issues:**
    - [blocker] Use seconds,
      not minutes

    **Changes Made:**
    Changed the unit.

    ---
    "
  `);
});

describe("markers", () => {
  test("CTX-2: the warning of unconfirmed reads is to the letter", () => {
    expect(lazyLoadWarning("plan-reviewer")).toBe("LAZY-LOAD-WARNING: plan-reviewer did not confirm artifact reads");
  });

  test("the warning of unverified claims is to the letter", () => {
    expect(verificationWarning("design-reviewer")).toBe(
      "VERIFICATION-WARNING: design-reviewer did not say what it verified",
    );
  });

  test("RES-6: a fallback is one line with role, iteration and error", () => {
    expect(resumeFallback("plan-reviewer", 2, "Error: no session\n    at resume (a.js:1)\n")).toBe(
      "RESUME-FALLBACK: plan-reviewer iteration 2 — Error: no session at resume (a.js:1)",
    );
  });

  test.each([
    ["401 for sk-ant-api03-abcDEF_123-xyz", "401 for [secret]"],
    ["bad token ghp_abcdefghij0123456789", "bad token [secret]"],
    ["xoxb-123456789-abcdef failed", "[secret] failed"],
    ["Authorization: Bearer eyJhbGci.abc.def rejected", "Authorization: Bearer [secret] rejected"],
    ["x-api-key: abc123, status 401", "x-api-key: [secret], status 401"],
    ['{"api_key": "abc123", "model": "m"}', '{"api_key": "[secret]", "model": "m"}'],
    ["password=hunter2; retry", "password=[secret]; retry"],
    ["API-KEY: abc123", "API-KEY: [secret]"],
    ["authorization: bearer eyJhbGci.abc.def", "authorization: Bearer [secret]"],
    ["bad GHP_ABCDEFGHIJ0123456789", "bad [secret]"],
    ["401 (api_key=sk-ant-abcdefghij) refused", "401 (api_key=[secret]) refused"],
    ["token = abc123 expired", "token = [secret] expired"],
    ["two: sk-aaaaaaaaaa and sk-bbbbbbbbbb", "two: [secret] and [secret]"],
  ])("RES-6: the secret in %j is not written down", (error, shown) => {
    expect(resumeFallback("fixer", 2, error)).toBe(`RESUME-FALLBACK: fixer iteration 2 — ${shown}`);
  });

  test("words that only look a little like secrets stay readable", () => {
    const error = "task sk-1 has no session token left; see risk-assessment";

    expect(resumeFallback("fixer", 2, error)).toBe(`RESUME-FALLBACK: fixer iteration 2 — ${error}`);
  });
});

test.each([
  ["accepted", "review.atCap", "Accepted with open issues", "rule (review.atCap)"],
  ["again", "person", "Another loop", "the person"],
  ["stopped", "--yolo", "Stopped", "rule (--yolo)"],
  ["abandoned", "person", "Abandoned", "the person"],
] as const)("TR-1: the entry of a cap that was settled: %s by %s", (decision, by, word, who) => {
  const issues = [{ severity: "blocker", description: "No number", reviewer: "spec-reviewer" }] as const;

  expect(printCapDecision({ decision, by, issues, at: AT })).toBe(
    `## Decision at the cap - ${AT}\n\n**Decision:** ${word}\n**Decided by:** ${who}\n\n**Issues:**\n- [blocker] spec-reviewer: No number\n\n---\n`,
  );
});

test("repairs of a red test check are a marker", () => {
  expect(checkRepaired(2, 1, true)).toBe("CHECK-REPAIR: 1 repair before iteration 2 — tests passed");
  expect(checkRepaired(3, 2, false)).toBe("CHECK-REPAIR: 2 repairs before iteration 3 — tests still FAILED");
});
