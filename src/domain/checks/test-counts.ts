// How many tests passed and failed, read from the closing lines of a test runner: `1 failed, 211 passed`. Output without
// such a line says nothing, and nothing is guessed.
import { withoutColours } from "../text/terminal-codes.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Undefined where the runner is not known. */
export function testSummary(output: string): string | undefined {
  const counts = testCounts(output);
  if (!counts || counts.passed + counts.failed === 0) return undefined;
  return counts.failed === 0 ? `${counts.passed} passed` : `${counts.failed} failed, ${counts.passed} passed`;
}

/** The same as numbers. */
export function testCounts(output: string): Counts | undefined {
  return readCounts(withoutColours(output).slice(-LAST_CHARS));
}

/** What a runner counts stands at its end. */
const LAST_CHARS = 20_000;

type Reader = (text: string) => Counts | undefined;

const READERS: readonly Reader[] = [
  // node --test, TAP and spec: "# pass 5", "ℹ fail 0"
  pair(/^[#ℹ] pass (\d+)$/gm, /^[#ℹ] fail (\d+)$/gm),
  // vitest, jest: "Tests  1 failed | 211 passed (212)", "Tests: 1 failed, 211 passed, 212 total"
  line(/^\s*Tests:?\s.*\b\d+ (?:passed|failed)\b.*$/gm),
  // cargo: "test result: ok. 5 passed; 0 failed; …", one for each binary
  line(/^test result: .*$/gm),
  // pytest: "1 failed, 211 passed in 2.31s", with or without its rules
  line(/^=*\s*(?:\d+ \w+, )*\d+ (?:passed|failed)\b.* in [\d.]+ ?s.*$/gm),
  // mocha: "5 passing", "1 failing"
  pair(/^\s*(\d+) passing\b/gm, /^\s*(\d+) failing\b/gm),
  // rspec: "5 examples, 1 failure"
  total(/^(\d+) examples?, (\d+) failures?/gm),
  // minitest: "5 runs, 9 assertions, 1 failures, 0 errors"
  total(/^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures/gm),
  // go test -v: "--- PASS: TestName (0.00s)"
  lines(/^--- PASS: /gm, /^--- FAIL: /gm),
  // deno: "ok | 3 passed | 0 failed (12ms)"; playwright: "  3 passed (1.2s)"
  line(/^(?:(?:ok|FAILED) \| .*|\s*\d+ (?:passed|failed)(?: \([\d.]+m?s\))?)$/gm),
  // bun: " 3 pass"
  pair(/^\s*(\d+) pass$/gm, /^\s*(\d+) fail$/gm),
  // phpunit: "OK (3 tests, 5 assertions)"
  pair(/^OK \((\d+) tests?, /gm, /^Tests: \d+, .*Failures: (\d+)/gm),
];

function readCounts(text: string): Counts | undefined {
  for (const read of READERS) {
    const counts = read(text);
    if (counts) return counts;
  }
  return undefined;
}

/** Two lines, one of which may be missing. */
function pair(passed: RegExp, failed: RegExp): Reader {
  return (text) => {
    const [ok, bad] = [passed, failed].map((pattern) => [...text.matchAll(pattern)]);
    if (!ok?.length && !bad?.length) return undefined;
    return { passed: sumOf(ok), failed: sumOf(bad) };
  };
}

/** One line per test. */
function lines(passed: RegExp, failed: RegExp): Reader {
  return (text) => {
    const [ok, bad] = [passed, failed].map((pattern) => [...text.matchAll(pattern)].length);
    return ok || bad ? { passed: ok ?? 0, failed: bad ?? 0 } : undefined;
  };
}

/** Both in one line, in any order. */
function line(pattern: RegExp): Reader {
  return (text) => {
    const lines = [...text.matchAll(pattern)].map(([found]) => found);
    if (lines.length === 0) return undefined;
    const add = (word: string) =>
      lines.reduce((sum, found) => sum + Number(new RegExp(`(\\d+) ${word}\\b`).exec(found)?.[1] ?? 0), 0);
    return { passed: add("passed"), failed: add("failed") };
  };
}

/** All of them, and how many failed. */
function total(pattern: RegExp): Reader {
  return (text) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return undefined;
    const failed = found.reduce((sum, [, , one]) => sum + Number(one), 0);
    return { passed: sumOf(found) - failed, failed };
  };
}

function sumOf(found: readonly RegExpExecArray[] = []): number {
  return found.reduce((sum, [, one]) => sum + Number(one), 0);
}
