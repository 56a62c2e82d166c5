import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkLevels, requiredPlaces } from "./artifact.ts";
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile, artifactTitle, kindOfFile } from "./document-names.ts";

const FILLER = "Requests above the limit are answered at once and cost the server next to nothing, whoever sends them.";
const doc = (...blocks: string[]) => `${blocks.join("\n\n")}\n`;
const titled = (kind: ArtifactKind, ...blocks: string[]) =>
  doc(`# ${artifactTitle(kind)}: Rate limit`, FILLER, ...blocks);

/** Documents of each kind in the forms people write them; each is refused once the marked part is gone. */
const SHAPES: Record<ArtifactKind, Record<string, string>> = {
  prd: {
    "the template": titled("prd", "## Problem Statement", FILLER, "## Goals", "1. Fair use", "## Non-Goals", FILLER),
    "a short problem and measures": titled("prd", "## Problem", FILLER, "## Success Metrics", "- 429 within 5 ms"),
    "bold labels": titled("prd", "## Overview", "**Problem**: one client starves the rest", "**Goals:** fair use"),
    "a gap analysis": doc("# Limiter gap analysis", FILLER, "## Critical Gaps", FILLER, "## Priority Ranking", FILLER),
  },
  spec: {
    "the template": titled("spec", "## Problem Statement", FILLER, "## Success Criteria", "- [ ] 429 after 100 calls"),
    "numbered headings": titled("spec", "## Scope", FILLER, "### AC-1: Over the limit", "Given 100 calls, then 429"),
    "numbered sections": titled("spec", "## 1. Scope", FILLER, "## 2. Acceptance criteria (per endpoint)", "- 429"),
    "a bold label under a requirement": titled(
      "spec",
      "## Requirements",
      "### R1: Counter",
      "**Acceptance Criteria**:",
      "- 429",
    ),
    "T20: a short bold label": titled("spec", "## Requirements", "### R1: Counter", FILLER, "**AC:**", "- 429"),
    "a bold label for one part": titled(
      "spec",
      "## Components",
      FILLER,
      "**Acceptance criteria for the counter:**",
      "- 429",
    ),
    "a table column": titled(
      "spec",
      "## Traceability",
      "| Requirement | Acceptance Criteria |\n|---|---|\n| FR-1 | 429 |",
    ),
    "a list of ids under a requirement": titled(
      "spec",
      "## Functional Requirements",
      "### FR-1: Counter",
      "- AC-1: 429\n  and a header\n- AC-2: 200",
    ),
    "an underlined heading": titled("spec", "Scope\n---", FILLER, "Success Criteria\n---", "- 429"),
    "no kind in the title": doc("# Rate limit", "## Scope", FILLER, "## Acceptance Criteria", "- 429"),
    "no title": doc("## Scope", FILLER, "## Acceptance Criteria", "- 429"),
    "a title at the end": doc(
      "# Feature 12: Rate limit — Specification",
      "## Scope",
      FILLER,
      "## Success Criteria",
      "- 429",
    ),
  },
  design: {
    "the template": titled(
      "design",
      "## Architecture Overview",
      FILLER,
      "## Components",
      "### Counter",
      FILLER,
      "## Risks",
      FILLER,
    ),
    "components by id": titled("design", "## Technical Decisions", FILLER, "### C1: Counter", FILLER),
    "numbered components": titled("design", "## Decisions", FILLER, "## Component 1: Counter", FILLER),
    "an adjective": titled("design", "## System Architecture", FILLER),
  },
  plan: {
    "the template": titled(
      "plan",
      "## Implementation Order",
      "### Phase 1: Counter",
      "1. **Table** — first",
      "## Risk Areas",
      FILLER,
    ),
    steps: titled("plan", "## Steps", "### Step 1: Counter", FILLER),
    stages: titled("plan", "## Overview", FILLER, "## Stage 2 — Wiring", FILLER),
    bundles: titled("plan", "## Overview", FILLER, "## Bundle A — Counter", FILLER),
    "an execution order": titled("plan", "## Execution Order (tests first)", FILLER),
    "numbered tasks": titled("plan", "## Context", FILLER, "### Task 1: Counter", FILLER),
    "bare numbers": titled("plan", "## Overview", FILLER, "### 1.1 Counter", FILLER),
    "no kind in the title": doc("# Rate limit", "## Phase 1: Counter", FILLER),
    "an implementation plan": doc("# Implementation Plan: Rate limit", FILLER, "## Phase 1: Counter", FILLER),
  },
  tasks: {
    "the template": titled(
      "tasks",
      "## Task Details",
      "### Phase 1: Counter",
      "#### Task 1.1: Add the table",
      "- **Do:** x",
    ),
    "level 2": titled("tasks", "## Task 1: Add the table", FILLER, "## Task 2b: Fill it", FILLER),
    "level 3": titled("tasks", "## Phase 1", "### Task 1.1.2 Add the table [test]"),
    "without the word": titled("tasks", "## Overview", FILLER, "### T1.1: Add the table", FILLER),
    "a dash": titled("tasks", "## Overview", FILLER, "## T1 — Add the table", FILLER),
    letters: titled("tasks", "## Phase A", "### Task A.1: Add the `limit` table (FR-1)", FILLER),
    "checkboxes with ids": titled(
      "tasks",
      "## Phase 1",
      "- [ ] **T1.1.1: Add the table**\n  - Files: a.ts\n- [x] **T1.1.2: Fill it**",
    ),
    "checkboxes with numbers": titled("tasks", "## Phase 1", "- [x] **1.1** Add the table"),
    "checkboxes with the word": titled("tasks", "## Phase 1", "* [x] **Task 1.1** — Add the table"),
    "bare numbers": titled("tasks", "## Phase 1", "### 1.1 Add the table", FILLER),
    "a plan that numbers its tasks": titled("plan", "## Execution Order", FILLER, "### Task 1: Add the table", FILLER),
    "no kind in the title": doc("# Rate limit", "## Phase 1", "### [x] Task 1: Add the table", FILLER),
  },
};
const everyShape = ARTIFACT_KINDS.flatMap((kind) =>
  Object.entries(SHAPES[kind]).map(([shape, text]) => ({ kind, shape, text })),
);

