// `iflow verify` as a command: what it runs, what it never runs, what it says, and with which exit code.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { FINISH, finishedFeature } from "../../support/finish-story.ts";
import type { Workplace } from "../../support/iflow.ts";
import {
  CODE_FILE,
  commitAll,
  featureWithCriteria,
  forge,
  mergedFeature,
  RECEIPTS,
  SPEC,
  TEST_FILE,
  verify,
} from "../../support/receipts-story.ts";
import { FEATURE, FOLDER } from "../../support/story.ts";

const WRONG = "export const limit = 5;\nexport const isOver = (count) => count > limit + 1;\n";

verifies("REV-5", "a criterion that broke after the merge is found by --all, with exit code 3", async () => {
  const place = await mergedFeature();
  expect((await place.iflow("verify", "--all")).code).toBe(0);
  await place.write({ [CODE_FILE]: WRONG });
  commitAll(place, "a small improvement", CODE_FILE);

  const ended = await place.iflow("verify", "--all");

  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatchInlineSnapshot(`
    "001-login-limit  1 stale, 1 fails, 1 none
        AC-1  fails  test/limit.test.mjs::AC-1: the sixth login is over the limit,
                     exit code 1
          → node --test '--test-name-pattern=^AC-1: the sixth login is over the limit$' test/limit.test.mjs
        AC-2  stale  passes; the tree moved since its receipt
        AC-3  none   no test of this feature names it
    "
  `);
  expect(place.git("status", "--porcelain")).toBe("");
});

verifies("REV-5", "after a squash, too: the one commit is known as the feature's own", async () => {
  const place = await featureWithCriteria();
  const squashed = await place.iflow("finish-feature", "--squash", "--yolo", "--script", place.scriptPath);
  expect(squashed.code, squashed.stderr).toBe(0);
  expect(await verify(place)).toEqual({ "AC-1": "holds", "AC-2": "holds", "AC-3": "none" });
  await place.write({ [CODE_FILE]: WRONG });

  expect(await verify(place, "--all")).toEqual({ "AC-1": "fails", "AC-2": "stale", "AC-3": "none" });
});

verifies("REV-5", "in another clone: what tests name themselves needs no records of runs", async () => {
  const place = await mergedFeature();
  const clone = await mergedFeature();
  clone.git("fetch", "--quiet", place.root, "main");
  clone.git("update-ref", "HEAD", "FETCH_HEAD");
  const { rm } = await import("node:fs/promises");
  await rm(join(clone.root, ".git", "iflow"), { recursive: true });

  expect(await verify(clone)).toEqual({ "AC-1": "holds", "AC-2": "holds", "AC-3": "none" });
});

describe("what is run", () => {
  const MARK = "pwned";
  const LINES = [`touch ${MARK}`, `$(touch ${MARK})`, `'; touch ${MARK}; '`, `\`touch ${MARK}\``, `a\ntouch ${MARK}`];

  verifies("REV-5", "no line out of the file is run, in whichever field it stands", async () => {
    for (const line of LINES) {
      const place = await mergedFeature();
      const everywhere = (value: unknown): unknown => {
        if (typeof value !== "object" || value === null) return typeof value === "string" ? line : value;
        if (Array.isArray(value)) return value.map(everywhere);
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everywhere(one)]));
      };
      await forge(place, (file) => {
        file.receipts = everywhere(file.receipts);
      });
      await place.iflow("verify", FEATURE);
      await forge(place, (file) => {
        const [first] = JSON.parse(place.git("show", `HEAD:${RECEIPTS}`)).receipts;
        first.tests = [
          { ...first.tests[0], command: line },
          { ...first.tests[0], path: line, title: line },
        ];
        file.receipts = [first];
        file.feature = FEATURE;
      });
      await place.iflow("verify", FEATURE);

      expect(existsSync(join(place.root, MARK)), line).toBe(false);
    }
  });

  verifies("REV-5", "a test whose name is a shell line is run by that name, and the line is not", async () => {
    const names = LINES.filter((line) => !line.includes("\n"));
    const tests = names.map((name, at) => `test(${JSON.stringify(`AC-${at + 1} ${name}`)}, () => {});\n`).join("");
    const criteria = names.map((_, at) => `- AC-${at + 1}: it holds.\n`).join("");
    const place = await featureWithCriteria({
      spec: `${SPEC.slice(0, SPEC.indexOf("- AC-1"))}${criteria}`,
      files: { [TEST_FILE]: `import { test } from "node:test";\n${tests}` },
    });

    const said = await verify(place);

    expect(said).toEqual(Object.fromEntries(names.map((_, at) => [`AC-${at + 1}`, "stale"])));
    expect(existsSync(join(place.root, MARK))).toBe(false);
  });

  verifies("REV-5", "without a test check nothing is run: none", async () => {
    const place = await mergedFeature();
    await place.write({ "iflow.config.json": "{}" });

    expect(await verify(place)).toEqual({ "AC-1": "none", "AC-2": "none", "AC-3": "none" });
    expect((await place.iflow("verify", FEATURE)).stdout).toContain("no test check is confirmed");
  });

  verifies("REV-5", "a check that the person has not confirmed is not run: exit code 4", async () => {
    const place = await mergedFeature();
    await place.write({ "iflow.config.json": JSON.stringify({ checks: { test: `touch ${MARK}; node --test` } }) });

    const ended = await place.iflowWith({ env: { IFLOW_TRUST: "" } }, "verify", FEATURE);

    expect([ended.code, ended.stdout]).toEqual([4, ""]);
    expect(ended.stderr).toContain("Fix: iflow trust");
    expect(existsSync(join(place.root, MARK))).toBe(false);
  });
});

