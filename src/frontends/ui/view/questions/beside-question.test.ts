import { expect, test } from "vitest";
import type { IssueView } from "../model/common.ts";
import type { RunState } from "../run-state.ts";
import { factsOf, revisionWords, voicesOf } from "./beside-question.ts";

const said = (role: string, reply: unknown, round: number) => ({
  ...{ role, round, status: "completed" as const },
  reply: typeof reply === "string" ? reply : JSON.stringify(reply),
});
const OPEN = [{ id: "DR3.1" }] as unknown as IssueView[];
const MONEY = { spent: 3.47, budget: 4, unpriced: 0, estimated: false, dispatches: 9 };

test("a dispute has the last words of both sides about what is open", () => {
  const refusal = {
    ...{ approved: false, issues: [], summary: "Not yet." },
    resolutions: [
      { id: "DR3.1", status: "open", why: "The lock belongs to one process." },
      { id: "DR1.1", status: "resolved", why: "x" },
    ],
  };
  const voices = voicesOf(
    [
      said("design-author", "First draft.", 0),
      said("design-author", "DR3.1 not changed: there is never a second one\nDR1.1 fixed: done", 4),
      said(
        "design-reviewer",
        {
          ...refusal,
          issues: [
            {
              severity: "blocker",
              description: "Two exports, one file",
              location: "C2",
              category: "c",
              suggestion: "s",
            },
          ],
        },
        5,
      ),
    ],
    OPEN,
  );
  expect(voices).toEqual([
    { who: "design-reviewer", when: "round 5", text: "DR3.1: The lock belongs to one process.\nTwo exports, one file" },
    { who: "design-author", when: "after round 4", text: "DR3.1 not changed: there is never a second one" },
  ]);
  expect(voicesOf([said("design-author", "First draft.", 0)], OPEN)).toEqual([]);
});

test("facts say what failed, what holds, what would merge and what it has cost", () => {
  const check = (about: string, passed: boolean, error: string | null) =>
    ({ kind: "check", status: "completed", about, error, verdict: { passed } }) as unknown as RunState["works"][number];
  const state = {
    works: [check("test", true, null), check("test", false, "adds\nno"), check("lint", true, null)],
  } as unknown as RunState;
  const merge = { base: "main", documents: 2, commits: 11, files: 8, added: 1, removed: 1, conflicts: ["a.ts"] };
  const receipts = [{ state: "holds" }, { state: "holds" }, { state: "stale" }] as never;
  const texts = (topic: string) =>
    factsOf({ topic, state, money: MONEY, merge, receipts }).map(({ mark, text }) => `${mark} ${text}`);
  expect(texts("finish")).toEqual([
    ...[
      "warn test failed: adds no",
      "good lint passed",
      "good 2 criteria hold",
      "warn 1 receipt stale",
      "plain 11 commits, 8 files, 2 documents",
    ],
    ...["warn conflicts with main: a.ts", "warn $3.47 of $4.00"],
  ]);
  expect(texts("at-cap")).toEqual(["warn test failed: adds no", "good lint passed", "warn $3.47 of $4.00"]);
});

test("a revision is named by the round it answers; other commits by their subject", () => {
  expect(revisionWords("iflow: specify review iteration 2")).toBe("since round 2");
  expect(revisionWords("iflow: implement review iteration 1 fixes")).toBe("since round 1");
  expect(revisionWords("what would merge")).toBe("what would merge");
});
