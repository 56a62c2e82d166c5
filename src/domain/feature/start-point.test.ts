import { expect, test } from "vitest";
import type { BaseChoice } from "./base-branch.ts";
import { chooseStart, featureOf, type StartFacts } from "./start-point.ts";

const MAIN: BaseChoice = { type: "known", branch: "main" };
const UNCLEAR: BaseChoice = { type: "unclear", candidates: ["one", "two"] };
const A = "001-a";

const choose = (more: Partial<StartFacts>) =>
  chooseStart({ base: MAIN, current: "main", feature: undefined, from: undefined, ...more });
const at = (branch: string, stackedOn?: string) => ({ type: "at", branch, stackedOn });

test.each<[string, Partial<StartFacts>, object]>([
  ["HEAD is on the base branch", {}, at("main")],
  ["HEAD is on a branch of the person", { current: "wip" }, at("main")],
  ["HEAD is on a merged feature", { current: "feature/001-a" }, at("main")],
  [
    "HEAD is on an unmerged feature",
    { current: "feature/001-a", feature: A },
    { type: "ask", base: "main", feature: A },
  ],
  ["the person said base", { current: "feature/001-a", feature: A, from: "base" }, at("main")],
  ["the person named a feature", { feature: A, from: A }, at("feature/001-a", A)],
  ["the named feature is merged", { from: A }, at("main")],
  [
    "the configured base is not here",
    { base: { type: "missing", branch: "next" } },
    { type: "no-base", missing: "next" },
  ],
  ["several bases, HEAD on one", { base: UNCLEAR, current: "two" }, at("two")],
  ["several bases, HEAD on a feature", { base: UNCLEAR, current: "feature/001-a", feature: A }, { type: "no-base" }],
  ["several bases, a feature is named", { base: UNCLEAR, feature: A, from: A }, at("feature/001-a", A)],
])("%s", (_, facts, start) => {
  expect(choose(facts)).toEqual(start);
});

test("the feature of a branch is known by its name", () => {
  expect(featureOf("feature/001-a")).toBe("001-a");
  for (const other of ["001-a", "feature/a", "main", "feature/001-a/b"]) expect(featureOf(other)).toBeUndefined();
});
