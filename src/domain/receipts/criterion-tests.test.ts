import { describe, expect, test } from "vitest";
import { criterionTests, type Evidence } from "./criterion-tests.ts";
import { isTestFile, testsIn } from "./test-titles.ts";

const FILE = "test/limit.test.mjs";

function evidence(given: Partial<Evidence> = {}, text = ""): Evidence {
  const criteria = [{ id: "AC-1" }, { id: "AC-2" }];
  return { number: 7, criteria, tasks: [], files: [{ path: FILE, text }], outlines: [], added: [], ...given };
}

const shown = (given: Evidence) =>
  Object.fromEntries(
    criterionTests(given).map(({ criterion, tests }) => [
      criterion,
      tests.map(({ title, from }) => `${from}: ${title}`),
    ]),
  );

describe("markers", () => {
  test.each([
    ["in the title", 'test("AC-1: five are allowed", () => {});', "AC-1: five are allowed"],
    ["in a comment above", '// AC-1\ntest("five are allowed", () => {});', "five are allowed"],
    ["in a comment two lines above", '// shows AC-1,\n// the limit\nit("five", () => {});', "five"],
    ["behind it", 'it("five", () => {}); // AC-1', "five"],
    ["in the line below", 'it("five", () => {\n  // AC-1\n});', "five"],
    ["as the first argument", 'shows("AC-1", "five are allowed", async () => {});', "five are allowed"],
    ["in a list", 'shows(["AC-1", "X-2"], "five", async () => {});', "five"],
    ["with the feature's number", 'test("007 AC-1 five", () => {});', "007 AC-1 five"],
    ["with the feature's key", '// 007-rate-limit AC-1\ntest("five", () => {});', "five"],
    ["over a line break", 'test(\n  "AC-1 five",\n  () => {},\n);', "AC-1 five"],
    ["with an escaped quote", String.raw`test("AC-1 \"five\"", () => {});`, 'AC-1 "five"'],
    ["in another spelling", 'test("ac1: no, AC 1: five", () => {});', "ac1: no, AC 1: five"],
  ])("%s", (_, text, title) => {
    expect(shown(evidence({}, text))).toEqual({ "AC-1": [`marker: ${title}`], "AC-2": [] });
  });

  test.each([
    ["of another criterion", 'test("AC-10 ten", () => {});'],
    ["of another feature, by number", 'test("002 AC-1 five", () => {});'],
    ["of another feature, by key", '// 002-export AC-1\ntest("five", () => {});'],
    ["not next to a test", '// AC-1\n\nconst limit = 5;\ntest("five", () => {});'],
    ["in a title that is put together", "test(`AC-1 ${n}`, () => {});"],
    ["in code", 'const criterion = "AC-1";'],
    ["in a method of something else", 'runner.test("AC-1 five");'],
  ])("none: %s", (_, text) => {
    expect(shown(evidence({}, text))["AC-1"]).toEqual([]);
  });

  test("several tests, each once, in order", () => {
    const text = '// AC-1\ntest("AC-1 b", () => {});\ntest("AC-1 a", () => {});\ntest("AC-1 and AC-2", () => {});';

    expect(shown(evidence({}, text))).toEqual({
      "AC-1": ["marker: AC-1 a", "marker: AC-1 and AC-2", "marker: AC-1 b"],
      "AC-2": ["marker: AC-1 and AC-2"],
    });
  });
});

test.each([
  ["a_test.go", "// AC-1\nfunc TestFive(t *testing.T) {", "TestFive"],
  ["test_a.py", 'def test_five(client):\n    """AC-1"""', "test_five"],
  ["tests/test_b.py", "class TestLimit:\n    # AC-1\n    def test_five(self):", "TestLimit::test_five"],
  ["tests/a.rs", "// AC-1\n#[test]\nfn five() {", "five"],
  ["spec/a_spec.rb", '  it "AC-1 five" do', "AC-1 five"],
  ["tests/ATest.php", "/** AC-1 */\npublic function testFive()", "testFive"],
])("in %s", (path, text, title) => {
  expect(isTestFile(path)).toBe(true);
  const [only] = testsIn({ path, text: text.replace("public ", "") }, 1);
  expect(only).toEqual({ title, criteria: new Set(["ac1"]), certain: new Set() });
});