describe("levels", () => {
  test("a missing file fails level 1", () => {
    expect(checkLevels("spec", undefined)).toEqual({ level: 1, message: "spec.md does not exist" });
  });

  test("fewer than 100 bytes fail level 2, counted in UTF-8", () => {
    const section = "## Success Criteria\n\n";

    expect(checkLevels("spec", section + "x".repeat(78))).toMatchObject({
      level: 2,
      message: expect.stringContaining("99"),
    });
    expect(checkLevels("spec", section + "x".repeat(79))).toBeUndefined();
    expect(checkLevels("spec", section + "é".repeat(40))).toBeUndefined();
  });

  test("a document without a level 2 heading fails level 3, whatever its fences hold", () => {
    const text = doc("# Spec", FILLER, "```\n## Success Criteria\n```", "### Acceptance Criteria", "- 429");

    expect(checkLevels("spec", text)).toEqual({ level: 3, message: 'spec.md has no "## " heading' });
  });

  test("a missing part fails level 4 and says what was looked for", () => {
    expect(checkLevels("spec", titled("spec", "## Scope", FILLER))).toEqual({
      level: 4,
      message: "spec.md has no section such as Success Criteria or Acceptance Criteria",
      lookedFor: ["Success Criteria", "Acceptance Criteria"],
    });
  });

  test("a PRD needs both its problem and what should come of it", () => {
    const problem = ["## Problem Statement", FILLER];
    const goals = ["## Goals", FILLER];

    expect(checkLevels("prd", titled("prd", ...problem))).toMatchObject({
      lookedFor: expect.arrayContaining(["Goals"]),
    });
    expect(checkLevels("prd", titled("prd", ...goals))).toMatchObject({ lookedFor: ["Problem Statement"] });
    expect(checkLevels("prd", titled("prd", ...problem, ...goals))).toBeUndefined();
  });
});

