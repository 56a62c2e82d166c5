import { expect, test } from "vitest";
import { hangWords, wrapWords } from "./wrap-words.ts";

test("lines end at blanks; a long word stays whole; what fits is left as it is", () => {
  expect(wrapWords("one two   three", 20)).toEqual(["one two   three"]);
  expect(wrapWords("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(wrapWords("see https://example.com/a/b/c now", 10)).toEqual(["see", "https://example.com/a/b/c", "now"]);
  expect(wrapWords("", 10)).toEqual([""]);
});

test("continued below the first word, and never squeezed into nothing", () => {
  expect(hangWords("  Fix: ", "install the program and log in", 30)).toEqual([
    "  Fix: install the program and",
    "       log in",
  ]);
  expect(hangWords("a".repeat(40), "some words of a text", 30)).toEqual([`${"a".repeat(40)}some words of a text`]);
});
