import { expect, test } from "vitest";
import { withoutColours } from "./terminal-codes.ts";

test.each([
  ["\u001b[31mred\u001b[39m and \u001b[1;38;2;255;0;0mbold\u001b[0m", "red and bold"],
  ["\u001b[2K\u001b[1Gdone", "done"],
  ["\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007", "link"],
  ["\u001b]0;title\u001b\\text", "text"],
  ["\u009b31mred", "red"],
  ["\u001bMup", "up"],
  ["[31m is text without its escape", "[31m is text without its escape"],
])("%j is shown as %j", (printed, shown) => {
  expect(withoutColours(printed)).toBe(shown);
});
