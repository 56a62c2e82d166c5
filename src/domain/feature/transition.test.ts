import { describe, expect, test } from "vitest";
import type { Phase } from "./phase.ts";
import { checkTransition, prerequisitesOf, skippedBefore, type TransitionFacts } from "./transition.ts";

const FACTS: TransitionFacts = {
  phase: "design",
  status: "active",
  lastCompletedPhase: "specify",
  leftOut: [],
  faults: {},
  branch: { expected: "feature/001-a", current: "feature/001-a" },
  hasOpenRun: false,
};
const check = (facts: Partial<TransitionFacts>) => checkTransition({ ...FACTS, ...facts });
const FAULT = { level: 4, message: "no section", path: "docs/a.md" };

test("the next phase on the right branch has nothing against it", () => {
  expect(check({})).toEqual([]);
  expect(check({ phase: "specify", lastCompletedPhase: null })).toEqual([]);
});

describe("blocks", () => {
  test.each(["completed", "abandoned"] as const)("a feature that is %s begins nothing", (status) => {
    expect(check({ status })).toEqual([expect.objectContaining({ guard: "terminal-status", allowed: false })]);
  });

  test.each([
    ["create-plan", "design", "design.md required before planning"],
    ["create-tasks", "plan", "plan.md required before task creation"],
    ["implement", "spec", "spec.md required before implementation"],
    ["implement", "tasks", "tasks.md required before implementation"],
  ] as const)("%s without a valid %s", (phase, kind, words) => {
    const [guard] = check({ phase, faults: { [kind]: FAULT } });

    expect(guard).toMatchObject({ guard: "prerequisite", allowed: false, severity: "block" });
    expect(guard?.reason).toContain(`BLOCKED: Valid ${words}.`);
    expect(guard?.reason).toContain("docs/a.md: no section (level 4)");
    expect(guard?.fix).toMatch(/^iflow /);
  });

  test("what was left out by choice is no prerequisite", () => {
    expect(prerequisitesOf("implement", ["create-tasks"])).toEqual(["spec"]);
    expect(
      check({ phase: "implement", leftOut: ["design", "create-plan", "create-tasks"], faults: { tasks: FAULT } }),
    ).toEqual([]);
  });
});

describe("what the person is asked", () => {
  test("a phase that is completed, and one before it", () => {
    for (const phase of ["specify", "brainstorm"] as const) {
      expect(check({ phase })).toEqual([
        expect.objectContaining({ guard: "backward", allowed: true, severity: "warn" }),
      ]);
    }
  });

  test("phases in between, each by its name", () => {
    expect(check({ phase: "create-tasks" })).toEqual([
      expect.objectContaining({ guard: "skip", allowed: true, reason: expect.stringContaining("design, create-plan") }),
    ]);
  });

  test("another branch", () => {
    const [guard] = check({ branch: { expected: "feature/001-a", current: null } });

    expect(guard).toMatchObject({ guard: "branch", allowed: true, severity: "warn" });
  });
});

test("an open run is only told", () => {
  expect(check({ hasOpenRun: true })).toEqual([expect.objectContaining({ guard: "partial", severity: "info" })]);
});

test("what blocks comes first", () => {
  const guards = check({ status: "completed", phase: "create-tasks", hasOpenRun: true });

  expect(guards.map(({ severity }) => severity)).toEqual(["block", "warn", "info"]);
});

test.each<[Phase, string | null, Phase[]]>([
  ["specify", null, []],
  ["design", null, ["specify"]],
  ["design", "specify", []],
  ["implement", "specify", ["design", "create-plan", "create-tasks"]],
  ["specify", "design", []],
  ["design", "some other word", ["specify"]],
])("on the way to %s from %s: %j", (phase, last, skipped) => {
  expect(skippedBefore(phase, last)).toEqual(skipped);
});
