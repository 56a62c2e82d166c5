import { describe, expect, test } from "vitest";
import type { RoleIssue } from "../review/review-loop.ts";
import { findRecurring, type JudgedRound, learningsOf, withRound } from "./learnings.ts";
import { NewMemorySchema } from "./memory.ts";

const issue = (description: string, more: Partial<RoleIssue> = {}): RoleIssue => ({
  severity: "blocker",
  description,
  reviewer: "spec-reviewer",
  ...more,
});
const rounds = (...all: RoleIssue[][]): JudgedRound[] => all.map((issues, index) => ({ round: index + 1, issues }));
const loop = (judged: readonly JudgedRound[], openAtCap?: readonly RoleIssue[]) => ({
  feature: { key: "007-rate-limit" },
  phase: "create-plan",
  rounds: judged,
  openAtCap,
});

describe("issues that come back", () => {
  test("the same issue in other words is one; in one round alone it is none", () => {
    const found = findRecurring(
      rounds(
        [issue("The retry window has no upper bound"), issue("Naming of the counter is inconsistent")],
        [issue("The retry window still has no bound")],
        [issue("Upper bound of the retry window is missing"), issue("A new, different problem entirely")],
      ),
    );
    expect(found.map((one) => one.rounds)).toEqual([[1, 2, 3]]);
    expect(
      findRecurring(rounds([issue("Retry window unbounded here"), issue("Retry window unbounded here")], [])),
    ).toEqual([]);
  });

  test("fewer words will do in the same place under the same category", () => {
    const first = "Combined invocation output lines for status and version numbers are never defined anywhere";
    const second = "Combined output of the invocation needs a separator for parsing by scripts";
    const place = { location: "## Structural Note", category: "completeness" };
    expect(findRecurring(rounds([issue(first)], [issue(second)]))).toEqual([]);
    expect(findRecurring(rounds([issue(first, place)], [issue(second, place)]))).toHaveLength(1);
  });

  test("what is only suggested again, or says nothing, is no lesson", () => {
    const wish = issue("Consider renaming the counter variable", { severity: "suggestion" });
    expect(findRecurring(rounds([wish], [wish]))).toEqual([]);
    const grave = { ...wish, severity: "warning" as const };
    expect(findRecurring(rounds([grave], [wish]))).toEqual([]); // answered: only a suggestion is left of it
    expect(findRecurring(rounds([wish], [grave]))).toHaveLength(1);
    expect(findRecurring(rounds([grave], [wish], [grave]))).toHaveLength(1);
    expect(findRecurring(rounds([issue("Use it")], [issue("Use it")]))).toEqual([]);
  });

  test("an issue like one of a group alone does not lead it to another subject", () => {
    const [a, b, c] = [
      "alpha beta gamma delta",
      "alpha beta gamma delta epsilon zeta",
      "delta epsilon zeta theta iota",
    ];
    const found = findRecurring(rounds([issue(`${a}`)], [issue(`${a}`)], [issue(`${b}`)], [issue(`${c}`)]));
    expect(found.map((one) => one.rounds)).toEqual([[1, 2, 3]]);
  });
});

test("a reviewer who is asked again in a round takes back only what was its own", () => {
  const [spec, security] = [issue("The window has no end"), issue("Tokens leak", { reviewer: "security-reviewer" })];
  const both = withRound([], { round: 1, roles: ["spec-reviewer", "security-reviewer"] }, [spec]);
  expect(withRound(both, { round: 1, roles: ["security-reviewer"] }, [security])).toEqual(rounds([spec, security]));
  expect(withRound(both, { round: 1, roles: ["spec-reviewer"] }, [])).toEqual(rounds([]));
  expect(withRound(both, { round: 2, roles: ["spec-reviewer"] }, [spec])).toEqual(rounds([spec], [spec]));
});

describe("what is remembered", () => {
  const again = (what: string, times: number, more: Partial<RoleIssue> = {}) =>
    Array.from({ length: 4 }, (_, index) => (index < times ? [issue(what, more)] : []));
  const merged = (...lists: RoleIssue[][][]) =>
    rounds(...[0, 1, 2, 3].map((n) => lists.flatMap((list) => list[n] ?? [])));

  test("at most three, the most repeated and gravest first, with the suggestion that resolved it", () => {
    const learned = learningsOf(
      loop(
        merged(
          again("Warnings about unclear counter names", 2, { severity: "warning" }),
          again("Missing error path for the lost connection", 2, { suggestion: "Answer 503", category: "clarity" }),
          again("Token is written to the log file", 4, { category: "exposure", reviewer: "security-reviewer" }),
          again("Plan steps are not in test first order", 3, { suggestion: "Put tests first" }),
        ),
      ),
    );
    expect(learned.map(({ name, category }) => [name, category])).toEqual([
      ["Token is written to the log file", "anti-patterns"],
      ["Plan steps are not in test first order", "heuristics"],
      ["Missing error path for the lost connection", "anti-patterns"],
    ]);
    expect(learned[1]).toMatchObject({
      description: "Plan steps are not in test first order. Resolved by: Put tests first",
      reasoning: "Recurred across 3 review iterations in feature 007 create-plan phase",
      references: ["feature/007-rate-limit"],
      confidence: "low",
      phase: "create-plan",
      role: "spec-reviewer",
    });
  });

  test("what was said to the end, or was left at the cap, is not called resolved", () => {
    const open = issue("The window has no end!", { suggestion: "Name a number" });
    const described = (judged: readonly JudgedRound[], left?: readonly RoleIssue[]) =>
      learningsOf(loop(judged, left))[0]?.description;
    const unresolved = "The window has no end! Suggested: Name a number";
    expect(described(rounds([open], [open]))).toBe(unresolved);
    expect(described(rounds([open], [open], []), [open])).toBe(unresolved); // its reviewer stopped giving verdicts
    expect(described(rounds([open], [open], []), [])).toBe("The window has no end! Resolved by: Name a number");
  });

  test("a secret that a reviewer quoted is not kept, nor more than a memory may hold", () => {
    const leak = "The log shows password=hunter2 in every line";
    const long = issue(`${leak} ${"and so on ".repeat(500)}`);
    for (const memory of learningsOf(loop(rounds([long], [long]), [long]))) {
      expect(NewMemorySchema.safeParse(memory).success).toBe(true);
    }
    expect(JSON.stringify(learningsOf(loop(rounds([issue(leak)], [issue(leak)]), [issue(leak)])))).not.toContain(
      "hunter2",
    );
  });

  test("a cap leaves one more, named after what was open", () => {
    const open = [issue("No order\nof steps", { category: "tdd-order" }), issue("No test")];
    expect(learningsOf(loop(rounds([...open], [...open]), open)).at(-1)).toMatchObject({
      name: "Plan review cap: tdd-order",
      description: "Open when the review of 007 reached its last round: No order of steps; No test",
      category: "anti-patterns",
    });
    const bare = { ...loop(rounds([], [])), phase: "other", feature: { key: "b3" }, openAtCap: [] };
    expect(learningsOf(bare)).toMatchObject([{ name: "other review cap: no approval" }]);
    expect(learningsOf(loop(rounds([issue("Only once said here")]), []))).toEqual([]);
  });
});
