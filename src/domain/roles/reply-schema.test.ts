import { describe, expect, test } from "vitest";
import { issueLocation, issueSuggestion } from "../review/register/issue-text.ts";
import { printReplyShape, replyJsonSchema, replyMark, replySchemaOf, verdictSchemaOf } from "./reply-schema.ts";
import type { Issue } from "./reply-shapes.ts";
import { ROLES, type RoleId } from "./role.ts";

const REVIEWERS = ROLES.filter(({ kind }) => kind === "reviewer").map(({ id }) => id);
const STRUCTURED = ROLES.filter(({ reply }) => reply !== "text").map(({ id }) => id);
const PROSE = ROLES.filter(({ reply }) => reply === "text").map(({ id }) => id);

const issue: Issue = {
  severity: "warning",
  description: "AC-3 has no number",
  location: "AC-3",
  suggestion: "Say 200 ms",
};

const PASSED = { tasks: { passed: true }, spec: { passed: true }, design: { passed: true }, prd: { passed: true } };
/** What this reviewer must say beside the rest. */
const also = (role: RoleId) => (role === "implementation-reviewer" ? { levels: PASSED } : {});

describe("a verdict", () => {
  test.each(REVIEWERS)("of the %s is accepted with and without issues", (role) => {
    const approval = { approved: true, issues: [], ...also(role) };
    expect(verdictSchemaOf(role).parse(approval)).toEqual(approval);
    expect(verdictSchemaOf(role).parse({ approved: false, issues: [issue], ...also(role) }).issues).toEqual([issue]);
  });

  test.each([
    ["approved as a word", { approved: "yes", issues: [] }, ["approved"]],
    ["no approved", { issues: [] }, ["approved"]],
    ["approved null", { approved: null, issues: [] }, ["approved"]],
    ["no issue list", { approved: true }, ["issues"]],
    ["an issue list that is a text", { approved: true, issues: "none" }, ["issues"]],
    [
      "a severity nobody knows",
      { approved: false, issues: [{ ...issue, severity: "major" }] },
      ["issues", 0, "severity"],
    ],
    [
      "a severity in capitals",
      { approved: false, issues: [{ ...issue, severity: "Blocker" }] },
      ["issues", 0, "severity"],
    ],
    [
      "an issue without words",
      { approved: false, issues: [{ ...issue, description: " \n" }] },
      ["issues", 0, "description"],
    ],
    [
      "an issue without a description",
      { approved: false, issues: [{ severity: "blocker" }] },
      ["issues", 0, "description"],
    ],
    ["a null among the issues", { approved: true, issues: [null] }, ["issues", 0]],
  ])("with %s is refused once, at that place", (_case, reply, path) => {
    const result = verdictSchemaOf("plan-reviewer").safeParse(reply);

    expect(result.error?.issues.map((problem) => problem.path)).toEqual([path]);
  });

  test.each(REVIEWERS)("of the %s that disapproves without an issue is refused in words", (role) => {
    const result = verdictSchemaOf(role).safeParse({ approved: false, issues: [], ...also(role) });

    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      "an unapproved verdict needs at least one issue",
    ]);
  });

  test("keeps additional fields", () => {
    const reply = {
      approved: false,
      issues: [{ ...issue, securitySeverity: "high", verification: { claim: "x", status: "ok" } }],
      strengths: ["small functions"],
    };

    expect(verdictSchemaOf("security-reviewer").parse(reply)).toEqual(reply);
  });

  test("treats null as not said, also inside levels", () => {
    const reply = {
      approved: false,
      issues: [{ ...issue, location: null, category: null }],
      summary: null,
      levels: { ...PASSED, spec: { passed: true, issues_count: null } },
    };

    expect(verdictSchemaOf("implementation-reviewer").parse(reply)).toEqual({
      approved: false,
      issues: [{ severity: "warning", description: "AC-3 has no number", suggestion: "Say 200 ms" }],
      levels: PASSED,
    });
  });

  test("may use a category and a level that are not listed", () => {
    const odd = { ...issue, category: "naming", level: "plan" };

    const reply = { approved: false, issues: [odd], levels: PASSED };
    expect(verdictSchemaOf("implementation-reviewer").parse(reply).issues).toEqual([odd]);
  });

  test("cannot smuggle a wrong type into a field the engine prints, even if the role was not asked for it", () => {
    const reply = { approved: false, issues: [{ ...issue, category: 7 }] };

    expect(verdictSchemaOf("plan-reviewer").safeParse(reply).success).toBe(false);
  });

  test("survives an extra field nested a hundred thousand deep", () => {
    const reply = JSON.parse(`{"approved": true, "issues": [], "extra": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`);

    expect(verdictSchemaOf("spec-reviewer").safeParse(reply).success).toBe(true);
  });

  test("is asked of reviewers only", () => {
    expect(() => verdictSchemaOf("code-simplifier")).toThrow("gives no verdict");
    expect(() => verdictSchemaOf("implementer")).toThrow("gives no verdict");
  });
});