describe("what is said", () => {
  test("a feature without named criteria has nothing to verify", async () => {
    const place = await finishedFeature(FINISH);

    const ended = await place.iflow("verify");

    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toBe(`${FEATURE}  spec.md names no acceptance criteria (AC-1, AC-2, …)\n`);
  });

  test("no completed feature", async () => {
    const place = await finishedFeature(FINISH);

    expect(await place.iflow("verify", "--all")).toMatchObject({ code: 0, stdout: "No completed feature here.\n" });
  });

  test("--all and a feature exclude each other", async () => {
    const place = await finishedFeature(FINISH);

    expect((await place.iflow("verify", FEATURE, "--all")).code).toBe(2);
  });

  test("a feature whose folder is not in this working tree", async () => {
    const place = await finishedFeature(FINISH);
    place.git("switch", "--quiet", "main");

    const ended = await place.iflow("verify", FEATURE);

    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining(`git switch feature/${FEATURE}`)]);
  });

  test("long names stay within 80 columns, and colours of a title do not reach the terminal", async () => {
    const title = `AC-1: ${"the sixth login of a person who forgot the password ".repeat(3)}\u001b[31mred`;
    const place = await featureWithCriteria({
      files: { [TEST_FILE]: `import { test } from "node:test";\ntest(${JSON.stringify(title)}, () => {});\n` },
    });

    const { stdout } = await place.iflow("verify");

    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain("\u001b");
  });

  test("--json has every test with its command, exit code and how many passed", async () => {
    const place = await mergedFeature();

    const { code, document } = await place.json("verify", FEATURE);

    expect([code, document.ok]).toEqual([0, true]);
    expect(document.data.features[0].criteria[1]).toEqual({
      criterion: "AC-2",
      state: "holds",
      why: "test/limit.test.mjs::five logins are within the limit",
      tests: [
        {
          path: TEST_FILE,
          title: "five logins are within the limit",
          from: "marker",
          command: "node --test '--test-name-pattern=^five logins are within the limit$' test/limit.test.mjs",
          exitCode: 0,
          passed: 1,
        },
      ],
    });
  });
});

test("a test of a file that two features share counts for the one it names", async () => {
  const place: Workplace = await mergedFeature();
  const text = place.read(TEST_FILE).replace("AC-1: the", "002 AC-1: the");
  await place.write({ [TEST_FILE]: text });

  expect((await verify(place))["AC-1"]).toBe("none");
  await place.write({ [TEST_FILE]: text.replace("002 AC-1", "001 AC-1") });
  expect((await verify(place))["AC-1"]).toBe("stale");
  expect(place.read(`${FOLDER}/spec.md`)).toBe(SPEC);
});

verifies("REV-5", "where no feature is under way, it says how the completed ones are verified", async () => {
  const place = await mergedFeature();

  const ended = await place.iflow("verify");

  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("iflow verify --all")]);
});
