import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

const names = [
  ...["main", "release/1.0", "fix#12", "@me/x", "a+b", "main;touch${IFS}x", "$(touch x)", "`touch x`", "a&b", "a|b"],
  ...["it's", "'", '"', "(draft)", "!x", "{a,b}", "~", "*", "größe", "two words", "a\\b", "<x>"],
];

describe("shellWord", () => {
  test.each(names)("%s is one word to a shell, and nothing else", (name) => {
    expect(execFileSync("sh", ["-c", `printf %s ${shellWord(name)}`], { encoding: "utf8" })).toBe(name);
  });

  test("leaves plain names as they are", () => {
    expect(shellWord("feature/001-a_b.c@d+e")).toBe("feature/001-a_b.c@d+e");
  });
});
