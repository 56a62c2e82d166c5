import { expect, test } from "vitest";
import { listNames } from "./list-names.ts";

test("up to twelve names are all named", () => {
  expect(listNames([])).toBe("");
  expect(listNames(["a", "b"])).toBe("a, b");
  expect(listNames(Array.from({ length: 12 }, (_, n) => `${n}`))).toBe("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
});

test("of more, the rest is counted", () => {
  expect(listNames(Array.from({ length: 10_000 }, (_, n) => `${n}`))).toMatch(/^0, 1, .*, 11 and 9988 more$/);
});

test("F10: shows a line break in a name as an escape", () => {
  expect(listNames(["a\nb.md", "c.md"])).toBe("a\\nb.md, c.md");
});
