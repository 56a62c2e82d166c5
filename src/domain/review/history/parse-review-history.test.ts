import { describe, expect, test } from "vitest";
import { parseHistory } from "./parse-review-history.ts";
import {
  lazyLoadWarning,
  printCapDecision,
  printDocumentRound,
  printImplementRound,
  printUserRequest,
} from "./review-history.ts";

const AT = "2026-03-01T10:00:00.000Z";
const issue = { severity: "blocker", description: "No number.\nSecond line.", reviewer: "spec-reviewer" } as const;

function round(phase: string, loop: "review" | "handoff", number: number): string {
  const common = { at: AT, decision: { type: "approved" }, issues: [], changes: undefined, markers: [] } as const;
  return printDocumentRound({ phase, loop, round: number, reviewer: "some-reviewer", ...common });
}

describe("what the engine prints is read back", () => {
  test("a round of a document loop with its issues, changes and markers", () => {
    const text = printDocumentRound({
      phase: "specify",
      loop: "review",
      reviewer: "spec-reviewer",
      round: 12,
      at: AT,
      decision: { type: "needs-revision" },
      issues: [{ ...issue, category: "testability", location: "## Scope", suggestion: "Name one" }],
      changes: "Added a number.\n## Not a heading\n**Register:** not one\nRESUME-FALLBACK: not a marker",
      markers: [lazyLoadWarning("spec-reviewer")],
      register: ["- SR11.1 [blocker] resolved (inferred): No number. → fixed: one", "- SR12.1 [warning] open: Why?"],
    });

    expect(parseHistory(`# Review History\n\n${text}`)).toEqual([
      {
        heading: `Stage 1: Spec-Reviewer Review - Iteration 12 - ${AT}`,
        phase: "specify",
        loop: "review",
        iteration: 12,
        at: AT,
        final: false,
        reviewer: "spec-reviewer",
        decision: "Needs Revision",
        decidedBy: null,
        reviewers: [],
        issues: [
          { severity: "blocker", text: "[testability] No number.\nSecond line. (at: ## Scope)\nSuggestion: Name one" },
        ],
        changes: "Added a number.\n## Not a heading\n**Register:** not one\nRESUME-FALLBACK: not a marker",
        markers: ["LAZY-LOAD-WARNING: spec-reviewer did not confirm artifact reads"],
        register: [
          { id: "SR11.1", severity: "blocker", end: "resolved", inferred: true, text: "No number. → fixed: one" },
          { id: "SR12.1", severity: "warning", end: "open", inferred: false, text: "Why?" },
        ],
      },
    ]);
  });

  test("how a cap was settled, with what was open; it belongs to the phase before it", () => {
    const settled = printCapDecision({ decision: "stopped", by: "--yolo", issues: [issue], at: AT });

    const [, entry] = parseHistory(`${round("design", "review", 5)}\n${settled}`);

    expect(entry).toMatchObject({
      ...{ phase: "design", loop: "cap", iteration: null, at: AT, reviewer: null, reviewers: [] },
      ...{ decision: "Stopped", decidedBy: "rule (--yolo)" },
      issues: [{ severity: "blocker", text: "spec-reviewer: No number.\nSecond line." }],
    });
  });

  test("every phase and loop, also where two phases share a heading", () => {
    const loops = ["specify", "design", "create-plan", "create-tasks", "brainstorm"].flatMap((phase) =>
      (["review", "handoff"] as const).map((loop) => [phase, loop] as const),
    );

    const entries = parseHistory(loops.map(([phase, loop]) => round(phase, loop, 3)).join("\n"));

    expect(entries.map(({ phase, loop }) => [phase, loop])).toEqual(loops);
    expect(entries.every(({ iteration, changes }) => iteration === 3 && changes === null)).toBe(true);
  });

  test("a round of implement has a decision a reviewer", () => {
    const text = printImplementRound({
      round: 2,
      at: AT,
      final: true,
      reviewers: [
        {
          title: "Implementation Review",
          result: { type: "approved" },
          levels: [{ name: "spec", passed: true }],
        },
        { title: "Quality Review", result: { type: "skipped", unchanged: true, passedRound: 1 } },
      ],
      issues: [],
      changes: undefined,
      markers: [],
    });

    expect(parseHistory(text)[0]).toMatchObject({
      phase: "implement",
      final: true,
      iteration: 2,
      reviewer: null,
      reviewers: [
        { reviewer: "Implementation Review", decision: "Approved" },
        { reviewer: "Quality Review", decision: "Skipped (passed iter 1, unchanged)" },
      ],
    });
  });

  test("a round of a phase that has no heading of its own", () => {
    expect(parseHistory(round("verify", "handoff", 2))[0]).toMatchObject({
      phase: "verify",
      loop: "handoff",
      iteration: 2,
    });
  });

  test("a person's request belongs to the phase before it", () => {
    const text = `${round("design", "review", 1)}\n${printUserRequest({ text: "Say more.", changes: "Said more.", at: AT })}`;

    expect(parseHistory(text)[1]).toMatchObject({
      phase: "design",
      loop: "request",
      reviewer: "user",
      issues: [{ severity: "blocker", text: "Say more." }],
      changes: "Said more.",
    });
  });
});

