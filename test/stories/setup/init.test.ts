// `iflow init`: proposes what it finds, writes what is agreed to, and never replaces anything.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { workplace } from "../../support/iflow.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const CONFIG = "iflow.config.json";
const PROJECT = {
  "package.json": JSON.stringify({ scripts: { test: "touch ran", lint: "touch ran", check: "touch ran" } }),
  "pnpm-lock.yaml": "",
  Makefile: "build:\n\ttouch ran\n",
  ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: touch ran\n",
};

test("without a terminal it shows what it would store, runs nothing and writes nothing, exit 4", async () => {
  const place = await workplace({}, PROJECT);

  const ended = await place.iflow("init");

  expect(ended.code).toBe(4);
  for (const words of [
    `${CONFIG} would be:`,
    '"test": "pnpm test"',
    '"typecheck": "pnpm run check"',
    '"build": "make build"',
    'lint: script "lint" in package.json',
    "found in CI: touch ran   (.github/workflows/ci.yml)",
    "Fix: iflow init --yes",
  ]) {
    expect(ended.stderr).toContain(words);
  }
  const { code, document } = await place.json("init");
  expect([code, document.ok, document.error.code, document.data.written]).toEqual([4, false, "needs-answer", false]);
  expect(document.data.checks[0]).toEqual({
    name: "test",
    command: "pnpm test",
    from: 'script "test" in package.json',
  });
  expect(place.git("status", "--porcelain")).toBe("");
});

test("--yes writes the file and nothing else; the second call has nothing to do", async () => {
  const place = await workplace({}, PROJECT);

  const { code, document } = await place.json("init", "--yes", "--no-run");

  expect([code, document.data.written]).toEqual([0, true]);
  expect(place.read(CONFIG)).toBe(document.data.text);
  expect(JSON.parse(place.read(CONFIG))).toEqual({
    checks: { test: "pnpm test", lint: "pnpm run lint", typecheck: "pnpm run check", build: "make build" },
  });
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe(`?? ${CONFIG}`);
  expect(readdirSync(join(place.root, ".git", "iflow", "locks"))).toEqual([]);
  expect((await place.iflow("config", "checks.test")).stdout).toBe("pnpm test\n");
  for (const args of [["init"], ["init", "--yes", "--no-run"]]) {
    const again = await place.iflow(...args);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing to do")]);
  }
});

test("what the file has is kept; only missing keys are added, and keys set elsewhere are not missing", async () => {
  const place = await workplace({}, PROJECT);
  await place.write({ [CONFIG]: '{\n    "checks": {"test": "mine"},\n    "artifactsRoot": "notes"\n}\n' });

  const ended = await place.iflowWith({ env: { IFLOW_CHECKS_LINT: "my linter" } }, "init", "--yes", "--no-run");

  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining(`${CONFIG} extended`)]);
  expect(JSON.parse(place.read(CONFIG))).toEqual({
    checks: { typecheck: "pnpm run check", build: "make build", test: "mine" },
    artifactsRoot: "notes",
  });
  expect(place.read(CONFIG)).toContain('\n    "artifactsRoot"');
});

test("a repository without checks gets a file to write them into; an installed iflow gives it a schema", async () => {
  const place = await workplace();
  const env = { IFLOW_CHECKS_NONE: "false" };
  const untested = /Nothing will be tested yet\. Add your test command to iflow\.config\.json:\s"checks": \{"test":/;
  const first = await place.iflowWith({ env }, "init", "--yes");
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(untested)]);
  expect(first.stdout).not.toContain("Agents may run");
  expect(place.read(CONFIG)).toBe('{\n  "checks": {}\n}\n');
  for (const again of [["init"], ["init", "--yes"]])
    expect((await place.iflowWith({ env }, ...again)).stdout).toMatch(
      /^Nothing to do[\s\S]*Nothing will be tested yet/,
    );

  const path = "node_modules/iflow-engine/iflow.config.schema.json";
  await place.write({ [path]: "{}" });
  expect((await place.iflow("init", "--yes")).code).toBe(0);
  const { $schema } = JSON.parse(place.read(CONFIG));
  expect($schema).toBe(`./${path}`);
  expect(existsSync(join(place.root, $schema))).toBe(true);
  expect((await place.iflow("config")).code).toBe(0);
  expect((await place.iflow("init")).stdout).toContain("Nothing to do");
});

