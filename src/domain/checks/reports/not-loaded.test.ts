// Files that a runner or a compiler could not read, with nothing else in the output. Trimmed from what they printed.
import { expectFailed } from "../../../../test/support/failed-tests.ts";

expectFailed({
  "mocha that stops at a file": [
    ` Exception during run: /app/broken.js:1
describe("never", () => { it("loads", () => { }
                                              ^

SyntaxError: missing ) after argument list
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)`,
    ["/app/broken.js:1", "SyntaxError: missing ) after argument list"],
  ],
  "node that ends with an error": [
    `file:///app/limit.test.js:5
test("throws 'it' away", t => { throw new TypeError("boom & <bust>"); });
                                ^

TypeError: boom & <bust>
    at Test.<anonymous> (file:///app/limit.test.js:5:39)`,
    ["/app/limit.test.js:5", "TypeError: boom & <bust>"],
  ],
  Jasmine: [
    "Error: While loading /app/spec/broken.spec.js: SyntaxError: missing ) after argument list",
    ["/app/spec/broken.spec.js", "SyntaxError: missing ) after argument list"],
  ],
  Playwright: [
    `SyntaxError: /app/broken.spec.ts: Unexpected token, expected "," (2:0)

   at broken.spec.ts:2`,
    ["/app/broken.spec.ts", 'Unexpected token, expected "," (2:0)'],
  ],
  deno: [
    `error: SyntaxError: Expected ',', got '<eof>'
  |
1 | describe("never", () => { it("loads", () => { }
  |                                                ~
    at file:///app/broken_test.ts:1:48`,
    ["/app/broken_test.ts:1:48", "SyntaxError: Expected ',', got '<eof>'"],
  ],
  "deno, types that do not fit": [
    `TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.
Deno.test("x", () => { const a: number = "s"; });
                             ^
    at file:///app/t_test.ts:1:30

error: Type checking failed.`,
    ["/app/t_test.ts:1:30", "Type 'string' is not assignable to type 'number'."],
  ],
  unittest: [
    `Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
    main(module=None)
  File "/app/test_broken.py", line 1
    def test_x(:
               ^
SyntaxError: invalid syntax`,
    ["/app/test_broken.py", "SyntaxError: invalid syntax"],
  ],
  RSpec: [
    `An error occurred while loading ./broken_spec.rb.
Failure/Error: __send__(method, file)

SyntaxError:
  /app/broken_spec.rb:1: syntax error, unexpected end-of-input, expecting '}'
# /usr/bin/rspec:4:in \`<main>'`,
    ["./broken_spec.rb", "SyntaxError: /app/broken_spec.rb:1: syntax error, unexpected end-of-input, expecting '}'"],
  ],
  Ruby: [
    `x_test.rb:1: syntax error, unexpected end-of-input
...< Minitest::Test; def test_x; (
...                               ^`,
    ["x_test.rb:1", "syntax error, unexpected end-of-input"],
  ],
  PHPUnit: [
    `PHP Fatal error:  Uncaught ParseError: Unclosed '{' on line 1 in /app/BrokenTest.php:2
Stack trace:`,
    ["/app/BrokenTest.php", "ParseError: Unclosed '{' on line 1"],
  ],
  Maven: [
    `[ERROR] COMPILATION ERROR :
[ERROR] /app/src/test/java/x/LimitTest.java:[5,33] cannot find symbol
  symbol:   method nowhere(int)`,
    ["/app/src/test/java/x/LimitTest.java:[5,33]", "cannot find symbol"],
  ],
  Gradle: [
    `:compileTestJava/app/src/test/java/x/LimitTest.java:5: error: cannot find symbol
  @Test public void letsTheFifthIn() { nowhere(1); }`,
    ["/app/src/test/java/x/LimitTest.java:5", "cannot find symbol"],
  ],
  cargo: [
    `error[E0308]: mismatched types
 --> src/lib.rs:1:23
  |
error: could not compile \`limit\` (lib) due to 1 previous error`,
    ["src/lib.rs:1:23", "mismatched types"],
  ],
});
