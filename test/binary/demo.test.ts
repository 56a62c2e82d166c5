// `iflow demo` of the packed and installed file: from one sentence to a merge whose tests pass, told in rows that fit a screen.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { excerptOf, RECORDING } from "../../scripts/docs/demo-recording.ts";
import { withoutChance } from "../../scripts/docs/played.ts";
import { lookCommands } from "../../src/frontends/cli/commands/demo/ending.ts";
import { verifies } from "../requirements.ts";
import { type Ended, MAIN, startProgram } from "../support/iflow.ts";
import { installPacked } from "../support/installed.ts";
import { checkBlocks, checkRecording } from "../support/played-docs.ts";
import { linesWiderThan } from "../support/screen.ts";

interface Row {
  readonly role: string;
  readonly round: number;
  readonly kind: string;
  readonly reason: string;
}

const SLOW = 180_000;
const CLONE = join(MAIN, "..", "..");
let folder: string;
let ended: Ended;
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let data: any;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-"));
  const { command } = await installPacked();
  ended = await startProgram(command, folder, "--json", "demo").ended;
  ({ data } = JSON.parse(ended.stdout));
}, SLOW);

const git = (...args: string[]) => execFileSync("git", args, { cwd: data.repository, encoding: "utf8" }).trim();
const runTests = () => {
  const { status, stdout } = spawnSync("node", ["--test", "--test-reporter=tap"], {
    cwd: data.repository,
    encoding: "utf8",
  });
  return { status, stdout };
};
const dispatchesOf = (...roles: string[]): string[] =>
  data.dispatches
    .filter((row: Row) => roles.includes(row.role))
    .map(({ role, round, kind, reason }: Row) => `${round} ${role} ${kind}/${reason}`);

test("it ends with a merged branch whose tests pass", async () => {
  expect(ended.code).toBe(0);
  expect(data.merge).toEqual({ repository: data.repository, commit: git("rev-parse", "HEAD"), test: "node --test" });
  expect(git("symbolic-ref", "--short", "HEAD")).toBe("main");
  expect(git("log", "-1", "--format=%s %p").split(" ")).toHaveLength(3 + 2);
  expect(git("branch", "--list", "feature/*")).toBe("");
  expect(git("status", "--porcelain")).toBe("");
  expect(runTests()).toMatchObject({ status: 0, stdout: expect.stringMatching(/tests 11\b/) });
  expect(await readdir(folder)).toEqual([]); // where the command was given
});

test("every phase left its document and its commit", () => {
  const subjects = git("log", "--format=%s");
  for (const phase of ["specify", "design", "create-plan", "create-tasks", "implement", "finish"]) {
    expect(subjects).toContain(`phase(${phase}): limit-logins-to-5-a-minute - approved`);
  }
  for (const file of data.files) expect(git("cat-file", "-t", `HEAD:${file}`)).toBe("blob");
  const touched = new Set(git("log", "--name-only", "--format=").split("\n"));
  for (const name of [".review-history.md", "implementation-log.md"]) {
    expect(touched).toContain(`docs/features/${data.feature}/${name}`);
  }
  expect(git("log", "--format=%B")).not.toContain("undefined");
});

test("its documents are without lint problems", () => {
  const checked = spawnSync("node", [MAIN, "--json", "validate", data.feature], {
    cwd: data.repository,
    encoding: "utf8",
  });
  const { documents } = JSON.parse(checked.stdout).data;
  expect(documents).toHaveLength(5);
  expect(documents.flatMap((document: { findings: unknown[] }) => document.findings)).toEqual([]);
});

verifies(["RES-2", "RES-4", "PH-7"], "specify: a failing round, a resumed reviewer, a guard hit, an approval", () => {
  expect(dispatchesOf("spec-reviewer")).toEqual([
    "1 spec-reviewer fresh/first-round",
    "2 spec-reviewer resume/delta",
    "3 spec-reviewer fresh/guard",
  ]);
});

verifies(["LOOP-3", "RES-7"], "implement: a fix breaks what another reviewer had passed, and that one sees it", () => {
  expect(dispatchesOf("implementation-reviewer", "code-quality-reviewer", "security-reviewer", "fixer").sort()).toEqual(
    [
      "1 code-quality-reviewer fresh/first-round",
      "1 fixer fresh/first-round",
      "1 implementation-reviewer fresh/first-round",
      "1 security-reviewer fresh/first-round",
      "2 security-reviewer resume/delta",
      "3 code-quality-reviewer final/final-validation",
      "3 fixer resume/delta",
      "3 implementation-reviewer final/final-validation",
      "4 implementation-reviewer resume/delta",
      "5 code-quality-reviewer final/final-validation",
      "5 security-reviewer final/final-validation",
    ],
  );
});

