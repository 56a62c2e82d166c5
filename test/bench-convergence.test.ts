// What `bench convergence` prints, and how it ends.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { frontierOf } from "../bench/convergence/frontier.ts";
import { portraitOf } from "../bench/convergence/portrait.ts";
import { printReport } from "../bench/convergence/print.ts";
import { holdOut, recommend } from "../bench/convergence/recommend.ts";
import { RULES, STRICT } from "../bench/convergence/rules.ts";
import { entryOf, loopOf } from "./support/told-loops.ts";

test("loops are described as they are", () => {
  const portrait = portraitOf([loopOf("2/1 0/0 1/0"), loopOf("0/3"), loopOf("1/0 0/0")]);

  expect(portrait).toMatchObject({ loops: 3, longLoops: 2, rounds: 6, blockers: 4, warnings: 4 });
  expect(portrait).toMatchObject({ rises: 1, reopened: 1, unknownRounds: 0 });
  expect(portrait.byRound.slice(0, 4)).toEqual([
    { rounds: 3, blockers: 1, warnings: 4 / 3 },
    { rounds: 2, blockers: 0, warnings: 0 },
    { rounds: 1, blockers: 1, warnings: 0 },
    { rounds: 0, blockers: 0, warnings: 0 },
  ]);
});

test("the report fits 92 columns and says what follows", () => {
  const features = Array.from({ length: 24 }, () => [loopOf("9/2 0/2 0/2 0/0"), loopOf("9/3 0/1 0/0")]);
  const rows = frontierOf(features);
  const read = features.map((loops, at) => ({ feature: String(at), loops, silent: 0 }));

  const report = printReport({
    histories: { read, unread: [{ path: "2/.review-history.md", why: "no text" }], copies: 0 },
    ...{ rows, portrait: portraitOf(features.flat()) },
    ...{ recommended: recommend(rows, features.length), heldOut: holdOut(features) },
  });

  expect(Math.max(...report.split("\n").map((line) => line.length))).toBeLessThanOrEqual(92);
  expect(report).toContain("features 24, loops 48 (48 of two rounds or more), rounds 168\n");
  expect(report).toContain("blockers, mean               9.00   0.00   0.00   0.00      -      -");
  expect(report).toContain(
    "\n* no blocker                        42.9 % (35.6-50.4)     0.0 % (0.0-0.9)    0.0 %    0.9 %\n",
  );
  expect(report).toContain("\nRecommended: no blocker\n");
  expect(report).toContain("\n  no blocker                         saves 42.9 %, loses 0.0 %\n");
  expect(report).toContain("\nNot read: 1\n  2/.review-history.md: no text");
});

const run = (...words: readonly string[]) => {
  const script = join(import.meta.dirname, "../scripts/bench.mjs");
  return spawnSync(process.execPath, [script, "convergence", ...words], { encoding: "utf8" });
};

test("without loops, without a folder, with an unknown flag the command says so and exits with 2", () => {
  const empty = folderWith("words");
  const cases = [
    [[empty], "no review loop found"],
    [[join(empty, "gone")], "is no folder"],
    [[], "one folder is needed"],
    [[empty, "--yaml"], "usage: node scripts/bench.mjs convergence DIR [--json]"],
  ] as const;

  for (const [words, said] of cases) {
    const { status, stderr, stdout } = run(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(said);
  }
});

test("--json is one document with every rule and every loop", () => {
  const { status, stdout } = run(folderWith(entryOf("Design Review - Iteration 1", "No", ["[blocker] A"])), "--json");

  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    figures: { features: 1, loops: 1, rounds: 1, unread: [] },
    ...{ rules: { length: RULES.length }, recommended: STRICT.name, heldOut: [] },
    loops: [
      {
        ...{ feature: "1", phase: "design", loop: "review", reviewers: ["some-reviewer"] },
        rounds: [{ blockers: 1, warnings: 0, isKnown: true }],
      },
    ],
  });
});

function folderWith(history: string): string {
  const root = mkdtempSync(join(tmpdir(), "iflow-convergence-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  mkdirSync(join(root, "1"));
  writeFileSync(join(root, "1/.review-history.md"), history);
  return root;
}
