// Which loops `bench convergence` finds in histories, ours and those of earlier tools.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { loopsOf } from "../bench/convergence/loops.ts";
import { readHistories } from "../bench/convergence/read-histories.ts";
import { entryOf } from "./support/told-loops.ts";

const told = (text: string) =>
  loopsOf(text).loops.map(({ phase, loop, rounds }) => {
    const each = rounds.map(({ blockers, warnings, isKnown }) => (isKnown ? `${blockers}/${warnings}` : "?"));
    return `${phase} ${loop} ${each.join(" ")}`;
  });

describe("the loops of a history", () => {
  test("rounds of one phase and kind are a loop; a number that was there begins the next one", () => {
    const text = [
      entryOf("Step 1: Spec-Reviewer Review - Iteration 1 - 2026-01-02", "No", ["[blocker] A", "[warning] B"]),
      entryOf("Step 2: Chain Review - Iteration 0 - 2026-01-02", "No", ["[warning] C"]),
      entryOf("Step 1: Spec-Reviewer Review - Iteration 2 - 2026-01-02", "Approved"),
      entryOf("[REDONE] Step 1: Spec-Reviewer Review - Iteration 1 - 2026-01-03", "Approved", ["[note] D"]),
    ];

    expect(told(text.join("\n"))).toEqual(["specify review 1/1 0/0", "specify handoff 0/1", "specify review 0/0"]);
  });

  test("newest first, without numbers, under a heading of no known loop", () => {
    const first = entryOf("Design Review - Iteration 1", "No", ["[blocker] A"]);
    const unnumbered = entryOf("Handoff Review - 2026-01-02", "No", ["[warning] A"]);
    const third = entryOf("Design Review - 2026-01-02", "No", ["[warning] A"]);
    const foreign = entryOf("Style check (Iteration 1)", "No", ["[warning] A"]);

    expect(told(entryOf("Design Review - Iteration 2", "Approved") + first)).toEqual(["design review 1/0 0/0"]);
    expect(told(unnumbered + entryOf("Handoff Review - 2026-01-03", "Approved"))).toEqual(["design handoff 0/1 0/0"]);
    expect(told(entryOf("Design Review - Iteration 2", "No", ["[blocker] A"]) + third)).toEqual([
      "design review 1/0 0/1",
    ]);
    expect(told(foreign + entryOf("Style check: Iteration 2", "Pass"))).toEqual(["null Style check 0/1 0/0"]);
  });

  test("a final validation begins a loop of its own, because no rule can leave it out", () => {
    const round = (heading: string, quality: string, issues: string) =>
      `## ${heading}\n\n**Security Review:** Skipped (passed iter 1)\n**Quality Review:** ${quality}\n\n**Issues:**\n${issues}\n`;
    const text = [
      round("Iteration 1 - 2026-01-02", "Issues found", "- [warning] [kiss] code-quality-reviewer: A"),
      round("Iteration 2 - 2026-01-02", "Approved", "None"),
      round("Iteration 3 - 2026-01-02 [FINAL VALIDATION]", "Issues found (1 blocker)", "(see below)"),
      round("Iteration 4 - 2026-01-02", "Approved", "None"),
    ].join("\n");

    expect(told(text)).toEqual(["implement review 0/1 0/0", "implement review 1/0 0/0"]);
    expect(loopsOf(text).loops[0]?.reviewers).toEqual(["Quality Review"]);
  });

  test.each([
    ["Needs Revision (3 blockers, 2 warnings)", ["[blocker] A"], "3/2"],
    ["Needs Revision (1 blocker)", ["[blocker] A", "[blocker] B"], "2/0"],
    ["Approved (all 3 blockers resolved)", [], "0/0"],
    ["Needs Revision", ["[note] A"], "0/0"],
    ["Needs Revision", [], "?"],
    ["Cap reached", ["words without a label"], "?"],
  ])("a decision that says more than is listed is believed: %s, %j", (decision, issues, round) => {
    expect(told(entryOf("Plan Review - Iteration 1", decision, issues))).toEqual([`create-plan review ${round}`]);
  });

  test("a list of fixes, a request and a decision at the cap are no rounds", () => {
    const fixes = "## Plan Review - Iteration 2 (fixes)\n\n**Changes Made:**\n1. Something\n";
    const request = entryOf("User Request - 2026-01-02", "Needs Revision", ["[blocker] Say more."]);
    const settled = entryOf("Decision at the cap - 2026-01-02", "Stopped", ["[blocker] A"]);
    const text = entryOf("Plan Review - Iteration 1", "Approved") + fixes + request + settled;

    expect(told(text)).toEqual(["create-plan review 0/0"]);
    expect(loopsOf(text).silent).toBe(1);
  });

  test("no text makes it fail, and no loop is without a round", () => {
    const Line = fc.constantFrom(
      ...["## Iteration 1", "## Design Review", "### Iteration 2", "**Issues:**", "- [blocker] A", "**Decision:** No"],
      ...["**Quality Review:** Issues found (2 blockers)", "---", "\r", "## ", "**__proto__:** x"],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(Line, fc.string())), (lines) => {
        for (const { rounds } of loopsOf(lines.join("\n")).loops) expect(rounds.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("blockers that come back", () => {
  const BLOCKER = "[blocker] The retry limit of the upload has no number (at: Limits)";
  const raisedIn = (...rounds: (readonly string[])[]) =>
    loopsOf(rounds.map((issues, at) => entryOf(`Design Review - Iteration ${at + 1}`, "No", issues)).join("")).loops[0]
      ?.raised;

  test("count once, where they came first, in other words too", () => {
    const again = "[blocker] The upload's retry limit still has no number (at: Limits)";

    const raised = raisedIn([BLOCKER], ["[warning] Other"], [again]);

    expect(raised).toMatchObject({ blockers: 1, firstAt: [0], fresh: 1, repeated: 1 });
    expect(raised?.inRound.map((round) => [...round])).toEqual([[0], [], [0]]);
  });

  test("one that was a warning before comes first as a blocker", () => {
    const raised = raisedIn([BLOCKER.replace("blocker", "warning")], [BLOCKER], [BLOCKER]);

    expect(raised).toMatchObject({ blockers: 1, firstAt: [1], fresh: 0, repeated: 2 });
  });
});

test("a folder is read to any depth; what cannot be read is named and counts for nothing", () => {
  const GOOD = entryOf("Design Review - Iteration 1", "No", ["[blocker] A"]);
  const root = tempFolder({
    ".review-history.md": `\uFEFF${GOOD}`,
    "a/b/001-one/.review-history.md": GOOD.replaceAll("\n", "\r\n"),
    "copy/.review-history.md": GOOD.replaceAll("\n", "\r\n"),
    "002-notes/.review-history.md": "just words\n",
    "003-bytes/.review-history.md": new Uint8Array([0, 1, 2, 255]),
    "004-folder/.review-history.md/inside.txt": "a folder of that name",
    "node_modules/x/.review-history.md": `${GOOD}\n`,
  });

  const { read, unread, copies } = readHistories(root);

  expect(read.map(({ feature, loops }) => [feature, loops.length])).toEqual([
    [".", 1],
    ["a/b/001-one", 1],
  ]);
  expect(copies).toBe(1);
  expect(unread).toEqual([
    { path: "002-notes/.review-history.md", why: "no round with a verdict" },
    { path: "003-bytes/.review-history.md", why: "no text" },
    { path: "004-folder/.review-history.md", why: "EISDIR" },
  ]);
});

function tempFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "iflow-convergence-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
