// Trimmed from what pytest 9, unittest (Python 3.11), go 1.19, cargo 1.95, RSpec 3.12, minitest 5.17, test-unit 3.5,
// PHPUnit 9.6, Surefire 3.2 and Gradle 4.4 printed in a pipe; several runs are put together.
import { expectFailed } from "../../../../test/support/failed-tests.ts";

const NAME = "refuses the sixth: $5 (50%) [x]";

expectFailed({
  pytest: [
    `_____________________ ERROR at setup of test_with_fixture ______________________
E   ValueError: no fixture
=================================== FAILURES ===================================
______ TestLimits.TestOfAGuest.test_refuses_the_sixth[the $5 (50%) - [x]] ______

>   def test_refuses_the_sixth(self, n): assert 1 == n, "the sixth\\nwas let in"
E   AssertionError: the sixth
E     was let in
E   assert 1 == 2

test_limit.py:6: AssertionError
_________________________________ test_throws __________________________________
E   TypeError: boom & <bust>
_________________________________ test_throws __________________________________
E   TypeError: another file's
=========================== short test summary info ============================
FAILED test_limit.py::TestLimits::TestOfAGuest::test_refuses_the_sixth[the $5 (50%) - [x]]
FAILED test_limit.py::test_throws - TypeError: boo...
FAILED test_other.py::test_throws - TypeError: ano...
FAILED test_other.py::test_par[a b] - ValueError: [1]
ERROR test_limit.py::test_with_fixture - ValueError: no fixture
ERROR test_broken.py
===================== 4 failed, 2 passed, 2 errors in 2.02s =====================`,
    [
      "test_limit.py::TestLimits::TestOfAGuest::test_refuses_the_sixth[the $5 (50%) - [x]]",
      "AssertionError: the sixth was let in",
    ],
    ["test_limit.py::test_throws", "TypeError: boom & <bust>"],
    ["test_other.py::test_throws", "TypeError: another file's"],
    ["test_other.py::test_par[a b]", "ValueError: [1]"],
    ["test_limit.py::test_with_fixture", "ValueError: no fixture"],
    ["test_broken.py"],
  ],
  "pytest without its summary": [
    `___________________________________ summary ____________________________________
  py: commands failed
___________________________________ test_six ___________________________________
test_b.py:3: in test_six
E   AssertionError: the sixth was let in
E   assert 1 == 2
________________________________ test_par[a b] _________________________________
E   ValueError: a b`,
    ["test_six", "AssertionError: the sixth was let in"],
    ["test_par[a b]", "ValueError: a b"],
  ],
  "pytest, a file that does not load": [
    `_______________________ ERROR collecting test_broken.py ________________________
E     File "/app/test_broken.py", line 1
E       def test_x(:
E                  ^
E   SyntaxError: invalid syntax
=========================== short test summary info ============================
ERROR test_broken.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!`,
    ["test_broken.py", "SyntaxError: invalid syntax"],
  ],
  "pytest -v, killed midway": [
    `collecting ... collected 3 items

test_crash.py::test_fine PASSED                                          [ 33%]
test_crash.py::test_a FAILED                                             [ 66%]
test_crash.py::test_b Killed`,
    ["test_crash.py::test_a"],
  ],
  unittest: [
    `.FFE
======================================================================
ERROR: test_throws (test_u.Limits.test_throws)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/app/test_u.py", line 7, in test_throws
TypeError: boom & <bust>

======================================================================
FAIL: test_refuses (test_u.Limits.test_refuses)
Refuses the sixth: $5 (50%) [x]
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/app/test_u.py", line 6, in test_refuses
AssertionError: 1 != 2 : the sixth
was let in

======================================================================
FAIL: test_sub (test_u.Limits.test_sub) (i=1)
----------------------------------------------------------------------
AssertionError: 1 == 1`,
    ["test_throws (test_u.Limits.test_throws)", "TypeError: boom & <bust>"],
    ["test_refuses (test_u.Limits.test_refuses)", "AssertionError: 1 != 2 : the sixth was let in"],
    ["test_sub (test_u.Limits.test_sub) (i=1)", "AssertionError: 1 == 1"],
  ],
  "go test": [
    `--- FAIL: TestLimits (0.00s)
    --- FAIL: TestLimits/of_a_guest/odd (0.00s)
        --- FAIL: TestLimits/of_a_guest/odd/refuses_the_sixth:_$5_(50%)_[x] (0.00s)
            limit_test.go:6: counting
            limit_test.go:6: got 1,
                want 2
--- FAIL: TestPanics (0.00s)
panic: assignment to entry in nil map [recovered]

goroutine 7 [running]:
testing.tRunner.func1.2({0x508ec0, 0x551cd0})
FAIL	example.com/limit	0.006s
FAIL`,
    [
      "TestLimits/of_a_guest/odd/refuses_the_sixth:_$5_(50%)_[x]",
      "limit_test.go:6: counting limit_test.go:6: got 1, want 2",
    ],
    ["TestPanics", "panic: assignment to entry in nil map [recovered]"],
  ],
  "go test -v": [
    `=== RUN   TestFifth
    limit_test.go:3: fine
--- PASS: TestFifth (0.00s)
=== RUN   TestLimits
=== RUN   TestLimits/refuses_the_sixth
    limit_test.go:6: got 1
=== RUN   TestLimits/lets_the_fifth_in
    limit_test.go:7: fine
--- FAIL: TestLimits (0.00s)
    --- FAIL: TestLimits/refuses_the_sixth (0.00s)
    --- PASS: TestLimits/lets_the_fifth_in (0.00s)
FAIL
FAIL	example.com/limit	0.011s`,
    ["TestLimits/refuses_the_sixth", "limit_test.go:6: got 1"],
  ],
  "go test, a package that does not build": [
    `# example.com/limit [example.com/limit.test]
./x_test.go:3:28: undefined: undefined1
FAIL	example.com/limit [build failed]
ok  	example.com/other	0.002s
FAIL`,
    ["example.com/limit", "./x_test.go:3:28: undefined: undefined1"],
  ],
  "cargo test": [
    `test limits::lets_the_fifth_in ... ok
test limits::fails ... FAILED
test limits::refuses_the_sixth ... FAILED
test limits::should - should panic ... FAILED

failures:

---- limits::fails stdout ----
Error: "boom & <bust>"

---- limits::refuses_the_sixth stdout ----
counting

thread 'limits::refuses_the_sixth' (17596) panicked at src/lib.rs:5:64:
assertion \`left == right\` failed: the sixth was let in
  left: 1
 right: 2
stack backtrace:
   0: __rustc::rust_begin_unwind

---- limits::should stdout ----
note: test did not panic as expected at src/lib.rs:7:36

failures:
    limits::fails`,
    ["limits::fails", 'Error: "boom & <bust>"'],
    ["limits::refuses_the_sixth", "assertion `left == right` failed: the sixth was let in left: 1 right: 2"],
    ["limits::should", "test did not panic as expected at src/lib.rs:7:36"],
  ],
  RSpec: [
    `..FF

Failures:

  1) limits of a “guest” > odd ${NAME}
     Failure/Error: it("refuses the sixth: $5 (50%) [x]") { expect(1).to eq 2 }

       expected: 2
            got: 1

       (compared using ==)
     # ./spec/limit_spec.rb:4:in \`block (3 levels) in <top (required)>'

  2) limits of a “guest” > odd throws 'it' away
     Failure/Error: it("throws 'it' away") { raise TypeError, "boom & <bust>" }

     TypeError:
       boom & <bust>
     # ./spec/limit_spec.rb:5:in \`block (3 levels) in <top (required)>'

  3) limits many lines
     Failure/Error:
       expect(
         1
       ).to eq(2)

       expected: 2
            got: 1

Failed examples:

rspec ./spec/limit_spec.rb:4 # limits of a “guest” > odd ${NAME}`,
    [`limits of a “guest” > odd ${NAME}`, "expected: 2 got: 1"],
    ["limits of a “guest” > odd throws 'it' away", "TypeError: boom & <bust>"],
    ["limits many lines", "expected: 2 got: 1"],
  ],
  minitest: [
    `.FFE.

  1) Failure:
limits::of a “guest” > odd#test_0001_${NAME} [limit_test.rb:9]:
Expected: 2
  Actual: 1

  2) Error:
LimitTest#test_throws:
TypeError: boom & <bust>
    limit_test.rb:5:in \`test_throws'

5 runs, 4 assertions, 1 failures, 1 errors, 0 skips`,
    [`limits::of a “guest” > odd#test_0001_${NAME}`, "Expected: 2 Actual: 1"],
    ["LimitTest#test_throws", "TypeError: boom & <bust>"],
  ],
  "test-unit": [
    `===============================================================================
Failure: test: ${NAME}(LimitTest)
unit_test.rb:4:in \`block in <class:LimitTest>'
     3:   def test_lets_the_fifth_in; assert_equal 1, 1; end
  => 4:   test("refuses the sixth: $5 (50%) [x]") { assert_equal 1, 2, "the sixth was let in" }
the sixth was let in
<1> expected but was
<2>
===============================================================================
.E
===============================================================================
Error: test_throws(LimitTest): TypeError: boom & <bust>
unit_test.rb:5:in \`test_throws'`,
    [`test: ${NAME}(LimitTest)`, "the sixth was let in <1> expected but was <2>"],
    ["test_throws(LimitTest)", "TypeError: boom & <bust>"],
  ],
  PHPUnit: [
    `There was 1 error:

1) LimitTest::testThrows
TypeError: boom & <bust>

/app/tests/LimitTest.php:8

--

There was 1 failure:

1) LimitTest::testRefusesTheSixth with data set "the $5 (50%) [x]" (2)
the sixth was let in
Failed asserting that 2 is identical to 1.

/app/tests/LimitTest.php:6`,
    ["LimitTest::testThrows", "TypeError: boom & <bust>"],
    [
      'LimitTest::testRefusesTheSixth with data set "the $5 (50%) [x]" (2)',
      "the sixth was let in Failed asserting that 2 is identical to 1.",
    ],
  ],
  "PHPUnit --testdox": [
    `Limit
 ✔ Lets the fifth in
 ✘ Refuses the sixth with data set "the $5 (50%) [x]"
   │
   │ the sixth was let in
   │ Failed asserting that 2 is identical to 1.
   │
   │ /app/tests/LimitTest.php:6
   │

 ✔ Refuses the sixth with data set "fine"`,
    [
      'Refuses the sixth with data set "the $5 (50%) [x]"',
      "the sixth was let in Failed asserting that 2 is identical to 1.",
    ],
  ],
  Surefire: [
    `[ERROR] x.LimitTest.saysWhy -- Time elapsed: 0.008 s <<< FAILURE!
org.opentest4j.AssertionFailedError:
the sixth
was let in ==> expected: <1> but was: <2>

[ERROR] Failures:
[ERROR]   LimitTest.refusesTheSixth:6 expected: <1> but was: <2>
[ERROR]   LimitTest.saysWhy:7->check:20 the sixth
was let in ==> expected: <1> but was: <2>
[ERROR] Errors:
[ERROR]   LimitTest$OfAGuest.throwsIt:9 IllegalState boom & <bust>
[INFO]
[ERROR] Tests run: 5, Failures: 2, Errors: 1, Skipped: 0`,
    ["LimitTest.refusesTheSixth:6", "expected: <1> but was: <2>"],
    ["LimitTest.saysWhy:7", "the sixth was let in ==> expected: <1> but was: <2>"],
    ["LimitTest$OfAGuest.throwsIt:9", "IllegalState boom & <bust>"],
  ],
  Gradle: [
    `x.LimitTest > refusesTheSixth FAILED
    java.lang.AssertionError: the sixth
    was let in expected:<1> but was:<2>
        at org.junit.Assert.fail(Assert.java:89)

x.LimitTest > throwsIt FAILED
    java.lang.IllegalStateException at LimitTest.java:7

4 tests completed, 2 failed
:test FAILED`,
    ["x.LimitTest > refusesTheSixth", "java.lang.AssertionError: the sixth was let in expected:<1> but was:<2>"],
    ["x.LimitTest > throwsIt", "java.lang.IllegalStateException at LimitTest.java:7"],
  ],
});
