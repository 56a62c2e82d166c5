import { describe, expect, it, test } from "vitest";
import { type ChangedPlaces, changedPlaces, isInChange } from "./changed-places.ts";
import { calmRounds, noteByContract } from "./contract.ts";
import type { RegisteredIssue } from "./issue-register.ts";
import { judgeAll } from "./judge-register.ts";
import { healthOf, isStalled, printHealth } from "./loop-health.ts";

const PATCH = `diff --git a/docs/spec.md b/docs/spec.md
--- a/docs/spec.md
+++ b/docs/spec.md
@@ -7,2 +7,3 @@ ## Limit
 - AC-1: five
+- AC-2: six
 
@@ -20 +21 @@
---- not a header
+++ b/other.md
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -10,2 +10,0 @@
-gone
-gone too
`;
const TEXT = `# Spec

## Scope
In.

## Limit
- AC-1: five
- AC-2: six

### Window
Long.

## Rest
${"x\n".repeat(12)}`;
const CHANGED = changedPlaces(PATCH, new Map([["docs/spec.md", TEXT]]));
const issue = (more: Partial<RegisteredIssue>): RegisteredIssue => ({
  ...{ id: "SR2.1", source: "reviewer", loop: "review", end: "open", reviewer: "spec-reviewer" },
  ...{ severity: "blocker", description: "It is wrong" },
  ...more,
});

describe("places that a patch has touched", () => {
  it("are read from its hunks, whatever a changed line looks like", () => {
    expect(CHANGED.files.map(({ path, lines }) => [path, lines])).toEqual([
      ["docs/spec.md", [8, 20, 21]],
      ["src/a.ts", [9, 9]],
    ]);
  });

  test.each([
    ["spec.md:8", true],
    ["docs/spec.md:11", true],
    ["spec.md:15", false],
    ["line 8", true],
    ["src/a.ts:10-12", true],
    ["src/a.ts:40", false],
    ["src/a.ts", true],
    ["src/b.ts", false],
    ["## Limit", true],
    ["Limit, AC-1", true],
    ["## Scope", false],
    ["AC-2", true],
    ["AC-9", false],
    ["", false],
  ])("%s: %s", (location, isIn) => {
    expect(isInChange(issue({ location }), CHANGED)).toBe(isIn);
  });
});

describe("the contract", () => {
  const changes = new Map<string, ChangedPlaces>([["spec-reviewer", CHANGED]]);
  const ended = (more: Partial<RegisteredIssue>, round: number, calm = 0) => {
    const [one] = noteByContract([issue(more)], { loop: "review", round }, changes, calm);
    return one?.end === "noted" ? one.why : one?.end;
  };

  test.each<[string, Partial<RegisteredIssue>, number, string]>([
    ["a new blocker elsewhere is a note", { location: "## Scope" }, 2, "raised in round 2 about what had not changed"],
    ["one that names a failure counts", { location: "## Scope", failure: "six logins pass" }, 2, "open"],
    [
      "a word is no failure",
      { location: "## Scope", failure: "breaks" },
      2,
      "raised in round 2 about what had not changed",
    ],
    ["one in the change counts", { location: "## Limit" }, 2, "open"],
    ["an older one counts wherever it is", { id: "SR1.1", location: "## Scope" }, 2, "open"],
    ["an older warning counts in round 2", { id: "SR1.1", severity: "warning" }, 2, "open"],
    ["and no longer in round 3", { id: "SR1.1", severity: "warning" }, 3, "from round 3 only blockers count"],
    ["round 1 is as ever", { id: "SR1.1", location: "## Scope", severity: "warning" }, 1, "open"],
    ["what tests found is never a note", { source: "test", severity: "warning" }, 4, "open"],
    ["nor what the person wants", { source: "person", location: "## Scope" }, 2, "open"],
    ["a role that had not looked before counts", { reviewer: "phase-reviewer", location: "## Scope" }, 2, "open"],
    ["a suggestion holds up nothing anyway", { severity: "suggestion", location: "## Scope" }, 3, "open"],
    ["round 12 is not round 2", { id: "SR12.1", location: "## Scope" }, 2, "open"],
  ])("%s", (_, more, round, wanted) => {
    expect(ended(more, round)).toBe(wanted);
  });

  it("two calm rounds in a row end what is left, and a blocker in the second does not", () => {
    const warning = { id: "SR1.1", severity: "warning" } as const;
    expect(ended(warning, 2, 1)).toBe("two rounds in a row had no blocker");
    expect(ended(warning, 1, 0)).toBe("open");
    const both = noteByContract([issue(warning), issue({ id: "SR1.2" })], { loop: "review", round: 2 }, changes, 1);
    expect(both.map(({ end }) => end)).toEqual(["open", "open"]);
  });

  it("calm rounds are counted by loop", () => {
    expect(calmRounds([issue({ severity: "warning" })], "review", 1)).toBe(2);
    expect(calmRounds([issue({})], "review", 1)).toBe(0);
    expect(calmRounds([issue({})], "handoff", 1)).toBe(2);
  });
});

describe("loop health", () => {
  const two = [issue({ id: "SR1.1" }), issue({ id: "SR1.2" })];
  const moved = [issue({ id: "SR1.1", end: "resolved" }), issue({ id: "SR1.2" }), issue({ id: "SR2.1" })];

  it("tells what is open, gone and new, and when nothing falls", () => {
    const first = healthOf([], two, "review");
    const second = healthOf(two, moved, "review", first);
    const third = healthOf(moved, moved, "review", second);

    expect([first, second, third].map(printHealth)).toEqual([
      "open 2 (+2 new)",
      "open 2 (−1, +1 new)",
      "open 2, no fewer for 2 rounds",
    ]);
    expect([first, second, third].map(isStalled)).toEqual([false, false, true]);
  });

  it("counts what holds the loop up, and no other loop", () => {
    const others = [issue({ severity: "suggestion" }), issue({ loop: "handoff" })];

    expect(printHealth(healthOf(two, others, "review"))).toBe("open 0 (−2)");
  });
});

it("a note stays one when its reviewer only calls it open again, and that is no objection", () => {
  const noted = issue({ end: "noted", why: "raised in round 2 about what had not changed" });
  const verdict = {
    approved: false,
    issues: [],
    resolutions: [{ id: "SR2.1", status: "open" as const, why: "still" }],
  };

  const { register, judged } = judgeAll([noted], { loop: "review", round: 3 }, [
    { role: "spec-reviewer", type: "verdict", verdict },
  ]);

  expect(register).toEqual([noted]);
  expect(judged).toMatchObject([{ type: "verdict", verdict: { approved: true, issues: [] } }]);
});
