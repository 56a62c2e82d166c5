import { expect, test } from "vitest";
import { isOutgrown, longestPrompt } from "./session-length.ts";

test("a session may fill four fifths of the window, its next prompt included", () => {
  const longest = longestPrompt(200_000);

  expect(isOutgrown(160_000, 0, longest)).toBe(false);
  expect(isOutgrown(159_000, 3_000, longest)).toBe(false);
  expect(isOutgrown(159_000, 3_001, longest)).toBe(true);
  expect(isOutgrown(160_001, 0, longest)).toBe(true);
});

test("a session of unknown length is not left because of its length", () => {
  expect(isOutgrown(0, 480_000, longestPrompt(200_000))).toBe(false);
});
