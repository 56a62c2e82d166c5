import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RESOLUTIONS_LINE } from "../review/register/register-text.ts";
import type { RoleIssue } from "../review/review-loop.ts";
import type { RoleId } from "../roles/role.ts";
import { LINE } from "./prompt.ts";
import {
  type DeltaMaterial,
  type DomainOutcome,
  finalReviewPrompt,
  freshReviewPrompt,
  hasFiles,
  NO_PRD_LINE,
  type RequiredArtifact,
  type RoleMaterial,
  type RoundMaterial,
  repairPrompt,
  resumedReviewPrompt,
} from "./review-prompt.ts";

const ISSUE: RoleIssue = {
  reviewer: "spec-reviewer",
  severity: "blocker",
  category: "testability",
  description: "AC-2 has no number",
  location: "spec.md:12",
  suggestion: "Say how many requests",
};

const SPEC_REVIEWER: RoleMaterial = {
  role: "spec-reviewer",
  rolePrompt: {
    rubric: "You are the spec reviewer.",
    coda: "Be the skeptic.",
    expectations: { design: "What the plan needs." },
  },
  phase: "specify",
  guides: undefined,
  required: [{ title: "PRD", path: "docs/features/007-limit/prd.md" }],
};

const PHASE_REVIEWER: RoleMaterial = {
  role: "phase-reviewer",
  rolePrompt: {
    rubric: "You are the phase reviewer.",
    checks: "## Check\n- names\n- numbers",
    expectations: { specify: "Design needs scope and criteria." },
  },
  phase: "specify",
  guides: "Write tests first.",
  required: [
    { title: "PRD", path: undefined },
    { title: "Spec", path: "docs/features/007-limit/spec.md" },
  ],
};

const FIRST_ROUND: RoundMaterial = {
  round: 1,
  maxRounds: 5,
  underReview: { path: "docs/features/007-limit/spec.md", text: "# Spec: limit\n\nAt most ten.\n" },
  outcome: undefined,
  previousIssues: [],
  fallback: false,
};

/** A phase-reviewer reads the document by path, so the prompt does not contain it. */
const GATE_ROUND: RoundMaterial = { ...FIRST_ROUND, underReview: undefined };

const DELTA: DeltaMaterial = {
  artifact: "spec.md",
  delta: "\n-At most ten.\n+At most ten a minute.\n",
  fixSummary: "  Named the unit.\n",
  round: 2,
  maxRounds: 5,
  previousIssues: [],
  decisions: [],
};

