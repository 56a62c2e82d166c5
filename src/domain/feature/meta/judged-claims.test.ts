import { expect, test } from "vitest";
import type { FeatureMeta } from "./feature-meta.ts";
import { type Evidence, unsupportedClaims } from "./judged-claims.ts";

const META: FeatureMeta = {
  ...{ id: "007", slug: "limit", status: "active", lastCompletedPhase: "specify" },
  phases: { specify: { completed: "2026-03-01T09:00:00.000Z", outcome: "approved" } },
};
const COMMITTED: Evidence = {
  meta: META,
  completions: { specify: { sha: "a".repeat(40), meta: META, document: { path: "spec.md", isSame: true } } },
  later: [],
  committed: META,
  rewritten: [],
  depths: [],
};

test("what a commit of iflow supports is no claim", () => {
  expect(unsupportedClaims(COMMITTED)).toEqual([]);
});

test("the last completed phase alone is a claim as well", () => {
  const meta = { ...META, lastCompletedPhase: "implement" };

  expect(unsupportedClaims({ ...COMMITTED, meta })).toEqual([
    ".meta.json says that implement is completed, but no commit of iflow completed it",
  ]);
});

test("a completion whose record cannot be read supports nothing", () => {
  const completions = { specify: { sha: "a", meta: undefined, document: null } };

  expect(unsupportedClaims({ ...COMMITTED, completions })).toHaveLength(1);
});

test("later commits are named, three of them", () => {
  const later = [1, 2, 3, 4].map((n) => ({ sha: `${n}`.repeat(40), subject: `change ${n}` }));

  const implement = { sha: "b".repeat(40), meta: META, document: null };
  const completions = { ...COMMITTED.completions, implement };
  expect(unsupportedClaims({ ...COMMITTED, completions, later })).toEqual([
    "since implement, code was changed that no reviewer saw: 1111111 change 1, 2222222 change 2, 3333333 change 3, and 1 more",
  ]);
});

test("code without a completed implement, and what was given up, are claims", () => {
  const later = [{ sha: "1".repeat(40), subject: "task" }];
  const openIssues = [{ severity: "blocker" as const, description: "x", reviewer: "security-reviewer" }];
  const meta = { ...META, phases: { ...META.phases, implement: { outcome: "stopped", openIssues } } };

  expect(unsupportedClaims({ ...COMMITTED, meta, later })).toEqual([
    "implement was given up with 1 open issue",
    "implement is not completed, so nobody has approved the code: 1111111 task",
  ]);
});

test("code that was rewritten, or is gone, is a claim; several open issues are counted", () => {
  const rewritten = ["src/a.ts"];
  const openIssues = ["x", "y"].map((description) => ({ severity: "warning" as const, description, reviewer: "r" }));
  const meta = { ...META, phases: { ...META.phases, implement: { outcome: "stopped", openIssues } } };

  expect(unsupportedClaims({ ...COMMITTED, rewritten })).toEqual([
    "commits were rewritten or merged by hand, and code is not as it was judged: src/a.ts",
  ]);
  expect(unsupportedClaims({ ...COMMITTED, rewritten: "lost" })).toEqual([
    "the code that was judged is no longer in this repository, so nobody can say that this is it",
  ]);
  expect(unsupportedClaims({ ...COMMITTED, meta })).toEqual(["implement was given up with 2 open issues"]);
});

test("notes and documents that changed after the completion are claims", () => {
  const changed = {
    ...META,
    phases: { specify: { ...META.phases?.specify, reviewerNotes: [] } },
  } as unknown as FeatureMeta;
  const document = { path: "spec.md", isSame: false };
  const completions = { specify: { sha: "a".repeat(40), meta: META, document } };

  expect(unsupportedClaims({ ...COMMITTED, meta: changed, committed: changed })).toEqual([
    "what was open in specify (reviewerNotes in .meta.json) was changed since its completion",
  ]);
  expect(unsupportedClaims({ ...COMMITTED, completions })).toEqual([
    "spec.md was changed after it was approved, and no reviewer saw that",
  ]);
});

test.each([
  [["auto", "light"], []],
  [["light", "light"], []],
  [[undefined, "light"], [".meta.json says light depth, but the feature was at full depth before"]],
  [["light", "escalated"], [".meta.json says light depth, but the feature was at full depth before"]],
])("depth only rises: recorded as %j, and light now", (depths, claims) => {
  const meta = { ...META, depth: { asked: "light", now: "light" } };

  expect(unsupportedClaims({ ...COMMITTED, meta, depths })).toEqual(claims);
});

test("a feature at full depth claims nothing about it", () => {
  expect(unsupportedClaims({ ...COMMITTED, depths: ["light", "escalated", undefined] })).toEqual([]);
});
