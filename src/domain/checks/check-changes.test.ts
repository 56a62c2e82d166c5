// Which changed files are named to the person because checks run them.
import { describe, expect, test } from "vitest";
import { findCheckChanges, printCheckChanges } from "./check-changes.ts";
import { filesNamed } from "./named-files.ts";

const found = (...paths: string[]) =>
  findCheckChanges(
    paths.map((path) => ({ path })),
    filesNamed(["sh ./scripts/test.sh --fast"], new Map()).paths,
  );

test.each([
  ...["vitest.config.ts", "packages/a/jest.config.cjs", ".mocharc.json", "playwright.config.ts", "tsconfig.base.json"],
  ...[
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "noxfile.py",
    "tests/conftest.py",
    "pyproject.toml",
    "requirements-dev.txt",
  ],
  ...[
    "Makefile",
    "rules.mk",
    "justfile",
    "Rakefile",
    "build.gradle.kts",
    "pom.xml",
    "Cargo.toml",
    "go.mod",
    "build.rs",
  ],
  ...["composer.json", "deno.json", "bunfig.toml", "phpunit.xml.dist", "a/b.csproj", ".npmrc", "CMakeLists.txt"],
  ...[
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lockb",
    "Cargo.lock",
    "poetry.lock",
    "go.sum",
    "uv.lock",
  ],
  ...[".github/workflows/ci.yml", ".gitlab-ci.yml", ".circleci/config.yml", "Jenkinsfile", "azure-pipelines.yml"],
  ...[".husky/pre-commit", ".githooks/pre-push", "lefthook.yml", ".pre-commit-config.yaml", "iflow.config.json"],
  "scripts/test.sh",
  ...[".envrc", ".gitattributes", ".gitmodules", ".pnp.cjs", ".yarn/releases/yarn-4.cjs", ".forgejo/workflows/ci.yml"],
  ...[".gitea/workflows/test.yaml", ".yarn/plugins/x.cjs"],
  ...[
    ".claude/settings.json",
    "packages/a/.claude/commands/x.md",
    ".mcp.json",
    ".cursor/mcp.json",
    ".codex/config.toml",
  ],
  ...[".vscode/tasks.json", ".VSCode/settings.json", "a.code-workspace", ".idea/workspace.xml", ".exrc"],
  ...[".devcontainer/devcontainer.json", ".devcontainer.json", ".run/tests.run.xml", ".gitpod.yml", ".agents/x.md"],
  ...[".tool-versions", ".mise.toml", "mise.local.toml", "devbox.json", ".clinerules/a.md"],
  ...[".vscode", ".claude", ".husky", "web/.githooks", ".github/workflows"], // a link in place of the folder
])("F2: %s is told", (path) => {
  expect(found(path)).toEqual([path]);
});

test.each([
  ...["src/index.ts", "test/limit.test.mjs", "README.md", "docs/vitest.config.md", "src/config.ts", "package.json.md"],
  ...[".github/CODEOWNERS", "scripts/other.sh", "data/project.csv", "src/Makefile.ts", ".gitignore"],
  ...[
    "src/claude/settings.json",
    "docs/mcp.json",
    "src/vscode/tasks.ts",
    "docs/claude.md.txt",
    ".claudeignore",
    "a.mcp.json",
  ],
])("%s is not told", (path) => {
  expect(found(path)).toEqual([]);
});

describe("F2: of package.json", () => {
  const about = (before: object | undefined, after: object | undefined, path = "package.json") =>
    findCheckChanges(
      [{ path, before: before && JSON.stringify(before), after: after && JSON.stringify(after) }],
      new Set(),
    );

  test.each([
    [{ scripts: { test: "vitest" } }, { scripts: { test: "true" } }, ["package.json (scripts: test)"]],
    [
      { scripts: { test: "a" } },
      { scripts: { test: "a", build: "b", lint: "c" } },
      ["package.json (scripts: build, lint)"],
    ],
    [{ scripts: { test: "a" } }, undefined, ["package.json (scripts: test)"]],
    [undefined, { scripts: { test: "a" }, jest: {} }, ["package.json (scripts: test; jest)"]],
    [{ dependencies: {} }, { dependencies: { left: "1" } }, ["package.json (dependencies)"]],
    [{ version: "1", description: "a" }, { version: "2", files: [] }, []],
  ])("%j to %j", (before, after, told) => {
    expect(about(before, after)).toEqual(told);
  });

  test("one that is no JSON counts as empty", () => {
    const change = { path: "a/package.json", before: '{"scripts":{"test":"x"}}', after: "{" };
    expect(findCheckChanges([change], new Set())).toEqual(["a/package.json (scripts: test)"]);
  });
});

test("F2: what checks run and what the person's own tools run are told in a sentence each", () => {
  const tools = "What your own tools run was changed: .claude/settings.json, .vscode/tasks.json.";
  expect(printCheckChanges([".claude/settings.json", ".vscode/tasks.json"])).toBe(tools);
  expect(printCheckChanges([".claude/settings.json", "Makefile", ".vscode/tasks.json"])).toBe(
    `What your checks run was changed: Makefile. ${tools}`,
  );
});

test.each([
  "AGENTS.md",
  "web/CLAUDE.md",
  ".github/copilot-instructions.md",
  "GEMINI.md",
  ".cursorrules",
  "CLAUDE.local.md",
])("F2: agents are told how to work by %s", (path) => {
  expect(findCheckChanges([{ path }], new Set())).toEqual([path]);
  expect(printCheckChanges([path])).toBe(`What agents are told here was changed: ${path}.`);
});

test.each(["docs/agents.md.txt", "docs/my-claude.md", "README.md"])("F2: not by %s", (path) => {
  expect(findCheckChanges([{ path }], new Set())).toEqual([]);
});

test("F2: they are told in one sentence", () => {
  expect(printCheckChanges([])).toBe("");
  expect(printCheckChanges(["package.json (scripts: test)", "vitest.config.ts"])).toBe(
    "What your checks run was changed: package.json (scripts: test), vitest.config.ts.",
  );
});
