import { expect, test } from "vitest";
import { chooseBase, fixOfMissing } from "./base-branch.ts";

const choose = (local: string[], more: { configured?: string; remoteDefault?: string } = {}) =>
  chooseBase({ configured: more.configured, remoteDefault: more.remoteDefault, local });

test.each([
  ["the config", ["main", "next"], { configured: "next", remoteDefault: "main" }, "next"],
  ["what the remote calls its own", ["main", "trunk"], { remoteDefault: "trunk" }, "trunk"],
  ["main", ["master", "main"], {}, "main"],
  ["main when the remote's own is not here", ["main"], { remoteDefault: "trunk" }, "main"],
  ["master", ["master", "old"], {}, "master"],
  ["the only branch that is no feature", ["trunk", "feature/001-a"], {}, "trunk"],
])("%s", (_, local, more, branch) => {
  expect(choose(local, more)).toEqual({ type: "known", branch });
});

test("a configured branch that is not here is said, never replaced by another", () => {
  expect(choose(["main"], { configured: "next" })).toEqual({ type: "missing", branch: "next" });
});

test("several candidates, or none, are for a person", () => {
  expect(choose(["a", "b", "feature/001-a"])).toEqual({ type: "unclear", candidates: ["a", "b"] });
  expect(choose(["feature/001-a"])).toEqual({ type: "unclear", candidates: [] });
});

test("a base branch that is mistyped is corrected before another branch is made", () => {
  expect(fixOfMissing("mian", ["feature/001-mia", "main"])).toMatch(/^correct baseBranch: did you mean main\?/);
  expect(fixOfMissing("develop", ["main"])).toMatch(/^git branch develop /);
});
