// Ways to make a receipt say more than is true. Each row changes something after a merge, when AC-1 and AC-2 hold and AC-3
// has no test, and says what `iflow verify` answers. None of them makes it say "holds" for what was touched.
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../requirements.ts";
import type { Workplace } from "../../support/iflow.ts";
import {
  CODE_FILE,
  commitAll,
  FIFTH,
  forge,
  mergedFeature,
  RECEIPTS,
  SIXTH,
  SPEC,
  TEST_FILE,
  TESTS,
  verify,
} from "../../support/receipts-story.ts";
import { FEATURE, FOLDER } from "../../support/story.ts";

interface Way {
  readonly what: string;
  readonly change: (place: Workplace) => unknown;
  /** What is said, where it is not what was said before. */
  readonly says: Readonly<Record<string, string>>;
}

const BEFORE = { "AC-1": "holds", "AC-2": "holds", "AC-3": "none" };
const BOTH_STALE = { "AC-1": "stale", "AC-2": "stale" };
const WRONG = "export const limit = 5;\nexport const isOver = (count) => count > limit + 1;\n";
const writeTests = (place: Workplace, edit: (text: string) => string) => place.write({ [TEST_FILE]: edit(TESTS) });

const FIELDS: readonly Way[] = [
  {
    what: "a state, by hand",
    change: (p) => forge(p, (f) => (f.receipts[2].state = "holds"), false),
    says: BOTH_STALE,
  },
  { what: "a state, with its sum", change: (p) => forge(p, (f) => (f.receipts[2].state = "holds")), says: {} },
  {
    what: "a state that is worse",
    change: (p) => forge(p, (f) => (f.receipts[0].state = "fails")),
    says: { "AC-1": "stale" },
  },
  {
    what: "a criterion's name",
    change: (p) => forge(p, (f) => (f.receipts[0].criterion = "AC-3")),
    says: { "AC-1": "stale" },
  },
  {
    what: "a receipt copied to another criterion",
    change: (p) => forge(p, (f) => (f.receipts[2] = { ...f.receipts[0], criterion: "AC-3" })),
    says: {},
  },
  { what: "a receipt taken out", change: (p) => forge(p, (f) => f.receipts.shift()), says: { "AC-1": "stale" } },
  {
    what: "a receipt doubled",
    change: (p) => forge(p, (f) => f.receipts.push(f.receipts[0])),
    says: { "AC-1": "stale" },
  },
  {
    what: "an exit code",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].exitCode = 1)),
    says: { "AC-1": "stale" },
  },
  {
    what: "how many passed",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].passed = 9)),
    says: { "AC-1": "stale" },
  },
  {
    what: "a command",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].command = "true")),
    says: { "AC-1": "stale" },
  },
  {
    what: "no command",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].command = null)),
    says: { "AC-1": "stale" },
  },
  {
    what: "a path",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].path = "test/x.mjs")),
    says: { "AC-1": "stale" },
  },
  {
    what: "a title",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].title = FIFTH)),
    says: { "AC-1": "stale" },
  },
  {
    what: "where a test is known from",
    change: (p) => forge(p, (f) => (f.receipts[0].tests[0].from = "task")),
    says: { "AC-1": "stale" },
  },
  {
    what: "a passing test for a criterion that has none",
    change: (p) => forge(p, (f) => (f.receipts[2] = { ...f.receipts[2], state: "holds", tests: f.receipts[0].tests })),
    says: {},
  },
  {
    what: "one more test",
    change: (p) => forge(p, (f) => f.receipts[0].tests.push(f.receipts[1].tests[0])),
    says: { "AC-1": "stale" },
  },
  { what: "no tests", change: (p) => forge(p, (f) => (f.receipts[0].tests = [])), says: { "AC-1": "stale" } },
  { what: "a tree", change: (p) => forge(p, (f) => (f.receipts[0].tree = "0".repeat(40))), says: { "AC-1": "stale" } },
  {
    what: "a tree that is really there",
    change: (p) => forge(p, (f) => (f.receipts[0].tree = p.git("rev-parse", "HEAD^{tree}"))),
    says: { "AC-1": "stale" },
  },
  { what: "no tree", change: (p) => forge(p, (f) => (f.receipts[0].tree = null)), says: { "AC-1": "stale" } },
  {
    what: "a version, by hand",
    change: (p) => forge(p, (f) => (f.receipts[0].iflow = "9.9.9"), false),
    says: BOTH_STALE,
  },
  {
    what: "a time, by hand",
    change: (p) => forge(p, (f) => (f.receipts[0].at = "2030-01-01"), false),
    says: BOTH_STALE,
  },
  { what: "the feature", change: (p) => forge(p, (f) => (f.feature = "002-export")), says: BOTH_STALE },
  { what: "one more field", change: (p) => forge(p, (f) => (f.approved = true)), says: BOTH_STALE },
];