describe("an issue", () => {
  test("is found at its location, or at its task", () => {
    expect(issueLocation(issue)).toBe("AC-3");
    expect(issueLocation({ severity: "blocker", description: "d", task: "Task 2.1" })).toBe("Task 2.1");
    expect(issueLocation({ severity: "blocker", description: "d", location: "" })).toBeUndefined();
  });

  test("is settled by its suggestion, or by its suggested fix", () => {
    expect(issueSuggestion(issue)).toBe("Say 200 ms");
    expect(issueSuggestion({ severity: "blocker", description: "d", suggested_fix: "write x" })).toBe("write x");
    expect(issueSuggestion({ severity: "blocker", description: "d" })).toBeUndefined();
  });
});

describe("the printed shape", () => {
  const printed = (category: string) => `{
  "approved": true/false,
  "issues": [{"severity": "blocker|warning|suggestion", "category": "${category}", "description": "...", "location": "...", "suggestion": "..."}],
  "summary": "..."
}`;

  test.each([
    ["spec-reviewer", "testability|assumptions|scope|traceability|clarity|feasibility"],
    ["design-reviewer", "completeness|consistency|feasibility|assumptions|complexity"],
    ["code-quality-reviewer", "readability|kiss|yagni|formatting|flow"],
    ["security-reviewer", "injection|auth|crypto|exposure|config"],
  ] as const)("of the %s lists its categories", (role, categories) => {
    expect(printReplyShape(role)).toBe(printed(categories));
  });

  test("of the plan-reviewer is one line without a category", () => {
    expect(printReplyShape("plan-reviewer")).toBe(
      '{"approved": true/false, "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "suggestion": "..."}], "summary": "..."}',
    );
  });

  test("of the task-reviewer names a task instead of a location", () => {
    expect(printReplyShape("task-reviewer")).toMatchInlineSnapshot(`
      "{
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "task": "...", "description": "...", "suggestion": "..."}],
        "summary": "..."
      }"
    `);
  });

  test("of the phase-reviewer has no category", () => {
    expect(printReplyShape("phase-reviewer")).toMatchInlineSnapshot(`
      "{
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "suggestion": "..."}],
        "summary": "..."
      }"
    `);
  });

  test("of the implementation-reviewer has levels and evidence", () => {
    expect(printReplyShape("implementation-reviewer")).toBe(`{
  "approved": true/false,
  "levels": {
    "tasks": {"passed": true/false, "issues_count": 0},
    "spec": {"passed": true/false, "issues_count": 0},
    "design": {"passed": true/false, "issues_count": 0},
    "prd": {"passed": true/false, "issues_count": 0}
  },
  "issues": [{"severity": "blocker|warning|suggestion", "level": "tasks|spec|design|prd", "category": "missing|extra|misunderstood|incomplete", "description": "...", "location": "...", "suggestion": "..."}],
  "evidence": {"verified": [], "missing": []},
  "summary": "..."
}`);
  });

  test("of the brainstorm reviewers", () => {
    expect(printReplyShape("prd-reviewer")).toMatchInlineSnapshot(`
      "{
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "evidence": "...", "suggested_fix": "..."}],
        "summary": "..."
      }"
    `);
    expect(printReplyShape("brainstorm-reviewer")).toBe(printReplyShape("phase-reviewer"));
  });

  test("of the code-simplifier", () => {
    expect(printReplyShape("code-simplifier")).toMatchInlineSnapshot(`
      "{
        "approved": true/false,
        "simplifications": [{"severity": "high|medium|low", "location": "...", "current": "...", "suggested": "...", "rationale": "..."}],
        "summary": "..."
      }"
    `);
  });

  test("of both halves of test deepening", () => {
    expect(printReplyShape("test-deepener-a")).toMatchInlineSnapshot(`
      "{
        "outlines": [{"dimension": "bdd_scenarios|boundary_values|adversarial|error_propagation|mutation_mindset|performance_contracts", "scenario_name": "...", "given": "...", "when": "...", "then": "...", "derived_from": "..."}],
        "dimensions_assessed": {
          "bdd_scenarios": "applicable|N/A — reason",
          "boundary_values": "applicable|N/A — reason",
          "adversarial": "applicable|N/A — reason",
          "error_propagation": "applicable|N/A — reason",
          "mutation_mindset": "applicable|N/A — reason",
          "performance_contracts": "applicable|N/A — reason"
        }
      }"
    `);
    expect(printReplyShape("test-deepener-b")).toMatchInlineSnapshot(`
      "{
        "tests_added": [{"file": "...", "dimension": "bdd_scenarios|boundary_values|adversarial|error_propagation|mutation_mindset|performance_contracts", "tests": ["..."], "derived_from": "..."}],
        "dimensions_covered": {
          "bdd_scenarios": {"count": 0, "applicability": "..."},
          "boundary_values": {"count": 0, "applicability": "..."},
          "adversarial": {"count": 0, "applicability": "..."},
          "error_propagation": {"count": 0, "applicability": "..."},
          "mutation_mindset": {"count": 0, "applicability": "..."},
          "performance_contracts": {"count": 0, "applicability": "..."}
        },
        "existing_tests_reviewed": 0,
        "duplicates_skipped": 0,
        "spec_divergences": [{"spec_criterion": "...", "expected": "...", "actual": "...", "failing_test": "..."}],
        "all_tests_pass": true/false,
        "summary": "..."
      }"
    `);
  });

  test("of the researchers", () => {
    expect(printReplyShape("codebase-explorer")).toMatchInlineSnapshot(`
      "{
        "findings": [{"finding": "...", "source": "...", "relevance": "high|medium|low"}],
        "no_findings_reason": "..."
      }"
    `);
    expect(printReplyShape("internet-researcher")).toBe(printReplyShape("codebase-explorer"));
    expect(printReplyShape("knowledge-searcher")).toBe(printReplyShape("codebase-explorer"));
  });

  test("of the retro-facilitator", () => {
    expect(printReplyShape("retro-facilitator")).toMatchInlineSnapshot(`
      "{
        "retro_md": "...",
        "observe": {
          "metrics": [{"phase": "...", "duration": "...", "iterations": 0, "notes": "..."}],
          "summary": "..."
        },
        "review": {"observations": [{"text": "...", "evidence": "..."}]},
        "tune": {"recommendations": [{"signal": "...", "recommendation": "...", "confidence": "high|medium|low"}]},
        "act": {
          "patterns": [{"name": "...", "text": "...", "reasoning": "...", "provenance": "...", "confidence": "high|medium|low", "keywords": ["..."], "memory": "..."}],
          "anti_patterns": [{"name": "...", "text": "...", "reasoning": "...", "provenance": "...", "confidence": "high|medium|low", "keywords": ["..."], "memory": "..."}],
          "heuristics": [{"name": "...", "text": "...", "reasoning": "...", "provenance": "...", "confidence": "high|medium|low", "keywords": ["..."], "memory": "..."}]
        },
        "validation": [{"entryName": "...", "action": "confirmed|challenged|skip", "reason": "..."}]
      }"
    `);
  });

  test("of the documentation roles", () => {
    expect(printReplyShape("documentation-researcher")).toMatchInlineSnapshot(`
      "{
        "no_updates_needed": true/false,
        "no_updates_reason": "...",
        "project_type": "...",
        "detected_docs": ["..."],
        "user_visible_changes": ["..."],
        "technical_changes": ["..."],
        "recommended_updates": [{"file": "...", "doc_type": "...", "reason": "...", "priority": "high|medium|low"}],
        "drift_detected": [{"type": "...", "name": "...", "description": "...", "status": "...", "readme": "...", "tier": "..."}],
        "changelog_state": {"needs_entry": true/false, "unreleased_content": "..."},
        "tier_status": {"...": {"exists": true/false, "files": ["..."], "frontmatter": "..."}},
        "affected_tiers": [{"tier": "...", "reason": "...", "files": ["..."]}],
        "tier_drift": [{"tier": "...", "file": "...", "last_updated": "...", "latest_source_change": "...", "reason": "..."}]
      }"
    `);
    expect(printReplyShape("documentation-writer")).toMatchInlineSnapshot(`
      "{
        "updates_made": [{"file": "...", "action": "scaffold|update|create-adr|supersede-adr", "lines_changed": 0}],
        "updates_skipped": [{"file": "...", "reason": "...", "action": "skip-no-markers|skip-tier-disabled"}],
        "summary": "..."
      }"
    `);
  });

  test.each(STRUCTURED)("of the %s, filled in, is a reply its parser accepts unchanged", (role) => {
    const reply = filledIn(role);

    expect(replySchemaOf(role).parse(reply)).toEqual(reply);
    expect(Object.keys(reply)).toContain(replyMark(role));
  });

  test.each(STRUCTURED)("of the %s has the fields of the JSON schema, and the schema asks for its mark", (role) => {
    const schema = replyJsonSchema(role);

    expect(Object.keys(schema.properties as object)).toEqual(Object.keys(filledIn(role)));
    expect(schema.required).toContain(replyMark(role));
    expect(schema).not.toHaveProperty("additionalProperties", false);
  });
});

