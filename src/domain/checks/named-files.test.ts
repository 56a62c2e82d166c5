// Which files the checks name, directly or through what people wrote to be run.
import { expect, test } from "vitest";
import { filesNamed, isNamed } from "./named-files.ts";

const MANIFEST = JSON.stringify({
  scripts: {
    test: "npm run -s unit && node node_modules/runner/run.mjs",
    pretest: "node tools/prepare.mjs",
    unit: "node tools/run-tests.mjs --all",
    dev: "node server.mjs",
    all: "run-s lint unit",
    lint: "concurrently 'npm:lint:*'",
  },
});
const MAKE =
  "all: lint\n\ntest: build/setup tools/data.json\n\t@cd sub && sh tools/test.sh\n\nbuild/setup:\n\t./bin/setup\n";
const TEXTS = new Map<string, string | undefined>([
  ["package.json", MANIFEST],
  ["web/package.json", JSON.stringify({ scripts: { test: "node web-tests.mjs" } })],
  ["Makefile", MAKE],
  ["GNUmakefile", undefined],
  ["makefile", undefined],
  ["justfile", "test: lint\n    python3 tools/t.py\nlint:\n    ./lint.py\n"],
  ["composer.json", JSON.stringify({ scripts: { test: ["php tools/a.php", "php tools/b.php"] } })],
  ["sub/tools/test.sh", "#!/bin/sh\nnode ../inner.mjs\n. lib/more.sh\n"],
  ["deno.json", JSON.stringify({ tasks: { test: "deno run -A tools/t.ts" } })],
]);

test.each([
  ["npm test", ["tools/run-tests.mjs", "tools/prepare.mjs", "node_modules/runner/run.mjs"], ["server.mjs"]],
  ["pnpm unit", ["tools/run-tests.mjs"], ["tools/prepare.mjs"]],
  ["npm t", ["tools/run-tests.mjs"], []],
  ["yarn run all", ["tools/run-tests.mjs"], ["server.mjs"]],
  ["node --run unit", ["tools/run-tests.mjs"], []],
  ["npm --prefix web test", ["web/web-tests.mjs"], ["tools/run-tests.mjs"]],
  ["cd web && npm test", ["web/web-tests.mjs"], []],
  ["make test", ["sub/tools/test.sh", "bin/setup", "tools/data.json", "inner.mjs", "sub/lib/more.sh"], []],
  ["just test", ["tools/t.py", "lint.py"], []],
  ["composer test", ["tools/a.php", "tools/b.php"], []],
  ["deno task test", ["tools/t.ts"], []],
  ["cd sub && sh tools/test.sh", ["sub/tools/test.sh", "inner.mjs"], []],
  ["FOO=tools/x.mjs node './tools/y.mjs'", ["tools/x.mjs", "tools/y.mjs"], []],
])("F2: %s names %j", (command, named, not) => {
  const { paths } = filesNamed([command], TEXTS);
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
  expect(not.filter((path) => paths.has(path))).toEqual([]);
});

test("what would have to be read is said; a circle ends", () => {
  expect(filesNamed(["npm test"], new Map()).wanted).toEqual(["package.json"]);
  const circle = new Map([["package.json", JSON.stringify({ scripts: { test: "npm test && cd . && npm test" } })]]);
  expect(filesNamed(["npm test"], circle).wanted).toEqual([]);
});

test("a file is named without its ending too, as Node finds it; a bare word names none", () => {
  const { paths } = filesNamed(["node tools/run lib/all test"], new Map());
  expect(["tools/run.mjs", "lib/all/index.js", "tools/run"].map((path) => isNamed(path, paths))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["test.js", "tools/run.md", "tools/other.mjs"].map((path) => isNamed(path, paths))).toEqual([
    false,
    false,
    false,
  ]);
});
