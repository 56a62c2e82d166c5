import { describe, expect, test } from "vitest";
import { discoverChecks, exampleOfTests, filesToRead } from "./discover-checks.ts";
import { linesFor, quoteWorkflow } from "./workflow-lines.ts";

const scripts = (given: Record<string, unknown>, more: object = {}) => JSON.stringify({ scripts: given, ...more });

/** `files` by name; undefined stands for a file whose text is not read. */
function commands(files: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const texts = Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
  const found = discoverChecks({ names: Object.keys(files), files: Object.fromEntries(texts) });
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
      expect(commands({ "package.json": packageJson, [lockFile]: undefined }), lockFile).toMatchObject({ test, lint });
    }
    expect(commands({ "package.json": packageJson })).toEqual({
      test: "npm test",
      lint: "npm run lint",
      typecheck: "npm run typecheck",
      build: "npm run build",
    });
  });

  test("the field packageManager counts where there is no lock file", () => {
    const packageJson = scripts({ test: "x" }, { packageManager: "pnpm@9.1.0" });
    expect(commands({ "package.json": packageJson })).toEqual({ test: "pnpm test" });
    expect(commands({ "package.json": packageJson, "yarn.lock": undefined })).toEqual({ test: "yarn test" });
  });

  test("check stands in for typecheck; the test that npm init writes, empty ones and other things are none", () => {
    expect(commands({ "package.json": scripts({ check: "tsc" }) })).toEqual({ typecheck: "npm run check" });
    const placeholder = 'echo "Error: no test specified" && exit 1';
    expect(commands({ "package.json": scripts({ test: placeholder, lint: " ", build: 3 }) })).toEqual({});
    for (const packageJson of ["{", "[]", "null", "{}", '{"scripts": []}'])
      expect(commands({ "package.json": packageJson })).toEqual({});
  });
});