describe("other people's histories", () => {
  test("what an entry does not say is null or empty, and nothing is an error", () => {
    expect(parseHistory("")).toEqual([]);
    expect(parseHistory("no headings at all")).toEqual([]);
    const [first, second] = parseHistory(
      "## Design notes\r\nfree words\r\n## 2025\r\n**Issues:** \r\n* [High] odd\r\n* plain\r\n",
    );
    expect(first).toMatchObject({
      heading: "Design notes",
      phase: null,
      loop: null,
      iteration: null,
      at: null,
      issues: [],
    });
    expect(second?.issues).toEqual([
      { severity: "high", text: "odd" },
      { severity: null, text: "plain" },
    ]);
  });

  test("rounds one level below their phase are entries", () => {
    const text = "\uFEFF## Phase: create-plan\n\n### Iteration 1 - 2026-02-01\n\n**Decision:** Approved\n\n### Notes\n";

    expect(parseHistory(text)).toMatchObject([
      { heading: "Phase: create-plan", phase: "create-plan", loop: null, iteration: null, decision: null },
      { heading: "Phase: create-plan - Iteration 1 - 2026-02-01", phase: "create-plan", loop: "review", iteration: 1 },
    ]);
    expect(parseHistory("### Iteration 2\n")).toMatchObject([
      { heading: "Iteration 2", phase: "implement", iteration: 2 },
    ]);
  });

  test("headings of earlier tools say phase and loop; a shared one belongs to the phase before it", () => {
    const headings = [
      ...["Step 1: Spec-Reviewer Review - Iteration 1", "Step 2: Phase Review - Iteration 1", "Design Phase"],
      ...["Stage 4: Handoff Review - Iteration 0", "Step 1: Plan-Reviewer Review", "Stage 2: Chain Review Iteration 1"],
      ...[
        "Stage 1: Task Review",
        "Chain Review",
        "Task Chain Review",
        "Implement Review - Iteration 1",
        "Final Review",
      ],
    ];

    const entries = parseHistory(headings.map((heading) => `## ${heading}\n`).join(""));

    expect(entries.map(({ phase, loop }) => `${phase} ${loop}`)).toEqual([
      ...["specify review", "specify handoff", "design null", "design handoff", "create-plan review"],
      ...["create-plan handoff", "create-tasks review", "create-tasks handoff", "create-tasks handoff"],
      ...["implement review", "implement handoff"],
    ]);
  });

  test("an issue is one under any label, in bold and in a numbered list too, but not among the changes", () => {
    const labels = "**Left open:**\n- [blocker] A\n  more\n**Security Review:** Approved\n**Issues:**\n";
    const [entry] = parseHistory(`## R\n${labels}1. **[Warning]** B\n2. plain\n**Changes:**\n- [blocker] C\n`);

    expect(entry?.issues).toEqual([
      { severity: "blocker", text: "A" },
      { severity: "warning", text: "B\n2. plain" },
    ]);
    expect(entry?.reviewers).toEqual([{ reviewer: "Security Review", decision: "Approved" }]);
  });

  test("bold labels with the colon outside and dates without a zone are understood", () => {
    const [entry] = parseHistory("## Iteration 1 - 2026-02-01 09:30:00\n\n**Decision**: Approved\n**Issues**: None\n");
    expect(entry).toMatchObject({ at: "2026-02-01 09:30:00", decision: "Approved", issues: [] });
  });
});
