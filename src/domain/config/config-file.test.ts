import { describe, expect, test } from "vitest";
import { addToConfig } from "./config-file.ts";

describe("iflow.config.json", () => {
  test("is created with what was taken, also when that is nothing", () => {
    expect(addToConfig(undefined, { schema: undefined, checks: {} })).toBe('{\n  "checks": {}\n}\n');
    expect(addToConfig(undefined, { schema: "./s.json", checks: { test: "npm test" } })).toBe(
      '{\n  "$schema": "./s.json",\n  "checks": {\n    "test": "npm test"\n  }\n}\n',
    );
  });

  test("keeps what it has: values, order, indentation, its last line", () => {
    const before = '{\n\t"checks": {\n\t\t"test": "mine"\n\t},\n\t"artifactsRoot": "notes"\n}';

    const after = addToConfig(before, { schema: "./s.json", checks: { test: "theirs", lint: "l" } });

    expect(JSON.parse(after)).toEqual({
      $schema: "./s.json",
      checks: { test: "mine", lint: "l" },
      artifactsRoot: "notes",
    });
    expect(Object.keys(JSON.parse(after))).toEqual(["$schema", "checks", "artifactsRoot"]);
    expect(after).toContain('\n\t"artifactsRoot"');
    expect(after.endsWith("}")).toBe(true);
    expect(addToConfig('{"agentGuides": true}\n', { schema: undefined, checks: {} })).toBe(
      '{\n  "agentGuides": true\n}\n',
    );
  });
});
