import { describe, expect, test } from "vitest";
import { findFailedTests } from "./failed-tests.ts";

const NAME = "refuses the sixth";

/** As the runners print it; lines that do not matter are left out. */
const OUTPUTS: Readonly<
  Record<string, readonly [output: string, ...failed: (readonly [name: string, message?: string])[]]>
> = {
  "node --test in a pipe": [
    `TAP version 13
# Subtest: limits
    # Subtest: ${NAME}
    not ok 1 - ${NAME}
      ---
      location: '/tmp/a.test.mjs:2:28'
      failureType: 'testCodeFailure'
      error: 'the sixth was let in'
      ...
    ok 2 - lets the fifth in
    1..2
not ok 1 - limits
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
not ok 2 - top level
  ---
  error: |-
    boom
    second line
  ...
not ok 3 - later # TODO`,
    [NAME, "the sixth was let in"],
    ["top level", "boom"],
  ],
  "node --test on a terminal": [
    `▶ limits
  ✖ ${NAME} (13.931077ms)
    AssertionError [ERR_ASSERTION]: the sixth was let in
        at TestContext.<anonymous> (file:///tmp/a.test.mjs:2:67)

  ✔ ok (0.272088ms)
✖ limits (15.914568ms)
✖ top level (0.255386ms)
  Error: boom
      at TestContext.<anonymous> (file:///tmp/a.test.mjs:3:33)

ℹ tests 3`,
    [NAME, "the sixth was let in"],
    ["top level", "boom"],
  ],
  vitest: [
    ` ❯ test/limit.test.ts (2 tests | 1 failed) 28ms
     × ${NAME} 21ms
 FAIL  test/limit.test.ts > limits > ${NAME}
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
 ❯ test/limit.test.ts:2:70`,
    [`test/limit.test.ts > limits > ${NAME}`, "AssertionError: expected 1 to be 2 // Object.is equality"],
  ],
  "vitest in colours": [
    `\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m a.test.ts\u001b[2m > \u001b[22m${NAME}\n\u001b[31m\u001b[1mError\u001b[22m: boom\u001b[39m`,
    [`a.test.ts > ${NAME}`, "Error: boom"],
  ],
  "vitest as TAP": [
    `not ok 1 - test/limit.test.ts # time=37.89ms {
    not ok 1 - limits # time=23.92ms {
        not ok 1 - ${NAME} # time=23.08ms
            ---
            error:
                name: "AssertionError"
                message: "expected 1 to be 2"
            ...
    }
}`,
    [NAME, "expected 1 to be 2"],
  ],
  jest: [
    `FAIL src/limit.test.js
  ● Console

    console.log
  ● limits › ${NAME}

    expect(received).toBe(expected) // Object.is equality

    Expected: 2

  ● top level

    boom`,
    [`limits › ${NAME}`, "expect(received).toBe(expected) // Object.is equality"],
    ["top level", "boom"],
  ],
  "jest --json": [
    JSON.stringify({
      numFailedTests: 1,
      testResults: [
        {
          assertionResults: [
            { status: "passed", fullName: "limits lets the fifth in" },
            { status: "failed", fullName: `limits ${NAME}`, failureMessages: ["Error: boom\n    at x"] },
          ],
        },
      ],
    }),
    [`limits ${NAME}`, "Error: boom"],
  ],
  mocha: [
    `  1 passing (5ms)
  1 failing

  1) limits
       ${NAME}:
     AssertionError: expected 1 to equal 2`,
    ["limits", "AssertionError: expected 1 to equal 2"],
  ],
  pytest: [
    `=========================== short test summary info ============================
FAILED test_b.py::test_six - AssertionError: the sixth was let in
FAILED test_b.py::test_par[a b] - ValueError: a b
ERROR test_c.py
3 failed in 2.01s`,
    ["test_b.py::test_six", "AssertionError: the sixth was let in"],
    ["test_b.py::test_par[a b]", "ValueError: a b"],
    ["test_c.py"],
  ],
  "pytest without its summary": [
    `___________________________________ test_six ___________________________________
test_b.py:3: in test_six
E   AssertionError: the sixth was let in
E   assert 1 == 2
________________________________ test_par[a b] _________________________________
E   ValueError: a b`,
    ["test_six", "AssertionError: the sixth was let in"],
    ["test_par[a b]", "ValueError: a b"],
  ],
  unittest: [
    `======================================================================
FAIL: test_six (test_a.T.test_six)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "test_a.py", line 4, in test_six
AssertionError: 1 != 2 : the sixth

======================================================================
ERROR: test_err (test_a.T.test_err)
ValueError: bad`,
    ["test_six (test_a.T.test_six)", "AssertionError: 1 != 2 : the sixth"],
    ["test_err (test_a.T.test_err)", "ValueError: bad"],
  ],
  "go test": [
    `=== RUN   TestSixth
    limit_test.go:12: the sixth was let in
--- FAIL: TestSixth (0.00s)
    limit_test.go:12: the sixth was let in
FAIL
exit status 1`,
    ["TestSixth", "limit_test.go:12: the sixth was let in"],
  ],
  "go test -json": [
    `{"Time":"2026-01-01T00:00:00Z","Action":"run","Package":"x","Test":"TestSixth"}
{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"x","Test":"TestSixth","Elapsed":0}
{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"x","Elapsed":0}`,
    ["TestSixth"],
  ],
  "cargo test": [
    `test tests::ok ... ok
test tests::sixth ... FAILED

---- tests::sixth stdout ----

thread 'tests::sixth' (18020) panicked at src/lib.rs:3:26:
assertion \`left == right\` failed: the sixth was let in
  left: 1

failures:
    tests::sixth`,
    ["tests::sixth", "assertion `left == right` failed: the sixth was let in"],
  ],
  "JUnit XML": [
    `<testsuite name="limits" tests="2" failures="1">
  <testcase name="lets the fifth in" classname="test"/>
  <testcase name="${NAME}" time="0.002140" classname="test">
    <failure type="testCodeFailure" message="the sixth was let in">
Error
    </failure>
  </testcase>
</testsuite>`,
    [NAME, "the sixth was let in"],
  ],
  Surefire: [
    `[ERROR] Failures:
[ERROR]   LimitTest.refusesTheSixth:12 expected: <1> but was: <2>`,
    ["LimitTest.refusesTheSixth:12", "expected: <1> but was: <2>"],
  ],
  Gradle: [
    `LimitTest > refusesTheSixth() FAILED
    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>`,
    ["LimitTest > refusesTheSixth()", "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>"],
  ],
  RSpec: [
    `Failed examples:

rspec ./spec/limit_spec.rb:3 # Limit refuses the sixth`,
    ["./spec/limit_spec.rb:3 # Limit refuses the sixth"],
  ],
  PHPUnit: [
    `There was 1 failure:

1) LimitTest::testSixth
Failed asserting that 2 matches expected 1.`,
    ["LimitTest::testSixth", "Failed asserting that 2 matches expected 1."],
  ],
};

describe("TR-5: the failed tests in the output of", () => {
  test.each(Object.entries(OUTPUTS))("%s", (_, [output, ...failed]) => {
    expect(findFailedTests(output)).toEqual(
      failed.map(([name, message]) => ({ name, ...(message !== undefined && { message }) })),
    );
  });
});

describe("failed tests", () => {
  test.each(["", "make: *** [test] Error 1", "all 12 tests passed", "ok 1 - fine\n1..1", "{}", '{"a": 1}'])(
    "are not found in %j",
    (output) => {
      expect(findFailedTests(output)).toEqual([]);
    },
  );

  test("are at most ten, each once, cut to a line", () => {
    const lines = Array.from({ length: 30 }, (_, at) => `not ok ${at} - test ${at % 15} ${"x".repeat(500)}`);
    const found = findFailedTests(lines.join("\n"));

    expect(found).toHaveLength(10);
    expect(new Set(found.map(({ name }) => name)).size).toBe(10);
    expect(Math.max(...found.map(({ name }) => name.length))).toBe(300);
  });
});
