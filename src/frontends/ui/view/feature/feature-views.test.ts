import { expect, test } from "vitest";
import { issuesOfHistory } from "../../../../domain/review/history/issues-of-history.ts";
import { parseHistory } from "../../../../domain/review/history/parse-review-history.ts";
import { HEADINGS } from "../../../../domain/review/history/review-history.ts";
import type { RunState } from "../run-state.ts";
import { issueViews } from "./issue-views.ts";
import { lineFinder } from "./place-of-issue.ts";
import { receiptViews } from "./receipt-views.ts";
import { roundChanges } from "./round-changes.ts";
import { skippedIn, taskViews } from "./task-views.ts";
import { numberKey } from "./timelines.ts";

const heading = (round: number) => HEADINGS["specify.review"]?.(round);

const HISTORY = `## ${heading(1)} - 2026-03-01T10:00:00.000Z

**Reviewer:** spec-reviewer
**Decision:** Needs revision

**Issues:**
- [blocker] [testability] "Fast" has no number (at: ### AC-1)
  Suggestion: Name one
- [warning] [scope] Which address? (at: spec.md:12)

**Changes Made:**
Both.

**Register:**
open 2 (+2 new):
- SR1.1 [blocker] open: "Fast" has no number → fixed: 5 a minute
- SR1.2 [warning] open: Which address? → not changed: the spec says so

---

## ${heading(2)} - 2026-03-01T10:05:00.000Z

**Reviewer:** spec-reviewer
**Decision:** Needs revision

**Register:**
open 1 (−1):
- SR1.1 [blocker] resolved: "Fast" has no number → fixed: 5 a minute
- SR1.2 [warning] open: Which address? → not changed: the spec says so (README.md names two (see AC-1)) [insisted once]

---
`;

test("an issue has its place, who raised it and when, the author's answer, and its end with the round", () => {
  const entries = parseHistory(HISTORY);
  expect(issueViews(issuesOfHistory(entries), entries)).toEqual([
    {
      ...{ id: "SR1.1", phase: "specify", severity: "blocker", text: '"Fast" has no number', where: "AC-1" },
      ...{ reviewer: "spec-reviewer", round: 1, endRound: 2, answer: "fixed: 5 a minute", end: "resolved" },
      insists: null,
    },
    {
      ...{ id: "SR1.2", phase: "specify", severity: "warning", text: "Which address?", where: "spec.md:12" },
      ...{ reviewer: "spec-reviewer", round: 1, endRound: null, end: "open" },
      ...{ answer: "not changed: the spec says so", insists: "README.md names two (see AC-1)" },
    },
  ]);
});

test("an issue stands at the line its place names, a heading, an id; of another file nowhere", () => {
  const line = lineFinder("# Spec\n\n## Acceptance Criteria\n### AC-1: The limit\ntext\n- C2: Writer\n", "spec.md");
  expect(
    ["spec.md:5", "line 2", "AC-1", "### AC-1: The limit", "Acceptance Criteria", "see C2", "spec.md ### AC-1"].map(
      line,
    ),
  ).toEqual([5, 2, 4, 4, 3, 6, 4]);
  expect(["design.md:5", "", null, "nowhere", "spec.md:900"].map(line)).toEqual([null, null, null, null, null]);
});

const log = (step: string, paths: readonly string[] = []) => ({ sha: step, subject: `commit of ${step}`, step, paths });
const LOG = [
  { sha: "by hand", subject: "by hand", paths: ["src/b.mjs"] },
  log("finish/1/0/retro-commit/1", ["docs/features/001-a/receipts.json"]),
  log("implement/1/3/fix-commit/1", ["src/a.mjs"]),
  log("implement/1/1/fix-commit/1", ["src/a.mjs"]),
  log("implement/1/0/task-1.2-commit/1"),
  log("implement/1/0/task-1.1-commit/1", ["src/a.mjs"]),
  log("specify/1/1/review-commit/1"),
  log("specify/1/0/draft-commit/1"),
];

test("between two rounds is what answered the issues of the first", () => {
  expect(
    roundChanges(LOG).map(({ phase, fromRound, toRound, from, to }) => [phase, fromRound, toRound, from, to]),
  ).toEqual([
    ["specify", 1, 2, "specify/1/0/draft-commit/1", "specify/1/1/review-commit/1"],
    ["implement", 1, 2, "implement/1/0/task-1.2-commit/1", "implement/1/1/fix-commit/1"],
    ["implement", 3, 4, "implement/1/1/fix-commit/1", "implement/1/3/fix-commit/1"],
  ]);
});

test("a task has its commit, its agent and its state", () => {
  const step = (task: string) => `implement/1/0/implementer-${task}/1`;
  const works = [
    { step: step("1.1"), status: "completed" },
    { step: step("1.3"), status: "working" },
  ];
  const runs = [{ run: "r", works }] as unknown as RunState[];
  const tasks = ["1.1", "1.2", "1.3", "1.4", "1.5"].map((number) => ({ number, title: `task ${number}` }));
  const skipped = skippedIn(
    "# Implementation Log\n\n## Task 1.4: x\n\n- **Status:** skipped\n- **Files changed:** none\n",
  );
  const views = taskViews({ tasks, runs, log: LOG, numbers: new Map([[numberKey("r", step("1.1")), 7]]), skipped });
  expect(views.map(({ state, commit, dispatch, files }) => [state, commit, dispatch, files])).toEqual([
    ["done", "implement/1/0/task-1.1-commit/1", 7, ["src/a.mjs"]],
    ["done", "implement/1/0/task-1.2-commit/1", null, []],
    ["now", null, null, []],
    ["skipped", null, null, []],
    ["to-come", null, null, []],
  ]);
});

test("a receipt is stale once a file of the project was committed after it", () => {
  const receipt = {
    ...{ criterion: "AC-1", state: "holds", tree: "t", iflow: "1", at: "2026-03-01T10:00:00.000Z" },
    tests: [{ path: "a.test.mjs", title: "AC-1: a", from: "title", command: "node --test", exitCode: 0, passed: 1 }],
  };
  const file = "docs/features/001-a/receipts.json";
  const views = (log: typeof LOG) => receiptViews({ receipts: [receipt] }, log, "docs", file);
  expect(views(LOG)).toMatchObject([
    { state: "stale", why: "src/b.mjs changed since", tests: ["a.test.mjs::AC-1: a"] },
  ]);
  expect(views(LOG.slice(1))).toMatchObject([{ state: "holds", why: null }]);
  expect(receiptViews({ problem: "edited" }, LOG, "docs", file)).toEqual([]);
});
