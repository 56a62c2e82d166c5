// The first feature of a newcomer, in a repository of their own kind: `iflow init`, one sentence, and a merge. The model
// is the API on loopback; toolchains that a machine may not have are stand-ins on the path of the test.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import type { Usage } from "../../support/fake-anthropic/reply.ts";
import { type FakeAnthropic, startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { firstFeatureRules, type Written } from "../../support/first-feature-model.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { runHere } from "../../support/run-here.ts";
import { sampled } from "../../support/sampled.ts";
import { linesWiderThan, TestScreen } from "../../support/screen.ts";
import { FEATURE } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

interface Sample {
  readonly language: string;
  readonly files: Record<string, string>;
  readonly code: Written;
  readonly test: Written;
  /** A program of the toolchain that notes how it was called, and what it then does. */
  readonly program: readonly [name: string, script: string];
  /** Empty: the one that is ready is taken, and that is said. */
  readonly runtime: readonly string[];
  /** The checks that `init` finds. */
  readonly checks: Record<string, string>;
}

/** Passes where the feature has its test, or nothing of the feature is there yet; says so as the real one would. */
const standIn = (code: string, test: string) => `[ ! -e ${code} ] || [ -e ${test} ] || { echo "no test"; exit 1; }`;

const SAMPLES: readonly Sample[] = [
  {
    language: "JavaScript",
    files: {
      "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } }),
      "src/login.js": "export const login = () => true;\n",
      "test/login.test.js": 'import { test } from "node:test";\n\ntest("a login", () => {});\n',
    },
    code: ["src/attempts.js", "export const isAllowed = (count) => count <= 5;\n"],
    test: [
      "test/attempts.test.js",
      `import assert from "node:assert";
import { test } from "node:test";
import { isAllowed } from "../src/attempts.js";

test("the sixth login is refused", () => assert.equal(isAllowed(6), false));
`,
    ],
    program: ["npm", "exec node --test"],
    runtime: ["--runtime", "anthropic"],
    checks: { test: "npm test" },
  },
  {
    language: "Python",
    files: {
      "pyproject.toml": '[project]\nname = "shop"\nversion = "0.1.0"\n\n[tool.pytest.ini_options]\n',
      "shop/__init__.py": "",
      "tests/test_login.py": "def test_login():\n    assert True\n",
    },
    code: ["shop/attempts.py", "def is_allowed(count):\n    return count <= 5\n"],
    test: [
      "tests/test_attempts.py",
      "from shop.attempts import is_allowed\n\n\ndef test_sixth():\n    assert not is_allowed(6)\n",
    ],
    program: ["python", standIn("shop/attempts.py", "tests/test_attempts.py")],
    runtime: [],
    checks: { test: "python -m pytest" },
  },
  {
    language: "Go",
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "login.go": "package shop\n\nfunc Login() bool { return true }\n",
      "login_test.go": 'package shop\n\nimport "testing"\n\nfunc TestLogin(t *testing.T) {}\n',
    },
    code: ["attempts.go", "package shop\n\nfunc IsAllowed(count int) bool { return count <= 5 }\n"],
    test: [
      "attempts_test.go",
      'package shop\n\nimport "testing"\n\nfunc TestSixth(t *testing.T) {\n\tif IsAllowed(6) {\n\t\tt.Fatal("allowed")\n\t}\n}\n',
    ],
    program: ["go", standIn("attempts.go", "attempts_test.go")],
    runtime: ["--runtime", "anthropic"],
    checks: { test: "go test ./...", lint: "go vet ./...", build: "go build ./..." },
  },
];

