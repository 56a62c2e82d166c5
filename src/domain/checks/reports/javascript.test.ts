// Trimmed from what node 20, vitest 4, jest 30, mocha 12, AVA 7, Jasmine 7, Playwright 1.65, bun 1.4 and deno 2.9 printed
// in a pipe; several runs are put together.
import { expectFailed } from "../../../../test/support/failed-tests.ts";

const NAME = "refuses the sixth: $5 (50%) [x]";

expectFailed({
  "node --test on a terminal": [
    `▶ limits
  ✔ lets the fifth in (0.661234ms)
  ✖ ${NAME} (13.931077ms)
    AssertionError [ERR_ASSERTION]: the sixth was let in
        at TestContext.<anonymous> (file:///app/a.test.mjs:2:67)

✖ limits (15.914568ms)
✖ top level (0.255386ms)
  Error: boom
      at TestContext.<anonymous> (file:///app/a.test.mjs:3:33)

ℹ tests 3

✖ failing tests:

test at a.test.mjs:2:5
✖ ${NAME} (13.931077ms)
  AssertionError [ERR_ASSERTION]: the sixth was let in`,
    [NAME, "the sixth was let in"],
    ["top level", "boom"],
  ],
  "node --test with dots": [
    `.XX.

Failed tests:

✖ ${NAME} (0.982691ms)
  AssertionError [ERR_ASSERTION]: 1 == 2
      at Object.toBe (file:///app/limit.test.js:1:124) {
    code: 'ERR_ASSERTION'
  }
✖ limits (2.735567ms)
  '1 subtest failed'`,
    [NAME, "1 == 2"],
  ],
  "node --test, a file that does not load": [
    `✖ /app/broken.test.js (76.630758ms)
  'test failed'

ℹ tests 5`,
    ["/app/broken.test.js", "test failed"],
  ],
  vitest: [
    ` ❯ limit.test.ts (4 tests | 2 failed) 8ms
     ✓ lets the fifth in 1ms
       × ${NAME} 4ms

⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  broken.test.ts [ broken.test.ts ]
Error: Transform failed with 1 error:

[PARSE_ERROR] Expected \`)\` but found \`EOF\`

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  limit.test.ts > limits > of a “guest” > odd > ${NAME}
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
+ Received

 FAIL  limit.test.ts > limits > of a “guest” > odd > throws 'it' away
TypeError: boom & <bust>
 ❯ limit.test.ts:6:44`,
    ["broken.test.ts", "Error: Transform failed with 1 error: [PARSE_ERROR] Expected `)` but found `EOF`"],
    [
      `limit.test.ts > limits > of a “guest” > odd > ${NAME}`,
      "AssertionError: expected 1 to be 2 // Object.is equality",
    ],
    ["limit.test.ts > limits > of a “guest” > odd > throws 'it' away", "TypeError: boom & <bust>"],
  ],
  "vitest with projects, in colours": [
    `\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m \u001b[30m\u001b[42m unit \u001b[49m\u001b[39m a.test.ts\u001b[2m > \u001b[22m${NAME}\n\u001b[31m\u001b[1mError\u001b[22m: boom\u001b[39m`,
    [`unit a.test.ts > ${NAME}`, "Error: boom"],
  ],
  jest: [
    `FAIL ./limit.test.js
  ● Console

    console.log
  ● limits › ${NAME}

    expect(received).toBe(expected) // Object.is equality

    Expected: 2

      at Object.toBe (limit.test.js:4:63)

  ● top level

    boom

FAIL ./broken.test.js (5.1 s)
  ● Test suite failed to run

    SyntaxError: /app/broken.test.js: Unexpected token, expected "," (2:0)

      1 | describe("never", () => { it("loads", () => { }

  ●  Cannot log after tests are done.`,
    [`limits › ${NAME}`, "expect(received).toBe(expected) // Object.is equality"],
    ["top level", "boom"],
    ["./broken.test.js", 'SyntaxError: /app/broken.test.js: Unexpected token, expected "," (2:0)'],
  ],
  mocha: [
    `  ✔ passes too
  limits
    of a “guest” > odd
      1) ${NAME}
      2) throws 'it' › away

  2 passing (4ms)
  2 failing

  1) limits
       of a “guest” > odd
         ${NAME}:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

1 !== 2

      + expected - actual

      at Context.<anonymous> (mocha.test.js:5:58)

  2) limits
       of a “guest” > odd
         throws 'it' › away:
     TypeError: boom & <bust>
      at Context.<anonymous> (mocha.test.js:6:44)`,
    [
      `limits of a “guest” > odd ${NAME}`,
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1 !== 2",
    ],
    ["limits of a “guest” > odd throws 'it' › away", "TypeError: boom & <bust>"],
  ],
  AVA: [
    `  ✔ limit › lets the fifth in
  ✘ [fail]: limit › ${NAME} the sixth was let in
  ✘ [fail]: limit › throws 'it' away Error thrown in test

  Uncaught exception in broken.test.js

  SyntaxError: Unexpected end of input

  ✘ broken.test.js exited with a non-zero exit code: 1
  ─

  limit › ${NAME}

  limit.test.js:3

   2: test("lets the fifth in", t => { t.is(1, 1); });
   3: test("refuses the sixth", t => { t.is(1, 2, "the s…

  the sixth was let in

  Difference (- actual, + expected):

  limit › throws 'it' away

  Error thrown in test:

  TypeError {
    message: 'boom & <bust>',
  }

  TypeError: boom & <bust>
      at file:///app/limit.test.js:4:40`,
    ["broken.test.js", "SyntaxError: Unexpected end of input"],
    [`limit › ${NAME}`, "the sixth was let in"],
    ["limit › throws 'it' away", "TypeError: boom & <bust>"],
  ],
  Jasmine: [
    `Started
FF..

Failures:
1) limits of a “guest” > odd ${NAME}
  Message:
    Expected 1 to be 2.
  Stack:
        at <Jasmine>

2) limits of a “guest” > odd throws 'it' away
  Message:
    TypeError: boom & <bust>
  Stack:
        at <Jasmine>

4 specs, 2 failures`,
    [`limits of a “guest” > odd ${NAME}`, "Expected 1 to be 2."],
    ["limits of a “guest” > odd throws 'it' away", "TypeError: boom & <bust>"],
  ],
  Playwright: [
    `Running 4 tests using 1 worker
.FF.

  1) limit.spec.ts:5:5 › limits › of a “guest” > odd › ${NAME} ─────────────

    Error: expect(received).toBe(expected) // Object.is equality

    Expected: 2

  2) [chromium] › limit.spec.ts:6:5 › limits › throws 'it' away ──────────

    TypeError: boom & <bust>

  2 failed
    limit.spec.ts:5:5 › limits › of a “guest” > odd › ${NAME} ──────────────`,
    [
      `limit.spec.ts:5:5 › limits › of a “guest” > odd › ${NAME}`,
      "Error: expect(received).toBe(expected) // Object.is equality",
    ],
    ["[chromium] › limit.spec.ts:6:5 › limits › throws 'it' away", "TypeError: boom & <bust>"],
  ],
  bun: [
    `bun test v1.4.4

broken.test.ts:

# Unhandled error between tests
-------------------------------
1 | describe("never", () => { it("loads", () => { }
                                                   ^
error: Expected ")" but found end of file
    at /app/broken.test.ts:1:48
-------------------------------


limit.test.ts:
(pass) limits > lets the fifth in [0.04ms]
5 |     test("refuses the sixth: $5 (50%) [x]", () => { expect(1).toBe(2); });
                                                                  ^
error: expect(received).toBe(expected)

Expected: 2
Received: 1

      at <anonymous> (/app/limit.test.ts:5:63)
(fail) limits > of a “guest” > odd > ${NAME} [0.24ms]
6 |     test("throws 'it' away", () => { throw new TypeError("boom & <bust>"); });
                                                                            ^
TypeError: boom & <bust>
      at <anonymous> (/app/limit.test.ts:6:73)
(fail) limits > of a “guest” > odd > throws 'it' away [0.05ms]
(pass) passes too [0.02ms]`,
    ["broken.test.ts", 'Expected ")" but found end of file'],
    [`limits > of a “guest” > odd > ${NAME}`, "error: expect(received).toBe(expected)"],
    ["limits > of a “guest” > odd > throws 'it' away", "TypeError: boom & <bust>"],
  ],
  "bun in colours": [
    `\u001b[0m\u001b[31merror\u001b[0m\u001b[2m:\u001b[0m boom
\u001b[0m\u001b[31m✗\u001b[0m \u001b[0mlimits\u001b[2m >\u001b[0m\u001b[1m ${NAME}\u001b[0m \u001b[0m\u001b[2m[0.29ms\u001b[0m\u001b[2m]\u001b[0m`,
    [`limits > ${NAME}`, "error: boom"],
  ],
  deno: [
    `running 4 tests from ./limit_test.ts
lets the fifth in ... ok (313µs)
limits ...
  of a “guest” > odd ...
    ${NAME} ... FAILED (1ms)
  of a “guest” > odd ... FAILED (due to 1 failed step) (2ms)
limits ... FAILED (due to 1 failed step) (2ms)
throws 'it' away ... FAILED (221µs)

 ERRORS

limits ... of a “guest” > odd ... ${NAME} => ./limit_test.ts:5:13
error: AssertionError: Values are not equal.

    [Diff] Actual / Expected

throws 'it' away => ./limit_test.ts:8:6
error: TypeError: boom & <bust>
Deno.test("throws 'it' away", () => { throw new TypeError("boom & <bust>"); });

 FAILURES

limits ... of a “guest” > odd ... ${NAME} => ./limit_test.ts:5:13
throws 'it' away => ./limit_test.ts:8:6

FAILED | 2 passed | 2 failed (2 steps) (9ms)`,
    [`limits ... of a “guest” > odd ... ${NAME}`, "AssertionError: Values are not equal."],
    ["throws 'it' away", "TypeError: boom & <bust>"],
  ],
  "deno, killed midway": [
    `running 3 tests from ./limit_test.ts
passes ... ok (453µs)
${NAME} ... FAILED (985µs)
crashes ...Killed`,
    [NAME],
  ],
});
