// TAP, JUnit's XML and JSON, trimmed from what the runners printed; several runs are put together.
import { expectFailed } from "../../../../test/support/failed-tests.ts";

const NAME = "refuses the sixth: $5 (50%) [x]";

expectFailed({
  "node --test in a pipe": [
    `TAP version 13
# Subtest: limits
    # Subtest: ${NAME}
    not ok 1 - ${NAME}
      ---
      location: '/app/a.test.mjs:2:28'
      failureType: 'testCodeFailure'
      error: 'the sixth was let in'
      ...
    # Subtest: lets the fifth in
    ok 2 - lets the fifth in
    1..2
not ok 1 - limits
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
# Subtest: top level
not ok 2 - top level
  ---
  error: |-
    boom
    second line

    third line
  ...
# Subtest: later
not ok 3 - later # TODO`,
    [`limits > ${NAME}`, "the sixth was let in"],
    ["top level", "boom second line"],
  ],
  tap: [
    `TAP version 14
# Subtest: limit.test.js
    # Subtest: limits
        # Subtest: lets the fifth in
            ok 1 - should be equal
        ok 1 - lets the fifth in # time=2.607ms

        # Subtest: ${NAME}
            not ok 1 - the sixth was let in
              ---
              compare: ===
              ...
        not ok 2 - ${NAME} # time=33.262ms
          ---
          at:
            fileName: limit.test.js
          ...
    not ok 1 - limits # time=68.603ms
not ok 1 - limit.test.js # time=89.325ms
# Subtest: other.test.js
    ok 1 - passes
ok 2 - other.test.js
not ok 3 - last.test.js`,
    [`limit.test.js > limits > ${NAME} > the sixth was let in`],
    ["last.test.js"],
  ],
  tape: [
    `TAP version 13
# lets the fifth in
ok 1 should be strictly equal
# ${NAME}
not ok 2 the sixth is refused
  ---
    operator: equal
  ...
# passes too
ok 3 should be truthy`,
    [`${NAME} > the sixth is refused`],
  ],
  "AVA as TAP": [
    `TAP version 13
ok 1 - lets the fifth in
not ok 2 - throws 'it' away
  ---
    name: AssertionError
    details:
      'Error thrown in test:': |-
        TypeError {
          message: 'boom & <bust>',
        }
    message: Error thrown in test
  ...`,
    ["throws 'it' away", "boom & <bust>"],
  ],
  "mocha as TAP": [
    `ok 1 passes too
not ok 3 limits of a “guest” > odd ${NAME}
  Expected values to be strictly equal:

  1 !== 2

  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
# tests 4`,
    [`limits of a “guest” > odd ${NAME}`, "Expected values to be strictly equal: 1 !== 2"],
  ],
  "vitest as TAP": [
    `not ok 1 - limit.test.ts # time=37.89ms {
    not ok 1 - limits # time=23.92ms {
        ok 1 - lets the fifth in # time=1.40ms
        not ok 2 - ${NAME} # time=23.08ms
            ---
            error:
                name: "AssertionError"
                message: "expected 1 to be 2"
            ...
    }
}
not ok 2 - missing.test.ts
    ---
    error:
        name: "Error"
        message: "Cannot find module './nowhere.js'"
    ...`,
    [`limit.test.ts > limits > ${NAME}`, "expected 1 to be 2"],
    ["missing.test.ts", "Cannot find module './nowhere.js'"],
  ],
  "deno as TAP": [
    `TAP version 14
# ./limit_test.ts
ok 1 - lets the fifth in
# Subtest: limits
    not ok 1 - ${NAME}
      ---
      {"message":"Error: Values are not equal.\\n\\n    [Diff] Actual / Expected","severity":"fail"}
      ...
    not ok 2 - of a “guest” > odd
      ---
      {"message":"1 test step failed.","severity":"fail"}
      ...
not ok 2 - limits
  ---
  {"message":"1 test step failed.","severity":"fail"}
  ...`,
    [`limits > ${NAME}`, "Error: Values are not equal."],
  ],
  "node's JUnit XML": [
    `<testsuite name="limits" tests="2" failures="2">
	<testcase name="lets the fifth in" time="0.000594" classname="test"/>
	<testcase name="throws 'it' away" classname="test" failure="boom &amp; &lt;bust>">
		<failure type="testCodeFailure" message="boom &amp; &lt;bust>">
Error [ERR_TEST_FAILURE]: boom &amp; &lt;bust>
		</failure>
	</testcase>
</testsuite>`,
    ["throws 'it' away", "boom & <bust>"],
  ],
  "pytest's JUnit XML": [
    `<testsuite name="pytest"><testcase classname="t" name="test_a" time="0.0" /><testcase classname="t" name="test_b[x &gt; y]"><failure message="AssertionError: the sixth&#10;was let in&#10;assert 1 == 2">E   assert 1 == 2
t.py:6: AssertionError</failure></testcase><testcase classname="t" name="test_c"><error message="failed on setup with &quot;ValueError: no&quot;">x</error></testcase></testsuite>`,
    ["test_b[x > y]", "AssertionError: the sixth was let in assert 1 == 2"],
    ["test_c", 'failed on setup with "ValueError: no"'],
  ],
  "PHPUnit's JUnit XML": [
    `<testcase name="testSixth" class="LimitTest" line="6">
  <failure type="PHPUnit\\Framework\\ExpectationFailedException">LimitTest::testSixth
the sixth was let in
Failed asserting that 2 is identical to 1.

/app/LimitTest.php:6</failure>
</testcase>`,
    ["testSixth", "the sixth was let in Failed asserting that 2 is identical to 1."],
  ],
  "Playwright's JUnit XML": [
    `<testcase name="prints XML" classname="a.spec.ts">
<system-out>
<![CDATA[<failure message="only printed">]]>
</system-out>
</testcase>
<testcase name="limits › ${NAME}" classname="a.spec.ts">
<system-out>
<![CDATA[
[[ATTACHMENT|test-results/error-context.md]]
]]>
</system-out>
<failure message="expect(received).toBe(expected) // Object.is equality" type="expect.toBe">
</failure>
</testcase>`,
    [`limits › ${NAME}`, "expect(received).toBe(expected) // Object.is equality"],
  ],
  "jest --json": [
    `> app@1.0.0 test
${JSON.stringify({
  numFailedTests: 1,
  testResults: [
    {
      status: "failed",
      name: "/app/limit.test.js",
      assertionResults: [
        { status: "passed", fullName: "limits lets the fifth in" },
        {
          status: "failed",
          fullName: `limits ${NAME}`,
          failureMessages: ["Error: \u001b[2mexpect(\u001b[22mreceived\u001b[2m)\u001b[22m\n\nExpected: 2\n    at x"],
        },
      ],
    },
    {
      status: "failed",
      name: "/app/broken.test.js",
      message: "  ● Test suite failed to run\n\n    SyntaxError: Unexpected token\n\n      1 | describe(",
      assertionResults: [],
    },
    { status: "passed", name: "/app/fine.test.js", message: "", assertionResults: [] },
  ],
})}`,
    [`limits ${NAME}`, "Error: expect(received)"],
    ["/app/broken.test.js", "SyntaxError: Unexpected token"],
  ],
  "mocha's JSON": [
    `printed by a test\n${JSON.stringify(
      {
        stats: { failures: 1 },
        tests: [{ fullTitle: "passes too", err: {} }],
        failures: [{ fullTitle: `limits ${NAME}`, err: { message: "Expected values to be equal:\n\n1 !== 2\n" } }],
      },
      null,
      2,
    )}\n`,
    [`limits ${NAME}`, "Expected values to be equal: 1 !== 2"],
  ],
  "RSpec's JSON": [
    JSON.stringify({
      version: "3.12.0",
      examples: [
        { full_description: "limits lets the fifth in", status: "passed" },
        {
          full_description: `limits ${NAME}`,
          status: "failed",
          exception: { message: "\nexpected: 2\n     got: 1\n\n" },
        },
      ],
    }),
    [`limits ${NAME}`, "expected: 2 got: 1"],
  ],
  "Playwright's JSON": [
    JSON.stringify({
      suites: [
        {
          title: "limit.spec.ts",
          specs: [{ title: "passes too", ok: true, tests: [{ results: [{ status: "passed" }] }] }],
          suites: [
            {
              title: "limits",
              specs: [{ title: NAME, ok: false, tests: [{ results: [{ error: { message: "TypeError: boom" } }] }] }],
            },
          ],
        },
      ],
      errors: [{ message: "SyntaxError: /app/broken.spec.ts: Unexpected token" }],
    }),
    ["SyntaxError: /app/broken.spec.ts: Unexpected token"],
    [`limit.spec.ts › limits › ${NAME}`, "TypeError: boom"],
  ],
  "go test -json": [
    `{"Time":"2026-01-01T00:00:00Z","Action":"run","Package":"a","Test":"TestSixth"}
{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"b","Test":"TestFifth","Output":"--- PASS: TestFifth (0.00s)\\n"}
{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"a","Test":"TestSixth","Output":"=== RUN   TestSixth\\n"}
{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"b","Test":"TestFifth","Output":"    b_test.go:3: fine\\n"}
{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"a","Test":"TestSixth","Output":"    a_test.go:9: boom \\u0026 \\u003cbust\\u003e\\n"}
{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"a","Test":"TestSixth","Elapsed":0}
{"Time":"2026-01-01T00:00:00Z","Action":"fail","Package":"a","Elapsed":0}`,
    ["TestSixth", "a_test.go:9: boom & <bust>"],
  ],
});