// `npm test` plays one of them, `npm run test:all` each
describe.each(sampled(SAMPLES, 3))("in a $language repository", (sample) => {
  verifies(["USE-2", "USE-3", "FIN-1"], "a newcomer gets from init to a first merged feature", async () => {
    const screen = new TestScreen(80, 400);
    let beforeFirst = "";
    const fake = await startFakeAnthropic(firstFeatureRules(sample.code, sample.test), {
      firstTokenGate: (_, n) => {
        if (n === 1) beforeFirst = screen.text;
        return undefined;
      },
    });
    onTestFinished(() => fake.close());
    const { PATH, calls } = await toolchain(sample.program);
    const place = await workplace({}, sample.files);
    const env = { PATH, HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };

    const init = await place.iflowWith({ env: { ...env, IFLOW_TRUST: "" } }, "init", "--yes");
    expect([init.code, JSON.parse(place.read("iflow.config.json"))]).toEqual([0, { checks: sample.checks }]);
    expect(calls()).toEqual(Object.values(sample.checks));
    const [, commit = ""] = /^Commit it: +(.*)$/m.exec(init.stdout) ?? [];
    execFileSync("sh", ["-c", commit], { cwd: place.root });
    const run = ["run", "login limit", "--yolo", ...sample.runtime];
    const ended = await runHere(place.root, run, { ...env, IFLOW_TRUST: "" }, screen);

    expect([ended.code, screen.text]).toEqual([0, expect.stringContaining(`✓ ${FEATURE} is merged into main (`)]);
    expect(place.git("branch", "--show-current")).toBe("main");
    for (const [path, content] of [sample.code, sample.test]) expect(place.read(path)).toBe(content);
    expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("");
    // once by init, after the tasks, before the reviews, and all of them before the merge
    const { test } = sample.checks;
    expect(calls().slice(Object.keys(sample.checks).length)).toEqual([test, test, ...Object.values(sample.checks)]);
    expect(screen.text.match(new RegExp(`✓ tests +${test}`, "g"))).toHaveLength(3);
    expect(screen.text).toMatch(/✗ spec reviewer +1 blocker\n.*✓ spec reviewer +1 resolved +round 2/s);
    expect(screen.text).toMatch(/\n {2}rounds +PRD 1, spec 2,/);
    expect(screen.text).toMatch(/\n {2}took +<?\d+ \w+ of work, \d+ dispatches,/);
    expect(screen.text).toMatch(/\n {2}caught +1 blocker before you saw it:\n +When does the count end\? \(spec\)\n/);
    expect(beforeFirst).toMatch(
      /^(?:Using anthropic .*\n.*another\.\n)?login limit\n7 phases · anthropic, opus-5\.5\nabout \$\d+–\d+ and .* \(from the price table/,
    );
    await expectPaid(place, fake);
    expect(linesWiderThan(80, init.stdout + init.stderr)).toEqual([]);
    expect(linesWiderThan(80, withoutMoves(screen.writes.join("")))).toEqual([]);
  });
});

/** The bill has every token that the API has in its books, and no other. */
async function expectPaid(place: Workplace, { records }: FakeAnthropic): Promise<void> {
  const { input, read, written, output, cost } = (await place.json("cost", FEATURE)).document.data.total;
  const sum = (count: (usage: Usage) => number) =>
    records.reduce((total, { usage }) => total + (usage === undefined ? 0 : count(usage)), 0);
  expect({ input, read, written, output }).toEqual({
    input: sum(({ input_tokens }) => input_tokens),
    read: sum(({ cache_read_input_tokens }) => cache_read_input_tokens),
    written: sum(({ cache_creation_input_tokens }) => cache_creation_input_tokens),
    output: sum(({ output_tokens }) => output_tokens),
  });
  expect(cost).toBeGreaterThan(0.1);
}

/** The text without what moves the cursor and erases. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away
const withoutMoves = (text: string): string => text.replaceAll(/\r|\u001b\[\d*[A-Z]/g, "");

/** The program, first on the path; every call of it is a line of the trace. */
async function toolchain([name, script]: Sample["program"]) {
  const folder = await tempFolder();
  const trace = join(folder, "trace");
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin", name), `#!/bin/sh\necho "${name} $*" >> '${trace}'\n${script}\n`);
  await chmod(join(folder, "bin", name), 0o755);
  const calls = () => readFileSync(trace, "utf8").trimEnd().split("\n");
  return { PATH: `${join(folder, "bin")}:${process.env.PATH}`, calls };
}