test("Python: tests alone show that it is used and which runner they are for; without any the example is one of its own", async () => {
  const tested = await workplace({}, { "shop/calc.py": "", "tests/test_calc.py": "import unittest\n" });
  expect((await tested.iflow("init", "--yes", "--no-run")).code).toBe(0);
  expect(JSON.parse(tested.read(CONFIG))).toEqual({ checks: { test: "python -m unittest discover tests" } });

  const untested = await workplace({}, { "calc.py": "" });
  const { stdout } = await untested.iflowWith({ env: { IFLOW_CHECKS_NONE: "false" } }, "init", "--yes");
  expect(stdout.replaceAll("\n", " ")).toContain('iflow.config.json: "checks": {"test": "python -m pytest"}');
});

test("no git, no commit, a config that is wrong: the usual refusals", async () => {
  const place = await workplace();
  const outside = await place.iflow("--cwd", await tempFolder(), "init", "--yes");
  expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining("git init")]);
  await place.write({ [CONFIG]: '{"chekcs": {}}' });
  const wrong = await place.iflow("init", "--yes");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('unknown key "chekcs"')]);
  expect(place.read(CONFIG)).toBe('{"chekcs": {}}');
  await place.write({ [CONFIG]: "{}" });
  place.git("checkout", "--quiet", "--orphan", "empty");
  const unborn = await place.iflow("init", "--yes");
  expect([unborn.code, unborn.stderr]).toEqual([4, expect.stringContaining("no commit yet")]);
});

test("no commit and no name for git: what init and doctor print makes both, with the person's own name", async () => {
  const place = await workplace();
  place.git("update-ref", "-d", "refs/heads/main");
  for (const part of ["name", "email"]) place.git("config", "--unset", `user.${part}`);
  place.git("config", "user.useConfigOnly", "true");
  const typed =
    'git config user.name NAME && git config user.email ADDRESS && git commit --allow-empty --message "start"';

  const refused = await place.iflow("init", "--yes");
  expect([refused.code, refused.stderr.replaceAll(/\s+/g, " ")]).toEqual([4, expect.stringContaining(typed)]);
  const { stdout } = await place.iflow("doctor");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "the first: git does not know who you are; fix: git config user.name",
  );

  execFileSync("sh", ["-c", typed], { cwd: place.root });
  expect((await place.iflow("init", "--yes")).code).toBe(0);
});

test("--yes says what a run would stop at: no agent, or no name for git", async () => {
  const place = await workplace();
  const key = { ANTHROPIC_API_KEY: "sk-ant-0123456789" };
  for (const part of ["name", "email"]) place.git("config", "--unset", `user.${part}`);
  place.git("config", "user.useConfigOnly", "true");

  const neither = await place.iflow("init", "--yes");
  expect(neither.stdout).toContain(
    "No agent is ready yet: iflow doctor says how to get one.\ngit does not know who you",
  );
  expect(neither.stdout).toMatch(/^Next: iflow doctor {3}\(an agent is missing\), then: iflow run "what you want"$/m);

  await rm(join(place.root, CONFIG));
  const noName = await place.iflowWith({ env: key }, "init", "--yes");
  expect(noName.stdout).not.toContain("No agent");
  expect(noName.stdout.replaceAll(/\s+/g, " ")).toContain("Next: iflow doctor (git does not know who you are), then:");
});