verifies(
  ["KB-2", "KB-3", "KB-6", "IMP-4"],
  "the next feature is given the lesson of the first, confirms it and challenges an older one",
  () => {
    const lesson = "Asking and counting in two steps";
    expect(data.next).toMatchObject({
      feature: "002-tell-how-many-tries-are-left",
      confirmed: [lesson],
      challenged: ["Counters written by hand"],
    });
    const given: { name: string; uses: number }[] = data.next.handedOver;
    expect(given.find(({ name }) => name === lesson)?.uses).toBeGreaterThanOrEqual(5);
    const bank = git("show", "HEAD:docs/knowledge-bank/anti-patterns.md");
    expect(bank).toContain("- Last observed: Feature #002\n- Observation count: 2");
    expect(bank).toMatch(/- Observation count: 1\n- Challenged: Feature #002 — a counter of twenty lines/);
    const runs = join(data.repository, ".git", "iflow", "runs");
    const run = readdirSync(runs).find((name) => name.startsWith(`${data.next.feature}.implement.`)) ?? "";
    const folder = join(runs, run, "dispatches");
    const prompt = readFileSync(join(folder, "001-implementer-fresh.prompt.md"), "utf8");
    expect(prompt).toContain(`## Project Context
**Project:** Fewer surprises | **This feature:** tell how many tries are left
**Project goals:** 
- Whoever is refused knows why, and when to come back
- Whoever is about to be refused knows it before
**Feature dependencies:** completed: 001-limit-logins-to-5-a-minute
**Priority signal:** M1: Fewer surprises`);
    const [, below = ""] = prompt.split("\n\n---\n\n");
    expect(below.indexOf("## Memories")).toBeLessThan(below.indexOf("## Task 1: tell how many"));
  },
);

describe("what the reviewers said is true: the finished tests refuse the code", () => {
  test.each([
    ["before the first fix", "iflow: implement task 1.2", "of six tries side by side five are checked"],
    ["after the first fix", "iflow: implement review iteration 1 fixes", "refused tries do not make the wait longer"],
  ])("%s", (_, subject, words) => {
    const [commit = ""] = git("log", "--format=%h", "--fixed-strings", `--grep=${subject}`).split("\n");
    git("restore", `--source=${commit}`, "--", "src");
    const finished = runTests();
    git("restore", "--", "src");
    expect(finished.status).toBe(1);
    expect(finished.stdout).toMatch(new RegExp(`not ok .*${words}`));
  });
});

test("the bill: every phase and role, and together every dispatch", () => {
  const phases: { phase: string; rounds: number; dispatches: number; cost: number }[] = data.phases;
  expect(phases.map(({ phase, rounds, dispatches }) => `${phase} ${rounds} ${dispatches}`)).toEqual([
    "brainstorm 2 7",
    "specify 3 7",
    "design 1 5",
    "create-plan 1 3",
    "create-tasks 1 4",
    "implement 5 16",
    "finish 0 3",
  ]);
  const sum = (lines: readonly { dispatches: number; cost: number }[]) => [
    lines.reduce((all, { dispatches }) => all + dispatches, 0),
    lines.reduce((all, { cost }) => all + cost, 0).toFixed(6),
  ];
  expect(sum(phases)).toEqual([data.dispatches.length, data.cost.toFixed(6)]);
  expect(sum(data.roles)).toEqual(sum(phases));
});

test("the rows fit 80 columns and no reviewer was without what it must read", () => {
  expect(linesWiderThan(80, ended.stderr)).toEqual([]);
  expect(ended.stderr).toContain("The agents are scripted: no model, no key, no network, nothing spent.");
  const histories = [data.feature, data.next.feature].map((key) => `docs/features/${key}/.review-history.md`);
  const history = git("log", "-p", "--format=", "--", ...histories);
  expect(history).not.toMatch(/LAZY-LOAD|verification/i);
});

test("what it says before it begins comes true: each planted flaw is caught by whom it names", () => {
  const [opening = "", ...rows] = ended.stderr.split("\nidea · ");
  const caught = [
    [/brainstorm +a figure without a source +→ the PRD reviewer/, /✗ PRD reviewer +1 blocker\n.* has no source/],
    [/specify +"fast enough", without a number +→ the spec reviewer/, /✗ spec reviewer +1 blocker\n.*"fast enough"/],
    [/create-tasks +a criterion without a task +→ iflow/, /✗ format .*\n.* no task cites AC-5/],
    [/implement +parallel tries .*→ the security reviewer/, /✗ security reviewer +1 blocker\n.* Parallel tries/],
    [
      /the fix breaks AC-2, tests pass +→ the code/,
      /✓ tests .* 9 passed(?:.*\n)+? +✗ code reviewer .*\n.* breaks AC-2/,
    ],
  ] as const;

  for (const [told, seen] of caught) expect([opening, rows.join()]).toEqual([matching(told), matching(seen)]);
  expect(ended.stderr).not.toMatch(/^Look:|^Next:/m); // these would work in the demo's repository alone
});

const matching = (pattern: RegExp) => expect.stringMatching(pattern);

test("U4: the commands it ends with work where they are printed", () => {
  const commands = lookCommands(data.repository).map(([command]) => command);

  for (const command of commands) {
    const { status, stdout } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect([command, status, stdout.length > 50]).toEqual([command, 0, true]);
  }
  const byNpx = spawnSync("npx", ["iflow", "--cwd", data.repository, "history", "1"], { cwd: CLONE, encoding: "utf8" });
  expect([byNpx.status, byNpx.stdout]).toEqual([0, matching(/fast enough/)]);
});

describe("what the pages show of it (if not: npm run docs -- --play)", () => {
  test("the picture in README.md", () => checkRecording(RECORDING, excerptOf(ended.stderr)));

  test("the bill", () => {
    const bill = spawnSync("node", [MAIN, "cost", "1"], { cwd: data.repository, encoding: "utf8" }).stdout;
    const table = bill.split("\n").filter((line) => !/^(?:Next: | {6}iflow | {2}(?:cached|if fresh|~) )/.test(line));
    for (const page of ["README.md", "docs/costs.md"])
      checkBlocks(page, { bill: `$ iflow cost 1\n${table.join("\n").trim()}` });
  });

  test("the end of its first feature", () => {
    const [finish = ""] = /^finish {3}7\/7 .*?^ {2}commits +\d+$/ms.exec(ended.stderr) ?? [];
    checkBlocks("docs/finishing.md", { "demo-finish": withoutChance(finish) });
  });
});