describe("a file that several features share", () => {
  const text = 'test("AC-1 five", () => {});\ntest("AC-1 six", () => {});\ntest("007 AC-1 seven", () => {});';
  const titles = (file: object) => shown(evidence({ files: [{ path: FILE, text, ...file }] }))["AC-1"];

  test.each([
    ["what was there before is another's", { before: 'test("AC-1 five", () => {});' }, ["007 AC-1 seven", "AC-1 six"]],
    ["what came later is another's", { completed: 'test("AC-1 five", () => {});' }, ["007 AC-1 seven", "AC-1 five"]],
    [
      "a mark that was added counts",
      { before: 'test("five", () => {});' },
      ["007 AC-1 seven", "AC-1 five", "AC-1 six"],
    ],
    ["both", { before: 'test("AC-1 five", () => {});', completed: "" }, ["007 AC-1 seven"]],
  ])("%s", (_, file, expected) => {
    expect(titles(file)).toEqual(expected.map((title) => `marker: ${title}`));
  });
});

describe("test deepening", () => {
  const text = 'test("the sixth is refused", () => {});';

  test.each([
    ["by what it derived the test from", { tests: ["the sixth is refused"], derived_from: "spec:AC-2" }],
    ["named with its file", { tests: [`${FILE}::the sixth is refused`], derived_from: "spec:AC-2" }],
    ["named with its suite", { tests: ["the limit > the sixth is refused"], derived_from: "spec:AC-2" }],
    ["by the outline of the same name", { tests: ["the sixth is refused"] }],
  ])("%s", (_, added) => {
    const outlines = [{ scenario_name: "the sixth is refused", derived_from: "spec:AC-2" }];

    expect(shown(evidence({ added: [{ file: FILE, ...added }], outlines }, text))).toEqual({
      "AC-1": [],
      "AC-2": ["derived: the sixth is refused"],
    });
  });

  test.each([
    ["a test that is not in the file", { file: FILE, tests: ["another"], derived_from: "AC-2" }],
    [
      "a file that is not the feature's",
      { file: "test/other.mjs", tests: ["the sixth is refused"], derived_from: "AC-2" },
    ],
    ["no word about a criterion", { file: FILE, tests: ["the sixth is refused"] }],
  ])("none: %s", (_, added) => {
    expect(shown(evidence({ added: [added] }, text))["AC-2"]).toEqual([]);
  });
});

describe("tasks", () => {
  const task = (body: string) => ({ title: "Count", body });

  test("a task that cites the criterion and names the test file: all its tests", () => {
    const tasks = [task(`- **Why:** Spec AC-2\n- **Test:** node --test ${FILE}`)];

    expect(shown(evidence({ tasks }, 'test("five", () => {});'))["AC-2"]).toEqual(["task: null"]);
  });

  test.each([
    ["another criterion", `AC-1, ${FILE}`],
    ["another file", `AC-2, ${FILE}.snap`],
    ["no file", "AC-2"],
  ])("none: it names %s", (_, body) => {
    expect(shown(evidence({ tasks: [task(body)] }, ""))["AC-2"]).toEqual([]);
  });

  test("a single test is better than a file", () => {
    const given = evidence({ tasks: [task(`AC-1, ${FILE}`)] }, 'test("AC-1 five", () => {});');

    expect(shown(given)["AC-1"]).toEqual(["marker: AC-1 five"]);
  });
});

test.each(["src/limit.mjs", "docs/test.md", "contest/a.mjs", "package.json"])("%s is no test file", (path) => {
  expect(isTestFile(path)).toBe(false);
});
