import { expect, test } from "vitest";
import { jsonPlaces, pathKey } from "./json-places.ts";

test("every key has its line, list items too", () => {
  const text =
    '{\n  "a": {\n    "b": 1, "c": [\n      true,\n      {"d": null}\n    ]\n  },\n\n  "a b": "x\\n\\u00e4"\n}\n';
  const places = jsonPlaces(text);
  if (!("lines" in places)) throw new Error(places.problem);
  const lineOf = (...path: string[]) => places.lines.get(pathKey(path));

  expect([lineOf("a"), lineOf("a", "b"), lineOf("a", "c"), lineOf("a", "c", "1", "d"), lineOf("a b")]).toEqual([
    2, 3, 3, 5, 9,
  ]);
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 2, 'a comma is missing before "b"'],
  ['{\n  "a": 1,\n}', 2, "there is a comma too many before }"],
  ['{"a": [1,\n2,]}', 2, "there is a comma too many before ]"],
  ["{\n  a: 1\n}", 2, "a needs double quotes"],
  ["{\n  'a': 1\n}", 2, "' needs double quotes"],
  ['{\n  "a" 1\n}', 2, 'a colon is missing after "a"'],
  ['{\n  // why\n  "a": 1\n}', 2, "comments are not allowed"],
  ['{"a": yes}', 1, "yes is no JSON value"],
  ['{"a": 01}', 1, "01 is no JSON value"],
  ['{"a": }', 1, "a value is missing"],
  ['{"a": "x\n"}', 1, "a text has no closing quote, or a lone backslash (write two)"],
  ['{"a": "C:\\dir"}', 1, "a text has no closing quote, or a lone backslash (write two)"],
  ['{"a": 1', 1, "the } for line 1 is missing"],
  ["{", 1, "the } for line 1 is missing"],
  ["", 1, "it ends too early"],
  ["{}\n}", 2, "} stands after the last closing bracket"],
  ["\uFEFF{}", 1, "it begins with a byte order mark; save it without"],
])("%j breaks off in line %i", (text, line, problem) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonPlaces(text)).toEqual({ line, problem: expect.stringContaining(problem) });
});

test("agrees with JSON.parse on what is JSON", () => {
  for (const text of ['{"a":[],"b":{},"c":[[1.5e3,-0]]}', " [] ", "1", '"x"', "null", '{"a":1,"a":2}'])
    expect(jsonPlaces(text), text).toHaveProperty("lines");
  expect(jsonPlaces("[".repeat(5000))).toHaveProperty("problem");
});
