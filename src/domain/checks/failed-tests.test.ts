import { describe, expect, test } from "vitest";
import { findFailedTests } from "./failed-tests.ts";

/** Rests of colours: where a pipe removed the unprintable characters only, as vitest itself does in XML. */
const HALF_STRIPPED = `[41m[1m FAIL [22m[49m a.test.ts[2m > [22mrate(x[5m]) is > 2
[31m[1mError[22m: boom[39m`;

describe("failed tests", () => {
  test.each([
    "",
    "make: *** [test] Error 1",
    "all 12 tests passed",
    "ok 1 - fine\n1..1",
    "{}",
    '{"a": 1}',
    "✖ 2 problems (2 errors, 0 warnings)",
    "  1) first, install it\n  2) then run it",
    "src/a.ts(3,4): error TS2304: Cannot find name 'x'.",
    "ok  \texample.com/other\t0.002s",
    "_______ summary _______\n  py: commands failed",
    "<testcase name='fine'><system-out>&lt;failure</system-out></testcase>",
  ])("are not found in %j", (output) => {
    expect(findFailedTests(output)).toEqual([]);
  });

  test("are at most ten, each once, cut to a line", () => {
    const lines = Array.from({ length: 30 }, (_, at) => `not ok ${at} - test ${at % 15} ${"x".repeat(500)}`);
    const found = findFailedTests(lines.join("\n"));

    expect(found).toHaveLength(10);
    expect(new Set(found.map(({ name }) => name)).size).toBe(10);
    expect(Math.max(...found.map(({ name }) => name.length))).toBe(300);
  });

  test("are found where lines end as on Windows", () => {
    const output = "  2 failing\n\n  1) limits\n       refuses the sixth:\n     Error: boom\n      at x\n";
    const failed = [{ name: "limits refuses the sixth", message: "Error: boom" }];

    expect(findFailedTests(output)).toEqual(failed);
    expect(findFailedTests(output.replaceAll("\n", "\r\n"))).toEqual(failed);
  });

  test("are found where colours were half removed, and keep brackets of their own", () => {
    expect(findFailedTests(HALF_STRIPPED)).toEqual([
      { name: "a.test.ts > rate(x[5m]) is > 2", message: "Error: boom" },
    ]);
  });

  test.each([
    "<testcase ",
    '<testcase name="',
    "\n",
    " ",
    "       x\n",
    "  1) a\n       b\n",
    "not ok 1 - a\n",
    "[ERROR] a.",
  ])("are looked for in time that grows with the output: %j", (piece) => {
    const took = (chars: number) => {
      const output = piece.repeat(chars / piece.length);
      const begun = performance.now();
      findFailedTests(output);
      return performance.now() - begun;
    };
    took(1000);
    expect(took(256 * 1024)).toBeLessThan(5000);
  });
});
