import { expect, it } from "vitest";
import { testSummary } from "./test-counts.ts";

it.each([
  ["pytest -q", "....\n212 passed in 14.02s\n", "212 passed"],
  ["pytest", "==== 1 failed, 211 passed, 2 warnings in 2.31s ====\n", "1 failed, 211 passed"],
  ["pytest, skipped first", "=== 1 failed, 2 skipped, 9 passed in 0.31s ===", "1 failed, 9 passed"],
  ["node, TAP", "# tests 6\n# pass 5\n# fail 1\n", "1 failed, 5 passed"],
  ["node, spec", "ℹ tests 5\nℹ pass 5\nℹ fail 0\n", "5 passed"],
  ["vitest", " Test Files  1 failed (1)\n      Tests  1 failed | 211 passed (212)\n", "1 failed, 211 passed"],
  ["jest", "Tests:       1 failed, 4 passed, 5 total\n", "1 failed, 4 passed"],
  [
    "cargo, two binaries",
    "test result: ok. 5 passed; 0 failed; 0 ignored\ntest result: ok. 2 passed; 0 failed\n",
    "7 passed",
  ],
  ["mocha", "  5 passing (20ms)\n  1 failing\n", "1 failed, 5 passed"],
  ["rspec", "5 examples, 2 failures\n", "2 failed, 3 passed"],
  ["minitest", "5 runs, 9 assertions, 1 failures, 0 errors, 0 skips\n", "1 failed, 4 passed"],
  ["in colour", "\u001b[32m\u001b[1m3 passed\u001b[0m\u001b[32m in 0.01s\u001b[0m\n", "3 passed"],
])("%s", (_, output, summary) => {
  expect(testSummary(output)).toBe(summary);
});

it.each([
  ["go", "ok  \texample.com/a\t0.2s\n"],
  ["words that only look like it", "we passed 5 tests\nall tests passed\n"],
  ["nothing", ""],
])("says nothing about %s", (_, output) => {
  expect(testSummary(output)).toBeUndefined();
});
