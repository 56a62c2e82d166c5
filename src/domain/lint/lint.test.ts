import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/sampled.ts";
import { ARTIFACT_KINDS } from "../documents/document-names.ts";
import { lint } from "./lint.ts";
import { LINT_PROBLEMS, type Siblings } from "./lint-problem.ts";

const SPEC = `# Spec: Login limit

## Acceptance Criteria
### AC-1: The limit
- Given 5 failed logins, when a sixth comes, then it is answered 429.
### AC-2: The end of it
- Given a minute has passed, then the count is zero.
`;
const DESIGN = "# Design: Login limit\n\n## Components\n### C1: Counter\nCounts.\n### C10: Clock\nTells the time.\n";
const PLAN = "# Plan: Login limit\n\n## Implementation Order\n### Step 1: Count\nFirst.\n\n2. **Clock** second\n";
const task = (number: string, fields: string) => `### Task ${number}: Do ${number}\n${fields}\n`;
const tasks = (...list: string[]) =>
  `# Tasks: Login limit\n\n${"Words about the work. ".repeat(5)}\n\n## Task Details\n${list.join("\n")}`;
const DONE = "- **Done when:** it holds";

const codes = (text: string, siblings: Siblings = {}) =>
  lint({ path: "tasks.md", kind: "tasks", text }, siblings).findings.map(({ code, line }) => `${line} ${code}`);
const messages = (text: string, siblings: Siblings = {}) =>
  lint({ path: "tasks.md", kind: "tasks", text }, siblings).findings.map(({ message }) => message);

describe("levels", () => {
  test.each([
    [undefined, 1, "artifact-missing"],
    ["# Spec: x", 2, "artifact-stub"],
    [`# Spec: x\n\n${"words ".repeat(30)}`, 3, "headings-missing"],
    [`# Spec: x\n\n## Scope\n${"words ".repeat(30)}`, 4, "section-missing"],
    [SPEC, null, undefined],
  ])("%j", (text, failedLevel, code) => {
    const result = lint({ path: "docs/spec.md", kind: "spec", text });
    expect([result.failedLevel, result.findings[0]?.code]).toEqual([failedLevel, code]);
  });

  test("name the file as it is called, and something to do for every kind", () => {
    for (const kind of ARTIFACT_KINDS) {
      const [missing] = lint({ path: "x/notes.md", kind, text: undefined }).findings;
      expect([missing?.message, missing?.fix]).toEqual(["notes.md does not exist", expect.stringContaining("iflow ")]);
    }
    const [cut] = lint({ path: "x/notes.md", kind: "spec", text: `## Scope\n${"words ".repeat(30)}` }).findings;
    expect([cut?.message, cut?.fix]).toEqual([
      expect.stringContaining("notes.md has no section"),
      "add one of: Success Criteria · Acceptance Criteria",
    ]);
  });

  test("what else is wrong is said beside a missing section, not beside a stub", () => {
    const text = `# Spec: x\n\n## Scope\nTBD\n${"words ".repeat(30)}`;
    expect(lint({ path: "spec.md", kind: "spec", text }).findings.map(({ code }) => code)).toEqual([
      "section-missing",
      "placeholder",
    ]);
    expect(lint({ path: "spec.md", kind: "spec", text: "TBD" }).findings).toHaveLength(1);
  });
});

describe("task lists", () => {
  test("in order, with all that is cited, are met with silence", () => {
    const text = tasks(
      task("1.1", `- **Why:** Plan Step 1, Design C1, Spec AC-1, AC-2\n- **Depends on:** None\n${DONE}`),
      task("1.2", `- **Why:** Design C10\n- **Depends on:** Task 1.1\n${DONE}`),
    );
    expect(
      lint({ path: "tasks.md", kind: "tasks", text }, { spec: SPEC, design: DESIGN, plan: PLAN, prd: "# PRD" }),
    ).toEqual({
      failedLevel: null,
      findings: [],
    });
  });

  test("a number used twice is reported at its second place", () => {
    expect(messages(tasks(task("1", DONE), task("2", DONE), task("1", DONE)))).toEqual([
      "task 1 (Do 1) has the same number as 1 (Do 1) on line 6",
    ]);
  });

  test("a dependency on a task that is not there is reported at its line", () => {
    const text = tasks(task("1.1", `${DONE}\n- **Depends on:** Task 1.7, Task 1.8`));
    expect(codes(text)).toEqual(["8 dependency-unknown", "8 dependency-unknown"]);
    expect(messages(text)[0]).toBe("task 1.1 depends on 1.7, but no task has that number");
  });

  test.each([
    [
      [
        ["1", "2"],
        ["2", "3"],
        ["3", "1"],
      ],
      ["tasks wait for each other: 1 → 2 → 3 → 1"],
    ],
    [[["1", "1"]], ["task 1 waits for itself"]],
    [
      [
        ["1", "2"],
        ["2", "1"],
        ["3", "4"],
        ["4", "3"],
      ],
      ["tasks wait for each other: 1 → 2 → 1", "tasks wait for each other: 3 → 4 → 3"],
    ],
    [
      [
        ["1", "None"],
        ["2", "1"],
        ["3", "1, 2"],
        ["4", "2, 3"],
      ],
      [],
    ],
    [
      [
        ["1", "2"],
        ["2", "3"],
        ["3", "None"],
      ],
      [],
    ],
    [
      [
        ["1", "2"],
        ["2", "None"],
        ["1", "2"],
        ["3", "1"],
      ],
      ["task 1 (Do 1) has the same number as 1 (Do 1) on line 6"],
    ],
  ])("circles in %j", (needs, expected) => {
    const text = tasks(...needs.map(([number = "", on = ""]) => task(number, `- **Depends on:** ${on}\n${DONE}`)));
    expect(messages(text)).toEqual(expected);
  });

  test("a long chain is no circle and no trouble", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      task(`${index + 1}`, `- **Depends on:** Task ${index + 2}\n${DONE}`),
    );
    expect(messages(tasks(...chain, task("20001", DONE)))).toEqual([]);
  });

  test("a task that does not say when it is done", () => {
    expect(codes(tasks(task("1", "- **Files:** a.ts")))).toEqual(["6 task-done-missing"]);
    expect(codes(tasks(task("1", "- **Test:** npm test")))).toEqual([]);
    expect(codes(tasks("### Task 1: Verify the phase\n- [ ] All tests pass\n"))).toEqual([]);
    expect(codes(tasks("### Task 1\nwords\n"))).toEqual(["6 task-done-missing"]);
    expect(messages(tasks(`### Task 1: ${"long ".repeat(20)}\nwords\n`))[0]).toContain("…");
  });

  test("a list with unreadable numbers", () => {
    const text = `# Tasks: x\n\n## 1 of 3 parts\n${"words ".repeat(30)}`;
    expect(codes(text)).toEqual(["1 task-none"]);
  });
});

