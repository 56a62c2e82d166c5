import { expect, test } from "vitest";
import { isForIdea } from "./own-tree.ts";

const tree = { name: "limit", path: "/trees/limit", idea: "limit logins", from: "main", revision: "abc" };

test.each([
  ["an idea without a number yet", {}, true],
  ["a brainstorm", { key: "b3" }, true],
  ["a feature", { key: "007-limit" }, false],
  ["a task of a feature", { lane: { of: "007-limit", number: 1 } }, false],
  ["what is leaving", { key: "b3", leaving: "abandoned" as const }, false],
])("the tree of %s", (_, more, expected) => {
  expect(isForIdea({ ...tree, ...more })).toBe(expected);
});
