import { isAbsolute, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SHELL_ESCAPES, WORDS_ESCAPES } from "../../../test/support/door-escapes.ts";
import { type CommandRules, judgeCommand } from "./judge-command.ts";

const ROOT = "/home/me/shop";
const inside = (path: string) => {
  const way = relative(ROOT, resolve(ROOT, path));
  return path.startsWith("~") || way === ".." || way.startsWith("../") || isAbsolute(way) ? undefined : way;
};
const FILES = ["tests/test_a.py", "shop/tests/__init__.py", "backend/shop/test_b.py"];
const RULES: CommandRules = {
  ...{ mode: "families", sandboxed: false, checks: ["node --test"], scripts: {}, inside, hidden: [], denies: false },
  ...{ git: "git", filters: [], exists: (path: string) => FILES.includes(path) },
};
const judge = (line: string, more: Partial<CommandRules> = {}) => judgeCommand(line, { ...RULES, ...more });
const run = (line: string, more: Partial<CommandRules> = {}) => {
  const judged = judge(line, more);
  return "refused" in judged ? `refused: ${judged.refused}` : judged.line;
};

describe("stored checks", () => {
  it("run as they are stored, whatever they hold", () => {
    const check = 'cd sub && FOO="$BAR" make test | tee log; true';

    expect(run(check, { checks: [check] })).toBe(check);
    expect(run(`  ${check}\n`, { checks: [check] })).toBe(check);
    expect(run(`${check} `.replace("true", "false"), { checks: [check] })).toMatch(/^refused: /);
  });

  it("may be given with what agents put around a command", () => {
    const checks = ["npm run lint"];
    for (const line of ["npm run lint 2>&1", "npm run lint | tail -n 20", `cd ${ROOT} && npm run lint 2>&1 | head -50`])
      expect(run(line, { checks })).toBe("npm run lint");
    expect(run("cd /tmp && npm run lint", { checks })).toMatch(/^refused: /);
    expect(run("npm run lint | tail -f", { checks })).toMatch(/^refused: /);
  });
});

