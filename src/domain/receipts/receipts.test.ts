import { describe, expect, test } from "vitest";
import { sumOf } from "../text/json/seal.ts";
import { compareReceipts, type Now } from "./compare-receipt.ts";
import { printReceipts, type ReadReceipts, readReceipts } from "./receipt-file.ts";
import { type CriterionResult, type PlannedTest, readRun, resultOf } from "./receipt-state.ts";
import { printReceiptsSection, receiptsSentence, withReceiptsSection } from "./receipts-text.ts";

const TEST: PlannedTest = { path: "test/a.mjs", title: "five", from: "marker", command: "node --test" };
const GREEN = "# pass 1\n# fail 0\n";
const stateOf = (...runs: [given: Partial<PlannedTest>, exitCode: number | null, output: string][]) => {
  const { state, why } = resultOf(
    "AC-1",
    runs.map(([given, exitCode, output]) => readRun({ ...TEST, ...given }, { exitCode, output })),
  );
  return `${state}: ${why}`;
};

describe("what runs come to", () => {
  test.each([
    ["green", [[{}, 0, GREEN]], "holds: test/a.mjs::five"],
    [
      "several, all green",
      [
        [{}, 0, GREEN],
        [{ title: "six" }, 0, GREEN],
      ],
      "holds: 2 tests, such as test/a.mjs::five",
    ],
    [
      "one red",
      [
        [{}, 0, GREEN],
        [{ title: "six" }, 1, GREEN],
      ],
      "fails: test/a.mjs::six, exit code 1",
    ],
    ["a file, red", [[{ title: null }, 2, ""]], "fails: test/a.mjs, exit code 2"],
    ["not ended", [[{}, null, GREEN]], "fails: test/a.mjs::five, did not end"],
    ["skipped", [[{}, 0, "# pass 0\n# fail 0\n# skipped 1\n"]], "none: test/a.mjs::five, which did not run"],
    [
      "one of two skipped",
      [
        [{}, 0, GREEN],
        [{ title: "six" }, 0, "# pass 0\n"],
      ],
      "none: test/a.mjs::six, which did not run",
    ],
    [
      "a file without tests",
      [[{}, 0, `ok 1 - /tmp/it/test/a.mjs\n  ---\n${GREEN}`]],
      "none: test/a.mjs::five, which did not run",
    ],
    [
      "the same as people see it",
      [[{}, 0, "✔ /tmp/it/test/a.mjs (51.09ms)\nℹ pass 1\nℹ fail 0\n"]],
      "none: test/a.mjs::five, which did not run",
    ],
    ["a file as a whole", [[{ title: null }, 0, `ok 1 - /tmp/it/test/a.mjs\n${GREEN}`]], "holds: test/a.mjs"],
    ["nothing counted", [[{}, 0, "fine"]], "none: how many tests passed cannot be read"],
    ["no command", [[{ command: null, why: "no" }, null, ""]], "none: no"],
    ["no command, without a reason", [[{ command: null }, null, ""]], "none: its test cannot be run alone"],
    ["no test", [], "none: no test of this feature names it"],
  ] as const)("%s", (_, runs, expected) => {
    expect(stateOf(...(runs as unknown as Parameters<typeof stateOf>))).toBe(expected);
  });

  test("the first test that failed is named", () => {
    const output = "not ok 1 - five\n  ---\n  error: 'no'\n  ...\n# fail 1\n";

    expect(readRun(TEST, { exitCode: 1, output })).toMatchObject({ failure: "five", exitCode: 1 });
  });
});

const HOLDS = resultOf("AC-1", [readRun(TEST, { exitCode: 0, output: GREEN })]);
const NONE = resultOf("AC-2", []);
const MADE = { results: [HOLDS, NONE], tree: "t1", iflow: "1.0.0", at: "2026-03-01T09:00:00.000Z" };
const TEXT = printReceipts("001-a", MADE);
const NOW: Now = { tree: "t1", unapproved: [] };

describe("the file", () => {
  test("is read as it was printed", () => {
    expect(readReceipts(TEXT, "001-a")).toMatchObject({ receipts: [{ criterion: "AC-1" }, { criterion: "AC-2" }] });
  });

  test("may be laid out in another way", () => {
    expect(readReceipts(JSON.stringify(JSON.parse(TEXT)), "001-a")).toHaveProperty("receipts");
  });

  test.each([
    [undefined, "there is no receipts.json"],
    ["", "receipts.json is not as iflow writes it"],
    ["[]", "receipts.json is not as iflow writes it"],
    [TEXT.replace("t1", "t2"), "receipts.json was edited"],
    [TEXT.replace("001-a", "002-b"), "receipts.json was edited"],
    [printReceipts("002-b", MADE), "receipts.json is another feature's"],
  ])("%#: has a problem", (text, problem) => {
    expect(readReceipts(text, "001-a")).toEqual({ problem });
  });
});

