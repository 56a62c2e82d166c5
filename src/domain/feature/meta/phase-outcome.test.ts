import { expect, test } from "vitest";
import { type FeatureMeta, newMeta } from "./feature-meta.ts";
import { lastOutcome, phaseState, phaseStates, printOutcome } from "./phase-outcome.ts";

const AT = "2026-03-01T10:00:00.000Z";
const META = newMeta({ id: "001", slug: "limit", description: "limit", created: AT, branch: "feature/001-limit" });
const withPhases = (phases: NonNullable<FeatureMeta["phases"]>): FeatureMeta => ({ ...META, phases });
const done = (outcome: string, ...notes: string[]) => ({ completed: AT, outcome, reviewerNotes: notes });

test("every ended phase in its order, with what both loops left open; strange ones last", () => {
  const meta = withPhases({
    ours: { completed: AT },
    design: { ...done("accepted", "a"), phaseReview: { reviewerNotes: ["b", "c"] } },
    specify: done("approved"),
    implement: { started: AT, stages: {} },
  });

  expect(phaseStates(meta)).toEqual([
    { phase: "specify", outcome: "approved", openIssues: 0 },
    { phase: "design", outcome: "accepted", openIssues: 3 },
    { phase: "ours", outcome: "completed", openIssues: 0 },
  ]);
  expect(phaseStates(undefined)).toEqual([]);
  expect(phaseStates({ ...META, phases: null })).toEqual([]);
});

test("a phase that is run again has no end, unless it stopped", () => {
  const meta = withPhases({ specify: done("approved"), design: done("approved") });

  expect(phaseStates(meta, { phase: "specify", isStopped: false }).map(({ phase }) => phase)).toEqual(["design"]);
  expect(phaseStates(meta, { phase: "specify", isStopped: true })[0]).toEqual({
    ...{ phase: "specify", outcome: "stopped", openIssues: null },
  });
});

test("a phase that was given up is known to have stopped, although it is not completed", () => {
  const open = { severity: "blocker", description: "Unsafe.", reviewer: "security-reviewer" } as const;
  const meta = withPhases({ implement: { started: AT, outcome: "stopped", openIssues: [open] } });

  expect(phaseStates(meta)).toEqual([{ phase: "implement", outcome: "stopped", openIssues: 1 }]);
});

test.each<[string, unknown, string]>([
  ["an approval", done("approved"), "approved"],
  ["one open issue", done("accepted", "a"), "accepted with 1 open issue"],
  ["several", done("accepted", "a", "b"), "accepted with 2 open issues"],
  ["an acceptance without its issues", done("accepted"), "accepted with open issues"],
  ["a stop", { outcome: "stopped", openIssues: [{}, {}] }, "stopped with 2 open issues"],
  ["a stop without its issues", { outcome: "stopped", openIssues: "none" }, "stopped"],
  ["an earlier version", { completed: AT, reviewerNotes: ["a"] }, "completed"],
  ["a word nobody wrote", done("excellent"), "completed"],
  ["notes that are no list", { completed: AT, outcome: "accepted", reviewerNotes: 7 }, "accepted with open issues"],
])("%s is told as it is", (_, record, words) => {
  expect(printOutcome(phaseState("specify", record as Record<string, unknown>))).toBe(words);
});

test("the last phase: none yet, one with a record, one without", () => {
  expect(lastOutcome(META)).toBeUndefined();
  expect(lastOutcome({ ...withPhases({ specify: done("approved") }), lastCompletedPhase: "specify" })).toBe("approved");
  expect(lastOutcome({ ...META, phases: null, lastCompletedPhase: "design" })).toBe("completed");
});