describe("some tests of a stored check", () => {
  it.each([
    ["node --test", "node --test test/a.test.mjs", "node --test test/a.test.mjs"],
    ["node --test", `node --test ${ROOT}/test/a.test.mjs`, `node --test ${ROOT}/test/a.test.mjs`],
    ["node --test", "node --test --test-name-pattern='adds up' test", "node --test '--test-name-pattern=adds up' test"],
    [
      "node --import tsx --test 'test/**/*.ts'",
      "node --import tsx --test test/a.ts",
      "node --import tsx --test test/a.ts",
    ],
    ["node --test", "node --test test/a.mjs --test-only b.mjs", "node --test --test-only test/a.mjs b.mjs"],
    ["node --test test/*.mjs", "node --test test/a.mjs", "node --test test/a.mjs"],
    ["pytest -q tests", "pytest tests/test_a.py::TestA::test_b -x", "pytest tests/test_a.py::TestA::test_b -x"],
    ["pytest", "python -m pytest -k 'adds or not slow' -xvs", "pytest -k 'adds or not slow' -xvs"],
    ["uv run pytest --strict-config", "pytest --strict-config -q", "uv run pytest --strict-config -q"],
    ["pytest -c my.cfg", "pytest -c my.cfg -k a", "pytest -c my.cfg -k a"],
    ["python -m unittest", "python -m unittest tests.test_a.TestA -v", "python -m unittest tests.test_a.TestA -v"],
    ["python -m unittest", "python -m unittest tests/test_a.py", "python -m unittest tests/test_a.py"],
    ["python manage.py test", "python manage.py test shop.tests", "python manage.py test shop.tests"],
    ["backend/manage.py test", "backend/manage.py test shop.test_b.TestB", "backend/manage.py test shop.test_b.TestB"],
    ["cargo +nightly -q test", "cargo +nightly -q test adds", "cargo +nightly -q test adds"],
    ["./gradlew --info test", "./gradlew test --tests 'shop.AddTest'", "./gradlew test --tests shop.AddTest"],
    ["mocha", "mocha test/a.js -g adds", "mocha test/a.js -g adds"],
    ["vitest run", "vitest run cart", "vitest run cart"],
    ["playwright test", "playwright test e2e/a.spec.ts:12", "playwright test e2e/a.spec.ts:12"],
    ["go test ./...", "go test ./shop -run 'TestAdd|TestSub' -v", "go test ./shop -run 'TestAdd|TestSub' -v"],
    ["go test -race ./...", "go test -race -run=TestAdd ./shop/...", "go test -race -run=TestAdd ./shop/..."],
    ["cargo test", "cargo test -p shop adds -- --nocapture", "cargo test -p shop adds -- --nocapture"],
    ["bundle exec rspec", "rspec spec/a_spec.rb:12", "bundle exec rspec spec/a_spec.rb:12"],
    ["vendor/bin/phpunit", "phpunit --filter testAdd tests", "vendor/bin/phpunit --filter testAdd tests"],
    ["./gradlew test", "./gradlew test --tests 'shop.AddTest'", "./gradlew test --tests shop.AddTest"],
    ["mvn -q test", "mvn test -Dtest=AddTest#adds", "mvn test '-Dtest=AddTest#adds'"],
    ["deno test -A", "deno test -A --filter add src", "deno test -A --filter add src"],
    ["bun test", "bun test -t add src/a.test.ts", "bun test -t add src/a.test.ts"],
    ["dotnet test", "dotnet test --filter Name~Add", "dotnet test --filter 'Name~Add'"],
    ["mix test", "mix test test/a_test.exs:12", "mix test test/a_test.exs:12"],
    ["CI=1 npx vitest run", "CI=1 npx vitest run src/a.test.ts", "env 'CI=1' npx vitest run src/a.test.ts"],
    ["CI=1 npx vitest run", "vitest src/a.test.ts -t 'it''s'", "env 'CI=1' npx vitest run src/a.test.ts -t its"],
    ["npm run lint && npx jest", "npx jest src -t adds", "npx jest src -t adds"],
  ])("%s: %s", (check, line, expected) => {
    expect(run(line, { checks: [check] })).toBe(expected);
  });

  it.each([
    ["vitest run", "npm test -- src/a.test.ts -t 'adds up'", "npm test -- src/a.test.ts -t 'adds up'"],
    ["vitest run", "npm test src/a.test.ts", "npm test -- src/a.test.ts"],
    ["vitest run", "npx vitest run src/a.test.ts", "npx --no-install vitest run src/a.test.ts"],
    ["vitest run", "npx vitest src/a.test.ts", "npx --no-install vitest run src/a.test.ts"],
    ["tsc && cross-env A=b jest", "npm test -- -t adds", "npm test -- -t adds"],
    ["tsc && cross-env A=b jest", "npx jest -t adds", "env 'A=b' npx --no-install jest -t adds"],
    ["npm run unit", "node --test a.mjs", "node --test a.mjs"],
    ["cd sub && mocha", "npm test -- -g adds", "npm test -- -g adds"],
    ["vitest", "npm test -- run src/a.test.ts:12", "npm test -- run src/a.test.ts:12"],
    ["mocha", "npm test -- ./test test/a.js", "npm test -- ./test test/a.js"],
    ["npm run unit --", "npm test -- --test-only a.mjs", "npm test -- --test-only a.mjs"],
    ["npm run unit", "npm test -- a.mjs", "npm test -- a.mjs"],
    ["A=b npm run unit", "node --test a.mjs", "env 'A=b' node --test a.mjs"],
    ["tsx --test", "npx tsx --test a.ts", "npx --no-install tsx --test a.ts"],
    ["react-scripts test", "npm test -- -t adds src/a", "npm test -- -t adds src/a"],
    ["./run.sh", "npm test --", "npm test"],
  ])("npm test with the script %s: %s", (test, line, expected) => {
    expect(run(line, { checks: ["npm test"], scripts: { test, unit: "node --test" } })).toBe(expected);
  });

  it("knows nothing to choose from in a build, a linter, a script in another folder or one that needs a shell", () => {
    const scripts = { build: "tsc", test: "cd sub && mocha" };
    expect(run("npm run build -- a", { checks: ["npm run build"], scripts })).toMatch(/^refused: npm is not among/);
    expect(run("npx mocha a", { checks: ["npm test"], scripts })).toMatch(/^refused: npx is not among/);
    expect(run("make test A=b", { checks: ["make test"] })).toMatch(/^refused: make is not among/);
    expect(run("pytest a", { checks: ["pytest $ARGS"] })).toMatch(/^refused: pytest is not among/);
    expect(run("./run.sh -x", { checks: ["./run.sh"] })).toMatch(/^refused: /);
  });

  it("other managers hand arguments on with -- and without", () => {
    const scripts = { test: "vitest run" };
    expect(run("pnpm test src/a.ts -t adds", { checks: ["pnpm test"], scripts })).toBe("pnpm test src/a.ts -t adds");
    expect(run("yarn test -- -t adds", { checks: ["yarn test"], scripts })).toBe("yarn test -- -t adds");
    expect(run("yarn vitest run a.ts", { checks: ["yarn vitest run"] })).toBe("yarn vitest run a.ts");
    expect(run("npx vitest run a.ts", { checks: ["bun run test"], scripts })).toBe("bun run vitest run a.ts");
  });
});

