import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatedKey } from "./repeated-key.ts";

describe("a key that stands twice in one object", () => {
  test.each([
    ['{"a": 1, "a": 2}', "a"],
    ['{"a": 1, "\\u0061": 2}', "a"],
    ['{"\\u0061pproved": false, "approved": true}', "approved"],
    ['{"x": [{"a": 1}, {"b": {"c": 1, "d": "}", "c": 2}}]}', "c"],
    ['{"a": "\\"", "b": 1, "a": 2}', "a"],
    ['{"": 1, "": 2}', ""],
  ])("%s", (json, key) => {
    expect(repeatedKey(json)).toBe(key);
  });

  test.each([
    '{"a": 1, "b": {"a": 2}}',
    '[{"a": 1}, {"a": 2}]',
    '{"a": "a", "b": ["a", "a"]}',
    '{"a": "\\"a\\": 1, \\"a\\": 2"}',
    "{}",
    '"a"',
    "",
    '{"a',
  ])("is not in %s", (json) => {
    expect(repeatedKey(json)).toBeUndefined();
  });

  test("is never found in what a printer wrote, and always after one was added", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        const json = JSON.stringify(value);
        expect(repeatedKey(json)).toBeUndefined();
        const [key = ""] = Object.keys(value);
        expect(repeatedKey(`${json.slice(0, -1)}, ${JSON.stringify(key)}: 1}`)).toBe(key);
      }),
    );
  });
});
