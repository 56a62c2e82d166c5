import { describe, expect, test } from "vitest";
import { type BranchCommit, begunIn, creationStep, foreignRoots, isUnmerged, type OtherFeature } from "./lineage.ts";

const commit = (sha: string, parents: string[], steps: string[] = []): BranchCommit => ({ sha, parents, steps });

test("a feature begins with the oldest commit that names its creation", () => {
  const commits = [
    commit("a1", ["base"], [creationStep("001-a")]),
    commit("a2", ["a1"], ["specify/1/1/commit/1"]),
    commit("b1", ["a2"], [creationStep("002-b")]),
    commit("b2", ["b1"], [creationStep("002-b")]),
  ];
  expect(begunIn(commits)).toEqual(
    new Map([
      ["001-a", "a1"],
      ["002-b", "b1"],
    ]),
  );
});

describe("foreign roots", () => {
  test.each<[string, BranchCommit[], string[], string[]]>([
    ["own commits only", [commit("b1", ["x"]), commit("b2", ["b1"])], ["b1"], []],
    ["commits below", [commit("a1", ["x"]), commit("a2", ["a1"]), commit("b1", ["a2"])], ["b1"], ["a1"]],
    ["merged in later", [commit("b1", ["x"]), commit("a1", ["x"]), commit("m", ["b1", "a1"])], ["b1"], ["a1"]],
    ["several starts", [commit("a1", ["x"]), commit("b1", ["a1"])], ["a1", "b1"], []],
    ["no start at all", [commit("a1", ["x"]), commit("a2", ["a1"])], [], ["a1"]],
  ])("%s", (_, commits, starts, roots) => {
    expect(foreignRoots(commits, starts)).toEqual(roots);
  });
});

describe("another feature would be merged along", () => {
  const nothing: OtherFeature = {
    ...{ isBegun: false, isShared: false, hasBranch: true, here: undefined, inBase: undefined },
  };
  test.each<[string, Partial<OtherFeature>, boolean]>([
    ["its branch has commits of this one", { isShared: true }, true],
    ["it begins on this branch", { isBegun: true }, true],
    ["its branch is deleted, its folder is here", { isBegun: true, hasBranch: false, here: "abandoned" }, true],
    ["nothing but a trailer is left of it", { isBegun: true, hasBranch: false }, false],
    ["its unfinished folder is here", { here: "active", hasBranch: false }, true],
    ["its folder, completed, is here and not in the base", { here: "completed", hasBranch: false }, true],
    ["its damaged record is here", { here: "unreadable", hasBranch: false }, true],
    ["the base has only the plan", { here: "active", inBase: "planned" }, true],
    ["the base has it unfinished already", { here: "active", inBase: "active" }, false],
    ["a plan", { here: "planned", hasBranch: false }, false],
    ["a plan that was given up", { here: "abandoned", inBase: "planned" }, false],
    ["merged as another commit", { isShared: true, isBegun: true, here: "active", inBase: "completed" }, false],
    ["unfinished in the base, with more work here", { isShared: true, inBase: "active" }, true],
  ])("%s", (_, facts, unmerged) => {
    expect(isUnmerged({ ...nothing, ...facts })).toBe(unmerged);
  });
});
