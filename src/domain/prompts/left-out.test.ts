import { expect, test } from "vitest";
import { leftOutLines } from "./left-out.ts";

test("nothing was left out: no line", () => {
  expect(leftOutLines("fixer", [])).toEqual([]);
});

test("one line names what was left out", () => {
  expect(leftOutLines("fixer", ["design.md", "plan.md"])).toEqual(["- Left out of this feature: design.md, plan.md"]);
});

test.each([
  ["plan.md", ""],
  ["design.md", '. The level design has no document: give it "passed": true.'],
])("who judges levels is told what a level without %s means", (name, more) => {
  expect(leftOutLines("implementation-reviewer", [name])).toEqual([`- Left out of this feature: ${name}${more}`]);
});