describe("each check is run once, as it will be run later", () => {
  const NEEDY = 'test:\n\t@test -n "$$SHOP_TOKEN" || { echo SHOP_TOKEN is not set; exit 1; }\nlint:\n\t@touch linted\n';
  const env = { SHOP_TOKEN: "value-0123456789", UNRELATED_TOKEN: "other-0123456789" };

  verifies("SAFE-2", "F2: init tells which check is red there and which variables it did not see", async () => {
    const place = await workplace({}, { Makefile: NEEDY });

    const ended = await place.iflowWith({ env }, "init", "--yes");

    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("trying test: make test");
    expect(ended.stdout).toContain("test failed (exit code 2) with the environment that iflow gives it.");
    expect(ended.stdout).toContain("Set here, named in your project, and not passed: SHOP_TOKEN\n");
    expect(ended.stdout + ended.stderr).not.toMatch(/-0123456789|UNRELATED/);
    expect(JSON.parse(place.read(CONFIG))).toEqual({ checks: { test: "make test", lint: "make lint" } });
    expect(existsSync(join(place.root, "linted"))).toBe(true);

    await place.write({
      [CONFIG]: '{"checks": {"test": "make test", "lint": "make lint", "environment": ["SHOP_TOKEN"]}}',
    });
    const again = await place.iflowWith({ env }, "init", "--yes");
    expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining("failed")]);
  });

  test("of a red one its first failure is shown, without the codes of its colours", async () => {
    const red = [
      "printf 'begun\\n\\033[31mFAILED\\033[0m the sixth login\\n'",
      "printf '\\033]8;;http://localhost/report\\033\\\\report\\033]8;;\\033\\\\\\n'",
      "for n in 1 2 3 4 5 6 7 8 9; do echo line $n; done",
      "exit 1",
    ];
    const place = await workplace({}, { [CONFIG]: '{"checks": {"test": "sh red.sh"}}', "red.sh": red.join("\n") });

    const { stderr } = await place.iflow("init", "--yes");

    const shown = stderr.slice(stderr.indexOf("trying test")).split("\n"); // then the row of the check
    expect(shown.slice(2, 5)).toEqual(["    FAILED the sixth login", "    report", "    line 1"]);
    expect(stderr).not.toMatch(/\[31m|\]8;;|line 7/);

    await place.write({ "red.sh": "printf 'not ok 1 - \\033[31msixth login\\033[0m\\nmore\\n'; exit 1" });
    expect((await place.iflow("init", "--yes")).stderr).toContain("\n    sixth login\n");
  });

  test("a program that is not here is told as such, and not as a variable that is missing", async () => {
    const place = await workplace({}, { [CONFIG]: '{"checks": {"test": "no-such-program --quiet"}}' });

    const { stdout } = await place.iflow("init", "--yes");

    expect(stdout).toContain("test failed: a program that it starts was not found (exit code 127).\n");
    expect(stdout).toContain("  Install it, or correct checks.test.");
    expect(stdout).not.toContain("environment");
  });

  test("not with --no-run, and not without a terminal unless --yes is said", async () => {
    const place = await workplace({}, { Makefile: NEEDY });
    expect((await place.iflow("init", "--yes", "--no-run")).code).toBe(0);
    expect((await place.iflow("init")).code).toBe(0);
    expect(existsSync(join(place.root, "linted"))).toBe(false);
  });
});

verifies("USE-2", "U12: init names the next command, quotes CI once, and only where no test was found", async () => {
  const line = "npx vitest run --coverage --reporter=junit --outputFile=out/report-of-the-tests.xml";
  const workflow = `jobs:\n  a:\n    steps:\n      - run: ${line}\n`;
  const ci = { ".github/workflows/ci.yml": workflow, ".github/workflows/nightly.yml": workflow };
  const untested = await (await workplace({}, ci)).iflow("init", "--yes");
  expect(untested.stdout.split("found in CI").length).toBe(2);

  const shown = await (await workplace({}, { ...PROJECT, ...ci })).iflow("init");
  expect(shown.stderr.split("npx vitest run").length).toBe(2);

  const place = await workplace({}, { ...PROJECT, ...ci });
  const env = { ANTHROPIC_API_KEY: "sk-ant-0123456789" };
  const written = await place.iflowWith({ env }, "init", "--yes", "--no-run");
  expect(written.stdout).not.toContain("found in CI");
  expect(written.stdout.trimEnd().split("\n").at(-1)).toBe('Next: iflow run "what you want"');
  for (const text of [untested.stdout, shown.stderr, written.stdout])
    expect(text.split("\n").filter((one) => one.length > 80)).toEqual([]);
});