const FILES: readonly Way[] = [
  { what: "no file", change: (p) => rm(join(p.root, RECEIPTS)), says: BOTH_STALE },
  { what: "an empty file", change: (p) => p.write({ [RECEIPTS]: "" }), says: BOTH_STALE },
  { what: "no JSON", change: (p) => p.write({ [RECEIPTS]: "AC-3 holds" }), says: BOTH_STALE },
  { what: "without its sum", change: (p) => forge(p, (f) => (f.sum = undefined), false), says: BOTH_STALE },
  {
    what: "a link to a file elsewhere",
    change: async (p) => {
      await p.write({ "kept.json": p.read(RECEIPTS) });
      await rm(join(p.root, RECEIPTS));
      symlinkSync("/etc/hostname", join(p.root, RECEIPTS));
    },
    says: BOTH_STALE,
  },
  {
    what: "the file of another feature",
    change: (p) => forge(p, (f) => (f.feature = "002-export"), true),
    says: BOTH_STALE,
  },
  {
    what: "an edit committed like a completion of iflow",
    change: async (p) => {
      await forge(p, (f) => (f.receipts[2] = { ...f.receipts[0], criterion: "AC-3" }));
      commitAll(p, "phase(finish): login-limit - approved\n\nIflow-Step: finish/1/0/complete/1", RECEIPTS);
    },
    says: {},
  },
];