describe("compared with what was found", () => {
  const compared = (stored: ReadReceipts, now = NOW, results: readonly CriterionResult[] = [HOLDS, NONE]) =>
    compareReceipts(results, stored, now).map(({ criterion, state, why }) => `${criterion} ${state}: ${why}`);
  const stored = readReceipts(TEXT, "001-a");
  const edited = (edit: (receipts: Record<string, unknown>[]) => unknown) => {
    const { sum, ...value } = JSON.parse(TEXT);
    edit(value.receipts);
    return readReceipts(JSON.stringify({ ...value, sum: sumOf(JSON.stringify(value)) }), "001-a");
  };

  test("all the same", () => {
    expect(compared(stored)).toEqual(["AC-1 holds: test/a.mjs::five", "AC-2 none: no test of this feature names it"]);
  });

  test.each([
    ["no file", { problem: "there is no receipts.json" }, NOW, "passes; there is no receipts.json"],
    ["another tree", stored, { ...NOW, tree: "t2" }, "passes; the tree moved since its receipt"],
    ["a tree that moves", stored, { ...NOW, tree: null }, "passes; files changed while the tests ran"],
    ["another spec", stored, { ...NOW, unapproved: ["spec.md"] }, "passes; spec.md was changed since it was approved"],
    ["no receipt", edited((all) => all.shift()), NOW, "passes; it has no receipt"],
    ["two receipts", edited((all) => all.push(all[0] ?? {})), NOW, "passes; it has several receipts"],
    [
      "another state",
      edited(([one]) => Object.assign(one ?? {}, { state: "none" })),
      NOW,
      "passes; its receipt does not say that it holds",
    ],
    [
      "other tests",
      edited(([one]) => Object.assign(one ?? {}, { tests: [] })),
      NOW,
      "passes; its receipt names other tests",
    ],
  ])("%s: stale", (_, file, now, why) => {
    expect(compared(file, now)[0]).toBe(`AC-1 stale: ${why}`);
  });

  test("run in another way: stale", () => {
    const other = resultOf("AC-1", [readRun({ ...TEST, command: "node --test test" }, { exitCode: 0, output: GREEN })]);

    expect(compared(stored, NOW, [other])[0]).toBe("AC-1 stale: passes; its receipt was run in another way");
  });

  test("what fails, fails, whatever is stored", () => {
    const red = resultOf("AC-1", [readRun(TEST, { exitCode: 1, output: "" })]);

    expect(compared(stored, NOW, [red])[0]).toBe("AC-1 fails: test/a.mjs::five, exit code 1");
  });

  test("a criterion that only the receipts have is told", () => {
    expect(compared(stored, NOW, [HOLDS])).toContain("AC-2 none: spec.md no longer has it");
  });
});

describe("for people", () => {
  const FAILS = resultOf("AC-3", [readRun({ ...TEST, title: "a|b <c> `d`" }, { exitCode: 1, output: "" })]);

  test("a table, in which a title ends neither its cell nor its row", () => {
    expect(printReceiptsSection([HOLDS, NONE, FAILS])).toBe(`## Receipts
| criterion | receipt | shown by, or why not |
|---|---|---|
| AC-1 | holds | test/a.mjs::five |
| AC-2 | none | no test of this feature names it |
| AC-3 | fails | test/a.mjs::a\\|b \\<c\\> \\\`d\\\`, exit code 1 |`);
    expect(printReceiptsSection([])).toBe("");
  });

  test.each([
    [[HOLDS], "1 of 1 criterion holds"],
    [[HOLDS, NONE, FAILS], "1 of 3 criteria hold; AC-3 fails; nothing shows AC-2"],
    [[FAILS, { ...FAILS, criterion: "AC-4" }], "0 of 2 criteria hold; AC-3, AC-4 fail"],
  ])("a sentence", (results, sentence) => {
    expect(receiptsSentence(results)).toBe(sentence);
  });

  test.each([
    ["# Retro\n\nWell.\n", "# Retro\n\nWell.\n\n## Receipts\nnew\n"],
    ["# Retro\n\n## Receipts\nold\n| a |\n", "# Retro\n\n## Receipts\nnew\n"],
    ["# Retro\n\n## Receipts\nold\n\n## Act\nDo.\n", "# Retro\n\n## Receipts\nnew\n\n## Act\nDo.\n"],
  ])("the section takes the place of the one before", (text, expected) => {
    expect(withReceiptsSection(text, "## Receipts\nnew")).toBe(expected);
  });

  test("and can be left out", () => {
    expect(withReceiptsSection("# Retro\n\n## Receipts\nold\n\n## Act\nDo.\n", "")).toBe("# Retro\n\n## Act\nDo.\n");
  });
});
