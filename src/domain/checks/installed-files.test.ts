import { expect, test } from "vitest";
import { describeTouched, isCache, isInstalled } from "./installed-files.ts";

test.each([
  ["node_modules/runner/run.mjs", true],
  ["packages/a/node_modules/.bin/vitest", true],
  [".venv/lib/python3/site-packages/pytest/__init__.py", true],
  ["Node_Modules/x/y.js", true],
  ["test/fixtures/app/node_modules/x/index.js", false],
  ["vendor/github.com/x/y.go", false],
  ["src/node_modules.ts", false],
  ["docs/site-packages.md", false],
])("F2: an agent's tools may write %s: not %s", (path, is) => {
  expect(isInstalled(path)).toBe(is);
});

test.each([
  ["node_modules/.cache/x", true],
  ["node_modules/.vite/deps/a.js", true],
  ["node_modules/.bin/vitest", false],
  ["node_modules/.pnpm/x/node_modules/x/a.js", false],
  ["vendor/a/__pycache__/x.pyc", true],
  ["node_modules/runner/run.mjs", false],
])("%s is what tools keep for themselves: %s", (path, is) => {
  expect(isCache(path)).toBe(is);
});

test("five are named, the rest is counted", () => {
  expect(describeTouched(["a"])).toEqual(["a (not in git)"]);
  expect(describeTouched(["a", "b", "c", "d", "e", "f", "g"]).at(-1)).toBe("2 more installed files (not in git)");
});