describe("a fresh review prompt", () => {
  test("CTX-5: says everything once, in order, with the document whole below the line", () => {
    expect(freshReviewPrompt(SPEC_REVIEWER, FIRST_ROUND).text).toMatchInlineSnapshot(`
      "You are the spec reviewer.

      Be the skeptic.

      ## Required Artifacts
      You MUST read the following files before beginning your review.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - PRD: docs/features/007-limit/prd.md

      Return your assessment as JSON:
      {
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "category": "testability|assumptions|scope|traceability|clarity|feasibility", "description": "...", "location": "...", "suggestion": "..."}],
        "summary": "..."
      }

      ---

      ## Spec (what you're reviewing)
      The whole of docs/features/007-limit/spec.md:

      <document>
      # Spec: limit

      At most ten.
      </document>

      ## Iteration Context
      This is iteration 1 of 5.
      "
    `);
  });

  test("CTX-5: of a phase-reviewer has rules, checks and expectations above the line, the outcome below it", () => {
    const outcome = { reviewer: "spec-reviewer", approved: true, round: 2, maxRounds: 5, unresolved: [] };

    expect(freshReviewPrompt(PHASE_REVIEWER, { ...GATE_ROUND, outcome }).text).toMatchInlineSnapshot(`
      "You are the phase reviewer.

      ## Rules of This Repository

      Write tests first.

      ## Required Artifacts
      You MUST read the following files before beginning your review.
      After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.
      - PRD: No PRD — feature created without brainstorm
      - Spec: docs/features/007-limit/spec.md

      ## Check
      - names
      - numbers

      ## Next Phase Expectations
      Design needs scope and criteria.

      Return your assessment as JSON:
      {
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "suggestion": "..."}],
        "summary": "..."
      }

      ---

      ## Domain Reviewer Outcome
      - Reviewer: spec-reviewer
      - Result: APPROVED at iteration 2/5
      - Unresolved issues: none

      ## Iteration Context
      This is iteration 1 of 5.
      "
    `);
  });

  test("CTX-5: of code names the files below the role's own heading, and then what the engine found out", () => {
    const round = { ...GATE_ROUND, underReview: { files: ["src/a.ts", "src/b.ts"] }, facts: ["npm test: exit code 0"] };

    const { text } = freshReviewPrompt({ ...SPEC_REVIEWER, role: "code-quality-reviewer" }, round);

    expect(text.slice(text.indexOf(LINE))).toBe(
      `${LINE}## Files changed\n- src/a.ts\n- src/b.ts\n\n## Facts\nnpm test: exit code 0\n`,
    );
  });

  test("CTX-1: orders the reviewer to read the files by path and to confirm it", () => {
    const { text } = freshReviewPrompt(SPEC_REVIEWER, FIRST_ROUND);

    expect(text).toContain(
      [
        "## Required Artifacts",
        "You MUST read the following files before beginning your review.",
        'After reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.',
        "- PRD: docs/features/007-limit/prd.md",
      ].join("\n"),
    );
  });

  test("CTX-4: says that there is no PRD, and orders no reading when there is nothing to read", () => {
    const required: RequiredArtifact[] = [{ title: "PRD", path: undefined }];
    const { text } = freshReviewPrompt({ ...SPEC_REVIEWER, required }, FIRST_ROUND);

    expect(NO_PRD_LINE).toBe("- PRD: No PRD — feature created without brainstorm");
    expect(text).toContain(`## Required Artifacts\n${NO_PRD_LINE}\n`);
    expect(text).not.toContain("MUST read");
    expect(text).not.toContain("Files read:");
    expect(hasFiles(required)).toBe(false);
    expect(hasFiles([...required, { title: "Spec", path: "spec.md" }])).toBe(true);
  });

  test("has no block of required artifacts when the role reads none", () => {
    expect(freshReviewPrompt({ ...SPEC_REVIEWER, required: [] }, FIRST_ROUND).text).not.toContain("Required Artifacts");
  });

  test("CTX-9: carries the repository's own rules between rubric and required artifacts", () => {
    const { text } = freshReviewPrompt({ ...SPEC_REVIEWER, guides: "No tabs." }, FIRST_ROUND);

    expect(text).toContain("Be the skeptic.\n\n## Rules of This Repository\n\nNo tabs.\n\n## Required Artifacts");
  });

  test("names the next phase's expectations of this phase only", () => {
    expect(freshReviewPrompt({ ...PHASE_REVIEWER, phase: "design" }, GATE_ROUND).text).not.toContain("Expectations");
  });

  test.each<[RoleId, boolean]>([
    ["spec-reviewer", true],
    ["design-reviewer", true],
    ["phase-reviewer", true],
    ["plan-reviewer", false],
    ["security-reviewer", false],
  ])("CTX-5: round 1 of a %s carries iteration context: %s; a later fresh round always does", (role, carries) => {
    const first = freshReviewPrompt({ ...SPEC_REVIEWER, role }, GATE_ROUND).text;
    const second = freshReviewPrompt({ ...SPEC_REVIEWER, role }, { ...GATE_ROUND, round: 2 }).text;

    expect(first.includes("## Iteration Context\nThis is iteration 1 of 5.")).toBe(carries);
    expect(second).toContain("## Iteration Context\nThis is iteration 2 of 5.");
  });

  test("CTX-5: of a later round gives the previous issues to re-evaluate, with the author's answers", () => {
    const answered = { ...ISSUE, id: "SR1.1", answer: "not changed: the PRD names it" };
    const { text } = freshReviewPrompt(SPEC_REVIEWER, { ...FIRST_ROUND, round: 2, previousIssues: [answered] });

    expect(
      text.endsWith(
        [
          "## Iteration Context",
          "This is iteration 2 of 5.",
          "Previous issues to re-evaluate:",
          "- SR1.1 [blocker] [testability] AC-2 has no number (at: spec.md:12)",
          "  Suggestion: Say how many requests",
          "  Answer: not changed: the PRD names it",
          RESOLUTIONS_LINE,
          "",
        ].join("\n"),
      ),
    ).toBe(true);
  });

  test("T6: quotes an author that answered without ids", () => {
    const round = { ...FIRST_ROUND, round: 2, previousIssues: [ISSUE], answers: "I kept AC-2.\nThe PRD names it." };

    expect(freshReviewPrompt(SPEC_REVIEWER, round).text).toContain(
      "What the author said to them:\n> I kept AC-2.\n> The PRD names it.\n",
    );
  });

  test("T16, T5: holds the person's request and decisions, below the line", () => {
    const decisions = [{ at: "2026-11-17T09:00:00.000Z", phase: "specify", kind: "request", text: "Name a unit" }];
    const person = { request: "limit logins", decisions };
    const { text, stableChars } = freshReviewPrompt({ ...SPEC_REVIEWER, person }, FIRST_ROUND);

    expect(text.slice(stableChars)).toContain(
      "## Request\n> limit logins\n\n## Decisions by the person\nThese are settled: work and judge by them, and do not raise again what they settle.\n- 2026-11-17 specify, asked for: Name a unit\n",
    );
    expect(stableChars).toBe(freshReviewPrompt(SPEC_REVIEWER, FIRST_ROUND).stableChars);
  });

  test("RES-6: after a resume that could not be done says so, and then gives the previous issues", () => {
    const { text } = freshReviewPrompt(SPEC_REVIEWER, {
      ...FIRST_ROUND,
      round: 2,
      previousIssues: [ISSUE],
      fallback: true,
    });

    expect(text).toContain(
      "This is iteration 2 of 5.\n(Fresh dispatch — prior review session unavailable.)\nPrevious issues to re-evaluate:\n- [blocker]",
    );
  });

  test("CTX-1: carries the document whole, also where it looks like a part of the prompt", () => {
    const document = "# Spec\n\n---\n\n## Iteration Context\n\n  indented\n\n\n\nend";
    const { text, stableChars } = freshReviewPrompt(SPEC_REVIEWER, {
      ...FIRST_ROUND,
      underReview: { path: "spec.md", text: document },
    });

    expect(text.slice(stableChars)).toContain(`\n<document>\n${document}\n</document>`);
    expect(text.slice(0, stableChars).split(LINE)).toHaveLength(2);
  });
});