describe("looks at git", () => {
  const look = (line: string) =>
    run(line)
      .replace(/^env 'GIT_NO_LAZY_FETCH=1' 'GIT_TERMINAL_PROMPT=0' /, "")
      .replaceAll(/ -c '[^']*'/g, "");

  it.each([
    ["git status --short", "git --no-pager --no-optional-locks status --ignore-submodules=dirty --short"],
    ["git --no-pager log --oneline -5", "--no-ext-diff --no-textconv --ignore-submodules=dirty --oneline -5"],
    ["git diff", "diff --no-ext-diff --no-textconv --ignore-submodules=dirty"],
    ["git diff --stat main...HEAD -- src", "--stat main...HEAD -- src"],
    ["git diff HEAD~2 src/a.ts", "'HEAD~2' src/a.ts"],
    ["git show HEAD:src/a.ts", "HEAD:src/a.ts --"],
    ["git show 1a2b3c4", "'1a2b3c4^{commit}'"],
    ["git diff 1a2b3c4^..5d6e7f8", "'1a2b3c4^^{commit}..5d6e7f8^{commit}'"],
    ["git log -n 3 --format='%h %s' -S 'old name' -- src", "-n3 '--format=%h %s' '-Sold name' -- src"],
    ["git blame -L 10,20 src/a.ts", "blame --no-textconv -L10,20 src/a.ts"],
    ["git show 'HEAD@{1}' --name-only", "--name-only 'HEAD@{1}'"],
  ])("%s", (line, expected) => {
    expect(look(line)).toContain(expected);
  });

  it("turns off everything by which git starts a program, and leaves hidden files out", () => {
    const line = run("git diff", { hidden: ["*.sqlite", "customers/**"], git: "/usr/bin/git" });

    expect(line).toMatch(/^env 'GIT_NO_LAZY_FETCH=1' 'GIT_TERMINAL_PROMPT=0' \/usr\/bin\/git --no-pager /);
    for (const off of ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"])
      expect(line).toContain(`-c '${off}'`);
    expect(line).toContain("dirty ':(exclude,glob,icase)**/*.sqlite' ':(exclude,glob,icase)**/*.sqlite/**'");
    expect(line).toContain("':(exclude,glob,icase)customers/**'");
  });

  it("turns off every filter by its name, and looks at nothing where it cannot", () => {
    expect(run("git status", { filters: ["lfs", "my filter"] })).toContain(
      "-c 'filter.my filter.clean=' -c 'filter.my filter.process=' -c 'filter.my filter.required=false' status",
    );
    expect(run("git status", { filters: ["a=b"] })).toMatch(/^refused: git's filter a=b has a name/);
    expect(run("git status", { filters: undefined })).toMatch(/^refused: git's configuration cannot be read/);
  });

  it("knows the formats that are git's own or given in full", () => {
    for (const format of ["oneline", "fuller", "reference", "%h", "format:done", "tformat:%h %s", ""])
      expect(look(`git log '--format=${format}'`), format).toContain("--format=");
    for (const format of ["sig", "Oneline", "one", "formatted", "format:%GG", "%h%+GS", "%<(9)%GK"])
      expect(look(`git log '--format=${format}'`), format).toMatch(/^refused: --format of git log cannot be /);
  });

  it("names the paths that the disk must be asked about", () => {
    expect(judge("git show HEAD:.env")).toMatchObject({ reads: ["HEAD:.env", ".env"] });
    expect(judge("git diff main -- .env src")).toMatchObject({ reads: ["main", ".env", "src"] });
  });

  it("takes a value from the next word only where git does", () => {
    expect(look("git log --format=%h")).toContain("--format=%h");
    expect(look("git log --author me --since yesterday -n 3")).toContain("--author=me --since=yesterday -n3");
    for (const line of ["git log --format %h", "git show --pretty short", "git diff -U 5"])
      expect(look(line), line).toMatch(/^refused: --?[a-zU]+ of git [a-z]+ needs its value in the same word/);
  });

  it("refuses combinations that could not leave hidden files out", () => {
    expect(run("git show HEAD HEAD:a")).toMatch(/^refused: show commits and files/);
    expect(run("git diff HEAD~1: HEAD:")).toMatch(/^refused: name the path behind the commits/);
    expect(run("git log -p --follow a", { hidden: ["x"] })).toMatch(/^refused: --follow/);
    expect(run("git log --follow a", { hidden: ["x"] })).toContain("--follow a");
  });
});

describe("changes of files", () => {
  it.each([
    ["rm src/a.ts -f b.md", "rm -f -- src/a.ts b.md", ["src/a.ts", "b.md"]],
    ["rm -- -odd", "rm -- -odd", ["-odd"]],
    [`mv ${ROOT}/a.ts src/b.ts`, "mv -- a.ts src/b.ts", ["a.ts", "src/b.ts"]],
    ["mkdir -p 'src/new folder'", "mkdir -p -- 'src/new folder'", ["src/new folder"]],
  ])("%s", (line, expected, changes) => {
    expect(judge(line)).toMatchObject({ line: expected, changes });
  });

  it("are of single files, two at a time when moved", () => {
    expect(run("rm -r src")).toMatch(/^refused: rm -r is not allowed: single files only/);
    expect(run("mv a b c")).toMatch(/^refused: mv needs two paths/);
    expect(run("rm")).toMatch(/^refused: rm needs a path/);
    expect(run("git rm a")).toMatch(/^refused: use rm without git/);
  });
});

describe("what an agent wrote may be run by itself", () => {
  const own = (line: string, more: Partial<CommandRules> = {}) => {
    const judged = judge(line, more);
    return "refused" in judged ? judged.refused : judged.asWritten || judged.plain;
  };
  const npm: Partial<CommandRules> = { checks: ["npm test", "CI=1 pytest"], scripts: { test: "jest" } };
  type Row = [line: string, expected: string | boolean, more?: Partial<CommandRules>];

  it.each<Row>([
    ["node --test", true],
    ["node --test 'test/a.mjs'", true],
    ["rm -f a.ts", true],
    ["npm test -- -t 'adds up'", true, npm],
    ["CI=1 pytest a.py", true, npm],
  ])("as it is: %s", (line, expected, more: Partial<CommandRules> = {}) => {
    expect(own(line, more)).toBe(expected);
  });

  it.each<Row>([
    ["cd . && node --test", "node --test"],
    [`cd '${ROOT}' && git diff | tail -5`, run("git diff")],
    ["git show 1a2b3c4", run("git show 1a2b3c4")],
    ["git log -n 3 --format='%h %s' -- src", run("git log -n 3 --format='%h %s' -- src")],
    ["git show HEAD:src/a.ts", run("git show HEAD:src/a.ts")],
    ["rm a.ts 2>&1", "rm a.ts"],
    ["node --test a.mjs --test-only", "node --test --test-only a.mjs"],
    ["npx jest -t adds", "npx --no-install jest -t adds", npm],
    ["npm run test -- a.js", "npm test -- a.js", npm],
    ["cd . && pytest a.py", "CI=1 pytest a.py", npm],
  ])(
    "not when something was left out or added, and how it could: %s",
    (line, expected, more: Partial<CommandRules> = {}) => {
      expect(own(line, more)).toBe(expected);
      expect(own(String(expected), more)).toBe(true);
    },
  );

  it("a look at git only where it says itself what is off, in any quotes", () => {
    const whole = run("git diff --stat HEAD");

    expect(own(whole)).toBe(true);
    expect(own(whole.replaceAll("'", '"'))).toBe(true);
    expect(own(whole.replaceAll("'", ""))).toBe(true);
    for (const part of whole
      .split(/ (?=-c |--no-|--ignore)/)
      .slice(1)
      .filter((one) => !one.includes("--stat")))
      expect(own(whole.replace(` ${part}`, "")), part).not.toBe(true);
    expect(own(whole.replace("core.fsmonitor=false", "core.fsmonitor=x"))).not.toBe(true);
    expect(own(`${whole} --output=x`)).not.toBe(true);
  });

  it("never a look that would show files that the person has closed", () => {
    const closing: Partial<CommandRules> = { denies: true, hidden: ["*.sqlite"] };
    const terminalOnly = { asWritten: false, line: expect.stringMatching(/^env /) };

    expect(judge("git diff", closing)).toMatchObject(terminalOnly);
    expect(judge("git diff", closing)).not.toHaveProperty("plain");
    expect(judge("git show :src", closing)).not.toHaveProperty("plain");
    expect(own(run("git diff", { ...closing, hidden: [] }), closing)).toBe(undefined);
    expect(own(run("git log --oneline", closing), closing)).toBe(true);
  });

  it("not with a blank that is none to a shell", () => {
    expect(own("\u00a0node --test")).toMatch(/line break or control character/);
  });
});

describe("what a hostile agent tries", () => {
  it.each([...SHELL_ESCAPES, ...WORDS_ESCAPES])("without a sandbox is refused: $name", ({ line, check, script }) => {
    const checks = [check ?? "node --test"];
    const scripts = { test: script ?? "vitest", evil: "vitest", mocha: "mocha" };
    expect(run(line, { checks, scripts })).toMatch(/^refused: /);
    expect(run(line, { checks, scripts, mode: "sandbox" })).toMatch(
      /^refused: agents\.commands is "sandbox", but there is no/,
    );
  });

  it("is allowed as it is where it runs inside the sandbox, never by the agent itself", () => {
    for (const { line } of SHELL_ESCAPES) {
      expect(judge(line, { mode: "sandbox", sandboxed: true })).toMatchObject({ line, asWritten: false });
    }
  });
});

it("a refusal says what is allowed, with an example from this project", () => {
  const checks = ["npm test", "npm run lint"];

  expect(run("make", { checks, scripts: { test: "vitest run" } })).toBe(
    "refused: make is not among what may be run. One plain command at a time may be run: the checks exactly as stored: " +
      "npm test | npm run lint; one of them for some tests, by path or name: npm test -- -t 'part of a name'; " +
      "git diff, log, show, status, blame; rm, mv, mkdir with paths of the repository",
  );
});