describe("targets of a Makefile", () => {
  test("are proposed where package.json has nothing", () => {
    const text = ".PHONY: build\nVAR := x\ntest lint: dep\n\tgo test ./...\nbuild::\n\ttrue\n";
    expect(commands({ Makefile: text })).toEqual({
      test: "make test",
      lint: "make lint",
      build: "make build",
    });
    expect(commands({ Makefile: text, "package.json": scripts({ test: "x" }) })).toMatchObject({
      test: "npm test",
      lint: "make lint",
    });
  });

  test("check runs the tests; an assignment and a mere mention are no targets", () => {
    expect(commands({ Makefile: "check:\n\ttrue\n" })).toEqual({ test: "make check" });
    expect(commands({ Makefile: "test := 1\nlint = 2\n.PHONY: build\n# typecheck: x\n" })).toEqual({});
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

describe("TR-5: checks are found without package.json:", () => {
  test.each<[string, Record<string, string | undefined>, Record<string, string>]>([
    [
      "Python with uv",
      {
        "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n",
        "uv.lock": undefined,
        "tox.ini": "",
      },
      { test: "uv run pytest", lint: "uv run ruff check", typecheck: "uv run mypy ." },
    ],
    [
      "Python with poetry",
      { "pyproject.toml": "[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = '*'\n" },
      { test: "poetry run pytest" },
    ],
    ["Python with hatch", { "pyproject.toml": "[tool.hatch.envs.default]\n" }, { test: "hatch test" }],
    ["Python with nox", { "pyproject.toml": "", "noxfile.py": undefined }, { test: "nox" }],
    ["Python with tox", { "setup.cfg": "", "tox.ini": "[testenv]\ncommands = pytest" }, { test: "tox" }],
    ["Python with pytest", { "setup.py": undefined, "conftest.py": undefined }, { test: "python -m pytest" }],
    ["Python with unittest", { "setup.py": undefined, tests: undefined }, { test: "python -m unittest" }],
    [
      "Python with tests alone",
      { "calc.py": undefined, "test_calc.py": "def test_add(): ..." },
      { test: "python -m pytest" },
    ],
    [
      "Python with tests in a folder",
      { tests: undefined, "tests/test_calc.py": "import pytest\n", "tests/__init__.py": undefined },
      { test: "python -m pytest" },
    ],
    ["Python with a class of unittest", { "test_calc.py": "import unittest\n" }, { test: "python -m unittest" }],
    [
      "Python with unittest in a folder",
      { tests: undefined, "tests/test_calc.py": "from unittest import TestCase\n" },
      { test: "python -m unittest discover tests" },
    ],
    [
      "Python with unittest in a package",
      { tests: undefined, "tests/test_calc.py": "import unittest\n", "tests/__init__.py": undefined },
      { test: "python -m unittest" },
    ],
    [
      "Python with unittest below pytest",
      { "requirements.txt": "pytest==9\n", "test_calc.py": "import unittest\n" },
      { test: "python -m pytest" },
    ],
    [
      "Python with names that unittest does not look for",
      { "calc_test.py": "import unittest\n" },
      { test: "python -m pytest" },
    ],
    ["Python without tests", { "calc.py": "import unittest\n", "contest.py": undefined }, {}],
    ["Go", { "go.mod": undefined }, { test: "go test ./...", lint: "go vet ./...", build: "go build ./..." }],
    [
      "Go with its linter",
      { "go.mod": undefined, ".golangci.yml": undefined },
      { test: "go test ./...", lint: "golangci-lint run", build: "go build ./..." },
    ],
    [
      "Rust",
      { "Cargo.toml": undefined },
      { test: "cargo test", lint: "cargo clippy", typecheck: "cargo check", build: "cargo build" },
    ],
    [
      "Maven",
      { "pom.xml": undefined, mvnw: undefined },
      { test: "./mvnw --batch-mode test", build: "./mvnw --batch-mode package" },
    ],
    ["Gradle", { "build.gradle.kts": "", gradlew: undefined }, { test: "./gradlew test", build: "./gradlew assemble" }],
    [
      "Ruby with rake",
      { Gemfile: "", Rakefile: "Rake::TestTask.new(:test) do |t|\nend\ntask :build\n" },
      { test: "bundle exec rake test", build: "bundle exec rake build" },
    ],
    [
      "Ruby with RSpec",
      { Gemfile: "gem 'rspec'", spec: undefined, ".rubocop.yml": undefined },
      { test: "bundle exec rspec", lint: "bundle exec rubocop" },
    ],
    [
      "PHP",
      { "composer.json": "{}", "phpunit.xml.dist": undefined, "phpstan.neon": undefined },
      { test: "vendor/bin/phpunit", typecheck: "vendor/bin/phpstan analyse" },
    ],
    ["PHP with a script", { "composer.json": '{"scripts": {"test": ["phpunit"]}}' }, { test: "composer test" }],
    [
      "Deno",
      { "deno.jsonc": '{\n  // tasks\n  "tasks": {"test": "deno test -A"}\n}' },
      { test: "deno task test", lint: "deno lint", typecheck: "deno check ." },
    ],
    ["Bun", { "package.json": "{}", "bun.lock": undefined }, { test: "bun test" }],
    [
      "just",
      { justfile: "default: test\n@test *args:\n  pytest\nlint:\n  ruff\nx := 'y'\n" },
      { test: "just test", lint: "just lint" },
    ],
    [
      "a Makefile before the language",
      { Makefile: "tests:\n\tpytest\n", "go.mod": undefined },
      { test: "make tests", lint: "go vet ./...", build: "go build ./..." },
    ],
    ["nothing", { "README.md": undefined }, {}],
  ])("%s", (_, files, wanted) => {
    expect(commands(files)).toEqual(wanted);
  });
});

test("lines of CI are offered for the check they seem to be; what only CI can run is not", () => {
  const lines = [
    "pip install pytest",
    "tox run -e py",
    "ruff check .",
    "pytest ${{ matrix.args }}",
    "mypy src",
    "echo done",
  ];

  expect(linesFor("test", lines)).toEqual(["tox run -e py"]);
  expect(linesFor("lint", lines)).toEqual(["ruff check ."]);
  expect(linesFor("typecheck", lines)).toEqual(["mypy src"]);
  expect(linesFor("build", lines)).toEqual([]);
});

test("of the tests of Python one is read, and the example is a command of the language", () => {
  const names = ["README.md", "calc.py", "pyproject.toml", "test_a.py", "tests/test_b.py"];
  expect(filesToRead(names)).toEqual(["pyproject.toml", "test_a.py"]);
  expect(exampleOfTests(names)).toBe("python -m pytest");
  expect(exampleOfTests(["calc.py", "package.json"])).toBe("npm test");
  expect(exampleOfTests(["main.c"])).toBe("make test");
});
