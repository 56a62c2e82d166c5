import { expect, test } from "vitest";
import { withoutColours, withoutControlCodes } from "./terminal-codes.ts";

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

test("F10: no control character but line breaks and tabs, and none that turns a line around, is left in what the engine keeps", () => {
  expect(withoutControlCodes("a\u001b[2Jb\u001b]0;own\u0007ed\u001b]8;; unended\u0085\u009d1\u0000\r\n\tc")).toBe(
    "abed;; unended1\n\tc",
  );
  expect(withoutControlCodes("\u001b")).toBe("");
  expect(withoutControlCodes("if (\u202enimda\u2066 x)")).toBe("if (nimda x)");
});