describe("references", () => {
  const citing = (
    why: string,
    siblings: Siblings = { spec: SPEC, design: DESIGN, plan: PLAN, prd: "# PRD\n\nFR-9 and R-4\n" },
  ) =>
    messages(tasks(task("1", `- **Why:** ${why}\n${DONE}`)), siblings).filter((message) =>
      message.startsWith("task 1 cites"),
    );

  test.each([
    ["Design C9", ["task 1 cites Design C9, which is not in design.md"]],
    ["Design C1, C9 / Plan Step 1", ["task 1 cites Design C9, which is not in design.md"]],
    [
      "Design C1 to C3",
      ["task 1 cites Design C2, which is not in design.md", "task 1 cites Design C3, which is not in design.md"],
    ],
    ["Spec AC-7", ["task 1 cites Spec AC-7, which is not in spec.md"]],
    ["Plan item 2", ["task 1 cites Plan item 2, which is not a heading in plan.md: the whole document would be sent"]],
    ["Plan item 1", ["task 1 cites Plan item 1, which is not a heading in plan.md: the whole document would be sent"]],
    ["Plan Step 1, Step 1", []],
    ["Plan Step 1.4", []],
    ["Design Component 10", []],
    ["FR-9", []],
    ["R-4", []],
    ["Spec FR-9", ["task 1 cites Spec FR-9, which is not in spec.md"]],
    ["Design of the counter", []],
    ["Design", []],
    ["PRD FR-9", []],
    ["Design C9, Design C9", ["task 1 cites Design C9, which is not in design.md"]],
  ])("%s", (why, expected) => {
    expect(citing(why)).toEqual(expected);
  });

  test("inside a range are reported at the task, because they are not written down", () => {
    expect(codes(tasks(task("1", `${DONE}\n- **Why:** Design C1 to C3`)), { design: DESIGN })).toEqual([
      "6 reference-unknown",
      "8 reference-unknown",
    ]);
  });

  test("to a document that is not there are not judged", () => {
    expect(citing("Design C9, Plan 7.7, Spec AC-9", {})).toEqual([]);
  });

  test("AC6 may be the sixth criterion of a plain list", () => {
    expect(citing("AC6", { spec: "## Acceptance Criteria\n1. a\n2. b\n6. c\n" })).toEqual([]);
  });
});

describe("acceptance criteria", () => {
  const uncited = (why: string, spec: string) =>
    messages(tasks(task("1", `- **Why:** ${why}\n${DONE}`)), { spec }).filter((message) =>
      message.startsWith("no task cites"),
    );

  test.each([
    ["Spec AC-1", SPEC, ["no task cites AC-2 (spec.md, line 6)"]],
    ["Spec AC-1, AC-2", SPEC, []],
    ["AC-1 through AC-2", SPEC, []],
    ["words without ids", SPEC, []],
    ["Spec AC-1", "- **AC-1 (FR-1):** a\n- **AC-2 (FR-2):** b\n", ["no task cites AC-2 (spec.md, line 2)"]],
    ["Spec AC-1, FR-2", "- **AC-1 (FR-1):** a\n- **AC-2 (FR-2):** b\n", []],
    ["Spec AC-1, FR-2", "- AC-1: a\n## FR-2: more\n- AC-2: b\n", []],
    ["Spec AC-1", "- AC-1: a\n- AC-2: deferred to the next feature\n", []],
    ["Words only, as in AC-1", "| AC-1 | a |\n| AC-2 | b |\n| AC-3 | c |\n", []],
  ])("%s", (why, spec, expected) => {
    expect(uncited(why, spec)).toEqual(expected);
  });
});

test("every code has a meaning", () => {
  for (const [code, meaning] of Object.entries(LINT_PROBLEMS)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(meaning.length).toBeGreaterThan(10);
  }
});

const PIECES = ["\n", "{", "<a ", "**a:** b ", "AC-1 to ", "- [ ] 1.1 a\n", "**Depends on:** 1, 2\n", "(", "1."];

test.each(sampled(PIECES, 3))("half a megabyte of %j is read in one go", (piece) => {
  const text = tasks(`### Task 1: a\n**Why:** Plan ${piece.repeat(500_000 / piece.length)}`);
  expect(lint({ path: "tasks.md", kind: "tasks", text }, { spec: text, plan: text }).failedLevel).toBe(null);
});
