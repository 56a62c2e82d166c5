import { describe, expect, test } from "vitest";
import { changeConfig, changedKeys } from "./config-file.ts";

describe("iflow.config.json", () => {
  test("is created with what was taken, also when that is nothing", () => {
    expect(changeConfig(undefined, [])).toBe('{\n  "checks": {}\n}\n');
    const changes = [
      { key: "checks.test", value: "npm test" },
      { key: "$schema", value: "./s.json" },
    ];
    expect(changeConfig(undefined, changes)).toBe(
      '{\n  "$schema": "./s.json",\n  "checks": {\n    "test": "npm test"\n  }\n}\n',
    );
  });

  test("keeps what is not named: values, order, indentation, its last line", () => {
    const before = '{\n\t"checks": {\n\t\t"test": "mine"\n\t},\n\t"artifactsRoot": "notes"\n}';

    const after = changeConfig(before, [
      { key: "$schema", value: "./s.json" },
      { key: "checks.lint", value: "l" },
      { key: "budget.feature", value: 5 },
    ]);

    expect(JSON.parse(after)).toEqual({
      $schema: "./s.json",
      checks: { test: "mine", lint: "l" },
      artifactsRoot: "notes",
      budget: { feature: 5 },
    });
    expect(Object.keys(JSON.parse(after))).toEqual(["$schema", "checks", "artifactsRoot", "budget"]);
    expect(after).toContain('\n\t"artifactsRoot"');
    expect(after.endsWith("}")).toBe(true);
  });

  test("a key is replaced where it stands, or taken out, with a group that is empty then", () => {
    const before = '{"runtime": {"default": "claude"}, "checks": {"test": "a", "lint": "b"}, "keep": {"days": 1}}\n';

    const after = changeConfig(before, [
      { key: "runtime.default", value: undefined },
      { key: "checks.test", value: "c" },
      { key: "checks.lint", value: undefined },
    ]);

    expect(JSON.parse(after)).toEqual({ checks: { test: "c" }, keep: { days: 1 } });
    expect(JSON.parse(changeConfig(after, [{ key: "checks.test", value: undefined }])).checks).toEqual({});
  });

  test("stays as it is, byte for byte, when nothing changes", () => {
    const before = '{"checks": {"test":   "a"}}';
    const changes = [
      { key: "checks.test", value: "a" },
      { key: "runtime.default", value: undefined },
    ];
    expect(changeConfig(before, changes)).toBe(before);
    expect(changedKeys(before, changes)).toEqual([]);
    expect(changedKeys(before, [...changes, { key: "budget.feature", value: 5 }])).toEqual(["budget.feature"]);
  });
});