const OUTDATED: readonly Way[] = [
  {
    what: "the code broke",
    change: (p) => p.write({ [CODE_FILE]: WRONG }),
    says: { "AC-1": "fails", "AC-2": "stale" },
  },
  {
    what: "the code broke, and the receipts have the new tree",
    change: async (p) => {
      await p.write({ [CODE_FILE]: WRONG });
      const tree = treeNow(p);
      await forge(p, (f) => (f.receipts = f.receipts.map((one: object) => ({ ...one, tree }))));
    },
    says: { "AC-1": "fails" },
  },
  {
    what: "the code changed, without harm",
    change: (p) => p.write({ [CODE_FILE]: `${p.read(CODE_FILE)}\n` }),
    says: BOTH_STALE,
  },
  { what: "a new file", change: (p) => p.write({ "src/other.mjs": "" }), says: BOTH_STALE },
  {
    what: "a committed change elsewhere",
    change: async (p) => {
      await p.write({ "README.md": "# Other\n" });
      commitAll(p, "words", "README.md");
    },
    says: BOTH_STALE,
  },
  {
    what: "a test renamed",
    change: (p) => writeTests(p, (t) => t.replace(SIXTH, "AC-1: the seventh")),
    says: { "AC-1": "none", "AC-2": "stale" },
  },
  {
    what: "a test renamed without its mark",
    change: (p) => writeTests(p, (t) => t.replace("AC-1: ", "")),
    says: { "AC-1": "none", "AC-2": "stale" },
  },
  {
    what: "a mark taken away",
    change: (p) => writeTests(p, (t) => t.replace("// AC-2\n", "")),
    says: { "AC-1": "stale", "AC-2": "none" },
  },
  {
    what: "a test skipped",
    change: (p) => writeTests(p, (t) => t.replace('test("AC-1', 'test.skip("AC-1')),
    says: { "AC-1": "none", "AC-2": "stale" },
  },
  {
    what: "a test to do",
    change: (p) => writeTests(p, (t) => t.replace('test("AC-1', 'test.todo("AC-1')),
    says: { "AC-1": "none", "AC-2": "stale" },
  },
  {
    what: "a test in a comment, beside one of nearly the same name",
    change: (p) =>
      writeTests(p, (t) =>
        t
          .replace("// AC-2\n", `// AC-2\n// test("${FIFTH} of them", …)\n`)
          .replace(`test("${FIFTH}"`, `test.skip("${FIFTH}"`),
      ),
    says: { "AC-1": "stale", "AC-2": "none" },
  },
  {
    what: "all tests in comments, so that the runner counts the file",
    change: (p) => writeTests(p, (text) => text.replaceAll(/^/gm, "// ")),
    says: { "AC-1": "none", "AC-2": "none" },
  },
  { what: "a test file deleted", change: (p) => rm(join(p.root, TEST_FILE)), says: { "AC-1": "none", "AC-2": "none" } },
  {
    what: "a test file that cannot be loaded",
    change: (p) => writeTests(p, (t) => `import "./gone.mjs";\n${t}`),
    says: { "AC-1": "fails", "AC-2": "fails" },
  },
  {
    what: "a criterion taken out of the spec",
    change: (p) => p.write({ [`${FOLDER}/spec.md`]: SPEC.replace(/^- AC-3.*\n/m, "") }),
    says: BOTH_STALE,
  },
  {
    what: "a criterion added to the spec",
    change: (p) => p.write({ [`${FOLDER}/spec.md`]: `${SPEC}- AC-4: nothing else.\n` }),
    says: { ...BOTH_STALE, "AC-4": "none" },
  },
  {
    what: "another criterion in the words of the spec",
    change: (p) => p.write({ [`${FOLDER}/spec.md`]: SPEC.replace("the fifth is not", "anything goes") }),
    says: BOTH_STALE,
  },
  {
    what: "a task that is made to cite it",
    change: (p) =>
      p.write({
        [`${FOLDER}/tasks.md`]: `# Tasks\n\n### Task 1.1: Count\n- **Why:** AC-3\n- **Test:** ${TEST_FILE}\n`,
      }),
    says: { "AC-3": "stale" },
  },
  {
    what: "a test of another feature with the same name",
    change: async (p) => {
      await p.write({ "test/other.test.mjs": 'import { test } from "node:test";\ntest("AC-3: mine", () => {});\n' });
      commitAll(p, "another feature", "test/other.test.mjs");
    },
    says: BOTH_STALE,
  },
  {
    what: "a decision in .meta.json to test with something else",
    change: async (p) => {
      const meta = JSON.parse(p.read(`${FOLDER}/.meta.json`));
      const at = "2026-03-01T09:00:00.000Z";
      const decisions = [{ at, phase: "implement", kind: "tests", text: "so", command: "true" }];
      await p.write({ [`${FOLDER}/.meta.json`]: JSON.stringify({ ...meta, decisions }), "iflow.config.json": "{}" });
    },
    says: { "AC-1": "none", "AC-2": "none" },
  },
  {
    what: "another test check that passes",
    change: (p) => p.write({ "iflow.config.json": JSON.stringify({ checks: { test: "true" } }) }),
    says: { "AC-1": "none", "AC-2": "none" },
  },
];

/** As iflow computes it: everything that git sees but iflow's own documents and settings. */
function treeNow({ root }: Workplace): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(root, ".git", "forged-index") };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, env, encoding: "utf8" }).trim();
  git("read-tree", "HEAD");
  git("add", "--", "src", "test");
  git("rm", "-r", "-q", "-f", "--cached", "--", "docs", "iflow.config.json");
  return git("write-tree");
}

describe.each([
  ["a field of receipts.json", FIELDS],
  ["the file", FILES],
  ["what it is about", OUTDATED],
])("%s", (_, ways) => {
  for (const { what, change, says } of ways) {
    verifies("REV-5", `forged or outdated: ${what}`, async () => {
      const place = await mergedFeature();
      await change(place);

      expect(await verify(place)).toEqual({ ...BEFORE, ...says });
    });
  }
});

verifies("REV-5", "there are at least 30 ways, and before any of them the criteria hold", async () => {
  expect(FIELDS.length + FILES.length + OUTDATED.length).toBeGreaterThanOrEqual(30);
  const place = await mergedFeature();

  const ended = await place.iflow("verify", FEATURE);

  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatchInlineSnapshot(`
    "001-login-limit  2 hold, 1 none
        AC-1  holds  test/limit.test.mjs::AC-1: the sixth login is over the limit
        AC-2  holds  test/limit.test.mjs::five logins are within the limit
        AC-3  none   no test of this feature names it
    "
  `);
});