describe("CTX-7: the domain reviewer's outcome", () => {
  const outcome: DomainOutcome = { reviewer: "spec-reviewer", approved: true, round: 3, maxRounds: 5, unresolved: [] };
  const textOf = (given: Partial<DomainOutcome>) =>
    freshReviewPrompt(PHASE_REVIEWER, { ...GATE_ROUND, outcome: { ...outcome, ...given } }).text;

  test("tells the round of the approval", () => {
    expect(textOf({})).toContain(
      "## Domain Reviewer Outcome\n- Reviewer: spec-reviewer\n- Result: APPROVED at iteration 3/5\n- Unresolved issues: none\n",
    );
  });

  test("tells the cap and what stayed open", () => {
    expect(textOf({ approved: false, round: 5, unresolved: [ISSUE, { ...ISSUE, severity: "warning" }] })).toContain(
      [
        "- Result: FAILED at iteration cap (5/5)",
        "- Unresolved issues:",
        "- [blocker] [testability] AC-2 has no number (at: spec.md:12)",
        "  Suggestion: Say how many requests",
        "- [warning] [testability] AC-2 has no number (at: spec.md:12)",
      ].join("\n"),
    );
  });

  test("names a single open issue too", () => {
    expect(textOf({ unresolved: [ISSUE] })).toContain("- Unresolved issues:\n- [blocker] [testability] AC-2");
  });

  test("is left out where no domain reviewer ran", () => {
    expect(freshReviewPrompt(PHASE_REVIEWER, GATE_ROUND).text).not.toContain("Domain Reviewer Outcome");
  });
});

describe("CTX-6: two fresh prompts of one role", () => {
  const issues = fc.array(
    fc.record({
      reviewer: fc.constant("spec-reviewer"),
      severity: fc.constantFrom("blocker" as const, "warning" as const, "suggestion" as const),
      description: fc.string({ minLength: 1 }),
    }),
    { maxLength: 3 },
  );
  const rounds: fc.Arbitrary<RoundMaterial> = fc.record({
    round: fc.integer({ min: 1, max: 5 }),
    maxRounds: fc.constant(5),
    underReview: fc.option(fc.record({ path: fc.constant("spec.md"), text: fc.string() }), { nil: undefined }),
    outcome: fc.option(
      fc.record({
        reviewer: fc.constant("spec-reviewer"),
        approved: fc.boolean(),
        round: fc.integer({ min: 1, max: 5 }),
        maxRounds: fc.constant(5),
        unresolved: issues,
      }),
      { nil: undefined },
    ),
    previousIssues: issues,
    fallback: fc.boolean(),
  });

  test.each([SPEC_REVIEWER, PHASE_REVIEWER])(
    "share every byte above the line, whatever the round is ($role)",
    (material) => {
      fc.assert(
        fc.property(rounds, rounds, (one, other) => {
          const first = freshReviewPrompt(material, one);
          const second = freshReviewPrompt(material, other);

          expect(first.stableChars).toBeGreaterThan(LINE.length);
          expect(second.text.slice(0, second.stableChars)).toBe(first.text.slice(0, first.stableChars));
        }),
      );
    },
  );
});

