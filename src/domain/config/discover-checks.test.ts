import { describe, expect, test } from "vitest";
import { addToConfig } from "./config-file.ts";
import { type CheckSources, discoverChecks, quoteWorkflow } from "./discover-checks.ts";

const scripts = (given: Record<string, unknown>, more: object = {}) => JSON.stringify({ scripts: given, ...more });

function commands(sources: Partial<CheckSources>): Record<string, string> {
  const found = discoverChecks({ names: [], packageJson: undefined, makefile: undefined, ...sources });
  return Object.fromEntries(found.map(({ name, command }) => [name, command]));
}

describe("scripts of package.json", () => {
  test("become commands of the package manager whose lock file is there", () => {
    const packageJson = scripts({ test: "vitest run", lint: "biome check", typecheck: "tsc", build: "esbuild" });
    for (const [lockFile, test, lint] of [
      ["package-lock.json", "npm test", "npm run lint"],
      ["pnpm-lock.yaml", "pnpm test", "pnpm run lint"],
      ["yarn.lock", "yarn test", "yarn run lint"],
      ["bun.lockb", "bun run test", "bun run lint"],
      ["nothing", "npm test", "npm run lint"],
    ] as const) {
      expect(commands({ packageJson, names: [lockFile] }), lockFile).toMatchObject({ test, lint });
    }
    expect(commands({ packageJson })).toEqual({
      test: "npm test",
      lint: "npm run lint",
      typecheck: "npm run typecheck",
      build: "npm run build",
    });
  });

  test("the field packageManager counts where there is no lock file", () => {
    const packageJson = scripts({ test: "x" }, { packageManager: "pnpm@9.1.0" });
    expect(commands({ packageJson })).toEqual({ test: "pnpm test" });
    expect(commands({ packageJson, names: ["yarn.lock"] })).toEqual({ test: "yarn test" });
  });

  test("check stands in for typecheck; the test that npm init writes, empty ones and other things are none", () => {
    expect(commands({ packageJson: scripts({ check: "tsc" }) })).toEqual({ typecheck: "npm run check" });
    const placeholder = 'echo "Error: no test specified" && exit 1';
    expect(commands({ packageJson: scripts({ test: placeholder, lint: " ", build: 3 }) })).toEqual({});
    for (const packageJson of ["{", "[]", "null", "{}", '{"scripts": []}'])
      expect(commands({ packageJson })).toEqual({});
  });
});

describe("targets of a Makefile", () => {
  const makefile = (text: string) => ({ name: "Makefile", text });

  test("are proposed where package.json has nothing", () => {
    const text = ".PHONY: build\nVAR := x\ntest lint: dep\n\tgo test ./...\nbuild::\n\ttrue\n";
    expect(commands({ makefile: makefile(text) })).toEqual({
      test: "make test",
      lint: "make lint",
      build: "make build",
    });
    expect(commands({ makefile: makefile(text), packageJson: scripts({ test: "x" }) })).toMatchObject({
      test: "npm test",
      lint: "make lint",
    });
  });

  test("check runs the tests; an assignment and a mere mention are no targets", () => {
    expect(commands({ makefile: makefile("check:\n\ttrue\n") })).toEqual({ test: "make check" });
    expect(commands({ makefile: makefile("test := 1\nlint = 2\n.PHONY: build\n# typecheck: x\n") })).toEqual({});
  });
});

test("commands of a workflow file are quoted, from lines and blocks, without control characters", () => {
  const text = [
    "jobs:",
    "  a:",
    "    steps:",
    "      - run: npm ci",
    '      - run: "npm test"',
    "      - name: more",
    "        run: |",
    "          # not this",
    "          npm run e2e\u001b[31m",
    "",
    "          npm ci",
    "      - uses: actions/checkout@v4",
    "      - run: >-",
  ].join("\n");

  expect(quoteWorkflow(text)).toEqual(["npm ci", "npm test", "npm run e2e [31m"]);
});

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
