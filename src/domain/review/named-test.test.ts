import { expect, test } from "vitest";
import { holdsTest, parseNamedTest } from "./named-test.ts";

test.each([
  ["test/a.test.js::refuses the sixth", "test/a.test.js", "refuses the sixth"],
  ["test/a.test.js: refuses the sixth", "test/a.test.js", "refuses the sixth"],
  ["test/a.test.js > login > refuses the sixth", "test/a.test.js", "login > refuses the sixth"],
  ["tests/test_a.py::TestLogin::test_sixth", "tests/test_a.py", "TestLogin::test_sixth"],
  ["`test/a.test.js` 'the sixth'", "test/a.test.js", "the sixth"],
  ["test/a.test.js", "test/a.test.js", undefined],
  ["refuses the sixth", undefined, "refuses the sixth"],
  ["FooTest.testBar", undefined, "FooTest.testBar"],
])("%s", (text, path, title) => {
  expect(parseNamedTest(text)).toEqual({ path, title });
});

test("a test is there as long as its file holds its title", () => {
  const named = parseNamedTest("test/a.test.js::refuses the sixth");

  expect(holdsTest('test("refuses the sixth", () => {})', named)).toBe(true);
  expect(holdsTest('test("refuses the seventh", () => {})', named)).toBe(false);
  expect(holdsTest(undefined, named)).toBe(false);
  expect(holdsTest("anything", { path: "a.js", title: undefined })).toBe(true);
});

test.each([
  ["tests/test_a.py::test_b[param-1]", "def test_b(param): pass"],
  ["a_test.go::TestFoo/empty_body", 't.Run("empty body", f)'],
  ["test/a.test.js::it doesn't count", "test('it doesn\\'t count', f)"],
  ["test/a.test.js::count > limit", 'test("count > limit", f)'],
  ["FooTest.testBar", "void testBar() {}"],
])("%s is there", (name, content) => {
  expect(holdsTest(content, parseNamedTest(name))).toBe(true);
});