describe("replies that are no verdicts", () => {
  test("test outlines may be empty, but each names the promise it comes from", () => {
    // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
    const outline = { dimension: "adversarial", scenario_name: "s", given: "g", when: "w", then: "t" };

    expect(replySchemaOf("test-deepener-a").safeParse({ outlines: [] }).success).toBe(true);
    expect(replySchemaOf("test-deepener-a").safeParse({ outlines: [outline] }).success).toBe(false);
    expect(
      replySchemaOf("test-deepener-a").safeParse({ outlines: [{ ...outline, derived_from: "spec:AC-1" }] }).success,
    ).toBe(true);
  });

  test("a divergence says criterion, expectation, fact and failing test", () => {
    const divergence = { spec_criterion: "AC-1", expected: "429", actual: "200", failing_test: "a.test.ts::limits" };
    const reply = { tests_added: [], spec_divergences: [divergence], all_tests_pass: false };

    expect(replySchemaOf("test-deepener-b").parse(reply).spec_divergences).toEqual([divergence]);
    for (const key of Object.keys(divergence)) {
      const torn = { ...reply, spec_divergences: [{ ...divergence, [key]: "" }] };
      expect(replySchemaOf("test-deepener-b").safeParse(torn).success).toBe(false);
    }
  });

  test("research may end without findings and say why", () => {
    const reply = { findings: [], no_findings_reason: "no web tools" };

    expect(replySchemaOf("internet-researcher").parse(reply)).toEqual(reply);
  });

  test("an older lesson is confirmed, challenged or skipped, nothing else", () => {
    const reply = filledIn("retro-facilitator");
    const judged = (action: string) => ({ ...reply, validation: [{ entryName: "x", action }] });

    expect(replySchemaOf("retro-facilitator").safeParse(judged("challenged")).success).toBe(true);
    expect(replySchemaOf("retro-facilitator").safeParse(judged("stale")).success).toBe(false);
  });

  test.each(PROSE)("the %s answers in prose: asking for its shape is a bug", (role) => {
    expect(() => replySchemaOf(role)).toThrow("answers in prose");
    expect(() => printReplyShape(role)).toThrow("answers in prose");
    expect(() => replyJsonSchema(role)).toThrow("answers in prose");
  });
});

/** The printed example with its choices made: the first word of each list, `true` for every yes or no. */
function filledIn(role: RoleId): Record<string, unknown> {
  const json = printReplyShape(role)
    .replaceAll("true/false", "true")
    .replaceAll(/"([^"|]+)\|[^"]*"/g, '"$1"');
  return JSON.parse(json);
}
