import { expect, test } from "vitest";
import { AgainWith, againWith } from "./again-with.ts";

const base = { flag: ["--from", "base"], means: "at the base branch" } as const;
const stacked = { flag: ["--from", "007"], means: "on top of 007" } as const;

test("one way is the fix and needs no list", () => {
  const error = new AgainWith("usage", "where?", [base], ["before", "after"]);
  expect(error.fix).toBe("run this again with --from base");
  expect(error.detail).toBe("before\nafter");
});

test("several ways are listed with what each means, and what to type", () => {
  const { detail, fix } = againWith([base, stacked], ["", "after"], ["iflow x --from base"]);
  expect(detail).toBe("  at the base branch:\n    iflow x --from base\n  on top of 007:\n    \nafter");
  expect(fix).toBe("iflow x --from base");
  expect(againWith([], ["", ""], []).fix).toBe("");
});