describe("level 4 reads documents as people write them", () => {
  test.each(everyShape)("a $kind with $shape passes", ({ kind, text }) => {
    expect(checkLevels(kind, text)).toBeUndefined();
  });

  test.each(everyShape)("a $kind with $shape fails once its required places are cut", ({ kind, text }) => {
    const rest = doc(cutPlaces(kind, text), "## Open Questions", FILLER);

    expect(checkLevels(kind, rest)).toMatchObject({ level: 4, lookedFor: expect.anything() });
  });

  test.each<[ArtifactKind, string, string[]]>([
    ["spec", "a coverage table", ["## Acceptance Criteria Coverage", "| AC-1 | test |"]],
    ["spec", "a checklist about them", ["## Verification", "**Success criteria checklist:** done"]],
    ["spec", "criteria in prose", ["## Scope", "The acceptance criteria are obvious."]],
    ["spec", "an empty section", ["## Acceptance Criteria", "## Scope", FILLER]],
    ["spec", "criteria inside a fence", ["## Scope", "```\n## Acceptance Criteria\n- 429\n```"]],
    [
      "spec",
      "ids listed outside of the requirements",
      ["## Requirements", FILLER, "## Test Strategy", "- AC-1: by hand"],
    ],
    [
      "spec",
      "a cell that is no header",
      ["## Scope", "| Part | Where |\n|---|---|\n| Acceptance Criteria | elsewhere |"],
    ],
    [
      "design",
      "decisions and interfaces alone",
      ["## Technical Decisions", "### TD-1: Redis", FILLER, "## Interfaces", "### I1: Limit"],
    ],
    ["plan", "risks alone", ["## Risk Areas", FILLER, "## Definition of Done", FILLER]],
    ["plan", "a summary of the order", ["## Implementation Order Summary", FILLER]],
    ["tasks", "phases without tasks", ["## Phase 1", FILLER]],
    ["tasks", "checkboxes without ids", ["## Checklist", "- [ ] tests pass", "- [x] 2 reviewers"]],
    ["prd", "the type of the problem", ["## Goals", FILLER, "### Problem Type", FILLER]],
  ])("a %s is not made by %s", (kind, _, blocks) => {
    expect(checkLevels(kind, titled(kind, ...blocks))).toMatchObject({ level: 4 });
  });

  test("cutting the places of a passing document never leaves a passing one", () => {
    const anyTitle = fc.constantFrom("# Rate limit", "# Plan: x", "text"); // a title comes first
    const anyBlock = fc.constantFrom(
      ...["## Acceptance Criteria", "### AC-2", "## Phase 1", "### Task 1.1: x", "## Tasks"],
      ...[
        "## Components",
        "## Requirements",
        "- AC-1: x",
        "**Acceptance:** x",
        "| Success Criteria |\n|---|\n| x |",
        FILLER,
      ],
      ...["- [ ] **1.1** x", "```\n## Steps\n```", "## Problem", "**Goals:** x", "## 1. Steps", "text", "## T1 — x"],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...ARTIFACT_KINDS),
        anyTitle,
        fc.array(anyBlock, { maxLength: 12 }),
        (kind, title, blocks) => {
          const text = doc(title, FILLER, ...blocks);
          fc.pre(checkLevels(kind, text) === undefined);

          expect(checkLevels(kind, cutPlaces(kind, text))).toBeDefined();
        },
      ),
    );
  });

  test("places name the line and lie inside the text", () => {
    const text = titled("spec", "## Scope", FILLER, "## Success Criteria", "- 429", "## Risks", FILLER);

    const [place] = requiredPlaces("spec", text);

    expect(place).toMatchObject({ found: "Success Criteria", line: 9 });
    expect(text.slice(place?.start, place?.end)).toBe("## Success Criteria\n\n- 429\n\n");
  });

  test("a label takes its list with it, an item what is indented below it, a table its rows", () => {
    const cut = (kind: ArtifactKind, shape: string) => cutPlaces(kind, SHAPES[kind][shape] ?? "");

    expect(cut("spec", "a bold label under a requirement")).not.toContain("429");
    expect(cut("spec", "a list of ids under a requirement")).not.toContain("header");
    expect(cut("spec", "a table column")).not.toContain("|");
    expect(cut("tasks", "checkboxes with ids")).not.toContain("a.ts");
  });
});