describe("RES-8: a resumed review prompt", () => {
  test("T17: asks what became of its issues only if it raised some", () => {
    const raised = { ...DELTA, previousIssues: [{ ...ISSUE, id: "SR1.1", answer: "fixed: ten a minute" }] };

    expect(resumedReviewPrompt("spec-reviewer", DELTA).text).not.toContain("really resolved");
    const { text } = resumedReviewPrompt("spec-reviewer", raised);
    expect(text).toContain("## Open Issues\n- SR1.1 [blocker] AC-2 has no number\n");
    expect(text).toContain("is each of these really resolved");
    expect(text).toContain("Check for any new issues.");
  });

  test("holds the delta, the fix summary, the iteration and the role's own schema", () => {
    expect(resumedReviewPrompt("spec-reviewer", DELTA).text).toMatchInlineSnapshot(`
      "You still have the upstream artifacts and your last reading of spec.md in this conversation. It was revised since.

      ## Delta
      -At most ten.
      +At most ten a minute.

      ## Fix Summary
      Named the unit.

      Judge the revision: did the changes break anything? Check for any new issues. Report what is still open or new, nothing that is settled.

      This is iteration 2 of 5.

      Return your assessment as JSON:
      {
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "category": "testability|assumptions|scope|traceability|clarity|feasibility", "description": "...", "location": "...", "suggestion": "..."}],
        "summary": "..."
      }
      "
    `);
  });

  test("of a phase-reviewer in a reopened phase begins with the new outcome of the domain reviewer, and ends with facts", () => {
    const outcome = { reviewer: "spec-reviewer", approved: true, round: 3, maxRounds: 5, unresolved: [] };

    const { text } = resumedReviewPrompt("phase-reviewer", { ...DELTA, outcome, facts: ["npm test: exit code 0"] });

    expect(
      text.startsWith("## Domain Reviewer Outcome\n- Reviewer: spec-reviewer\n- Result: APPROVED at iteration 3/5"),
    ).toBe(true);
    expect(text.endsWith("\n\n## Facts\nnpm test: exit code 0\n")).toBe(true);
  });

  test("asks each role in that role's own shape", () => {
    expect(resumedReviewPrompt("plan-reviewer", DELTA).text).toContain('JSON:\n{"approved": true/false, "issues": [');
    expect(resumedReviewPrompt("task-reviewer", DELTA).text).toContain('"task": "..."');
  });
});

describe("RES-7: a final validation prompt", () => {
  test("holds the changes since the role's own last review, all fixes between, and says what it is", () => {
    expect(
      finalReviewPrompt("security-reviewer", { ...DELTA, artifact: "the implementation", round: 4, lastRound: 1 }).text,
    ).toMatchInlineSnapshot(`
      "You approved the implementation at iteration 1. Since then it was changed to answer other reviewers.

      ## Changes Since Your Last Review
      -At most ten.
      +At most ten a minute.

      ## Fix Summary
      Named the unit.

      Check for regressions, and check for any new issues: does your approval still hold with these changes?

      This is the final validation round (iteration 4 of 5).

      Return your assessment as JSON:
      {
        "approved": true/false,
        "issues": [{"severity": "blocker|warning|suggestion", "category": "injection|auth|crypto|exposure|config", "description": "...", "location": "...", "suggestion": "..."}],
        "summary": "..."
      }
      "
    `);
  });
});

describe("LOOP-5: a repair prompt", () => {
  test("quotes the problem and asks for one object in the role's shape", () => {
    expect(repairPrompt("plan-reviewer", "issues.0.severity: Invalid option").text).toMatchInlineSnapshot(`
      "Your last answer could not be read: issues.0.severity: Invalid option.

      Give the same assessment again, as exactly one JSON object and nothing else.

      Return your assessment as JSON:
      {"approved": true/false, "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "suggestion": "..."}], "summary": "..."}
      "
    `);
  });
});

test("LOOP-5: an agent that does not remember the answer is given it, and is told to add nothing", () => {
  expect(repairPrompt("plan-reviewer", "it is cut off", '{"approved": tr').text).toMatchInlineSnapshot(`
    "The answer of a plan reviewer below could not be read: it is cut off.

    Give the same assessment again, as exactly one JSON object and nothing else. Add no judgement of your own; what the answer does not clearly approve is not approved.

    Return your assessment as JSON:
    {"approved": true/false, "issues": [{"severity": "blocker|warning|suggestion", "description": "...", "location": "...", "suggestion": "..."}], "summary": "..."}

    ## The answer

    {"approved": tr
    "
  `);
});

test.each([
  ["resumed", resumedReviewPrompt("spec-reviewer", DELTA)],
  ["final", finalReviewPrompt("spec-reviewer", { ...DELTA, lastRound: 1 })],
  ["repair", repairPrompt("spec-reviewer", "the JSON object is cut off")],
])(
  "RES-8: a %s prompt repeats nothing the agent has: no rubric, no required artifacts, nothing above the line",
  (_, prompt) => {
    expect(prompt.text).not.toContain("You are the");
    expect(prompt.text).not.toContain("Required Artifacts");
    expect(prompt.text).not.toContain(LINE);
    expect(prompt.stableChars).toBe(0);
  },
);
