// When a page that was played counts as out of date.
import { describe, expect, test } from "vitest";
import { fillBlocks, isSame, withoutChance } from "../scripts/docs/played.ts";

describe("a page says the same as a run", () => {
  test.each<[string, string, boolean]>([
    ["  total  45   50 k  ~$0.22", "  total  45  49 k  ~$0.21", true],
    ["  specify  7  6570  ~$0.03", "  specify  7  7001  ~$0.03", true],
    ["  specify  7  6570  ~$0.03", "  specify  7  9001  ~$0.03", false],
    ["  specify  7  6570  ~$0.03", "  specify  8  6570  ~$0.03", false],
    ["took 45 dispatches, ~$0.22", "took 45 dispatches, ~$0.35", false],
    ["✓ Spec approved in 2 rounds", "✓ Spec approved in 3 rounds", false],
    ["one line", "one line\nand another", false],
  ])("%j and %j: %s", (before, now, same) => expect(isSame(before, now)).toBe(same));
});

test("commits, times and dates are those of no run", () => {
  expect(
    withoutChance("merged (930e63ede7)\n  took       2 s, 45 dispatches\n  tests   12 s\nfinish   7/7 · 2 s · $1.00"),
  ).toBe("merged (3f2c9a7b10)\n  took       45 dispatches\n  tests\nfinish   7/7 · $1.00");
});

test("who of those that work side by side was first does not count", () => {
  const code = "  ✗ code reviewer         1 blocker\n    IR1.1 It is wrong\n          (a.ts:7)\n";
  const quality = "  ✓ quality reviewer      approved\n";
  const later = "  ✓ code reviewer         1 resolved                    round 2\n";

  expect(withoutChance(`a\n${quality}${code}${later}b`)).toBe(`a\n${code}${quality}${later}b`);
});

test("only blocks that were played and have changed are replaced", () => {
  const page = "a\n<!-- played: x -->\n```\nold\n```\nb\n<!-- played: y -->\n```\nstays\n```\n```\nold\n```\n";

  expect(fillBlocks(page, { x: "new $&" })).toBe(page.replace("old", () => "new $&"));
});