describe("a document of another kind is refused", () => {
  const pairs = ARTIFACT_KINDS.flatMap((kind) =>
    ARTIFACT_KINDS.filter((other) => other !== kind).map((other) => ({ kind, other })),
  );

  test.each(pairs)("a $other offered as $kind", ({ kind, other }) => {
    expect(checkLevels(kind, SHAPES[other]["the template"])).toMatchObject({ level: 4 });
  });

  test("the title decides between kinds that share their sections, and the message quotes it", () => {
    const blocks = ["## Problem Statement", FILLER, "## Requirements", FILLER, "## Success Criteria", "- 429"];

    expect(checkLevels("spec", titled("prd", ...blocks))).toEqual({
      level: 4,
      message: 'spec.md is titled "PRD: Rate limit", which names another document',
      lookedFor: ["# Spec: …"],
    });
    expect(checkLevels("prd", doc("# Rate limit", FILLER, ...blocks))).toBeUndefined();
    expect(checkLevels("spec", doc("# Rate limit", FILLER, ...blocks))).toBeUndefined();
    expect(checkLevels("spec", doc("# Plan the release", FILLER, ...blocks))).toBeUndefined();
  });

  test("bare numbers make a plan or a task list only under a title that says so", () => {
    const text = doc("# Rate limit", FILLER, "## 1. Overview", FILLER, "### 1.1 Counter", FILLER);

    expect(checkLevels("plan", text)).toMatchObject({ level: 4 });
    expect(checkLevels("tasks", text)).toMatchObject({ level: 4 });
  });

  test("a task list whose title does not say so is neither a plan nor a spec", () => {
    const text = doc("# Rate limit", FILLER, "## Tasks", "### Phase 1", "#### Task 1.1: x", "**Acceptance:** 429");

    expect(checkLevels("tasks", text)).toBeUndefined();
    expect(checkLevels("plan", text)).toMatchObject({ level: 4 });
    expect(checkLevels("spec", text)).toMatchObject({ level: 4 });
    expect(checkLevels("plan", `${text}\n## Implementation Order\n\n1. x\n`)).toBeUndefined();
  });
});

test("kinds know their file and their printed title", () => {
  expect(ARTIFACT_KINDS.map((kind) => [artifactFile(kind), artifactTitle(kind)])).toEqual([
    ["prd.md", "PRD"],
    ["spec.md", "Spec"],
    ["design.md", "Design"],
    ["plan.md", "Plan"],
    ["tasks.md", "Tasks"],
  ]);
  expect(kindOfFile("plan.md")).toBe("plan");
  expect(kindOfFile("retro.md")).toBeUndefined();
});

test.each(["| Success Criteria |\n|---|\n", "**Acceptance:** x\n", "## Task 1: AC-1\n"])(
  "a megabyte of %j is checked in one go",
  (shape) => {
    const text = `# Rate limit\n\n## Requirements\n\n${shape.repeat(1_000_000 / shape.length)}`;

    expect(requiredPlaces("spec", text).length).toBeLessThanOrEqual(1_000_000 / shape.length);
  },
);

function cutPlaces(kind: ArtifactKind, text: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of requiredPlaces(kind, text).toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}
