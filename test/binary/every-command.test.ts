// Stories run the program as one module; people run dist/, which is split into chunks and minified. So every command runs
// once from there, and must say what it says in a story.
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type Ended, type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { linesTooWide } from "../support/screen.ts";
import { createFeature, FEATURE } from "../support/story.ts";
import { withoutTimes } from "../support/traces.ts";

/** Calls that cost little and reach the command's own code, each with its exit code. The agents know no answer. */
const CALLS: readonly (readonly [code: number, command: string, ...args: string[]])[] = [
  [1, "brainstorm", "slower logins", "--yolo", "--script", "{script}"],
  [0, "create-feature", "slower logins", "--from", "base"],
  [1, "specify", "--yolo", "--script", "{script}"],
  [1, "design", "--yolo", "--script", "{script}"],
  [3, "create-plan", "--yolo", "--script", "{script}"],
  [3, "create-tasks", "--yolo", "--script", "{script}"],
  [3, "implement", "--yolo", "--script", "{script}"],
  [4, "finish-feature", "--script", "{script}"],
  [1, "retrospect", "--script", "{script}"],
  [1, "run", "slower logins", "--yolo", "--script", "{script}"],
  [1, "quick", "slower logins", "--yolo", "--script", "{script}"],
  [1, "continue", "--yolo", "--script", "{script}"],
  [2, "answer", "001.1", "continue"],
  [0, "stop", FEATURE],
  [0, "status"],
  [0, "show", FEATURE],
  [5, "doctor"],
  [2, "tasks", FEATURE],
  [0, "validate", FEATURE],
  [0, "verify", FEATURE],
  [0, "kb", "list"],
  [0, "memory", "search", "clocks"],
  [0, "init", "--yes"],
  [0, "list"],
  [0, "cost", FEATURE],
  [0, "stats"],
  [0, "history", FEATURE],
  [0, "abandon", FEATURE, "--yes"],
  [0, "gc", "--yes"],
  [0, "config", "review.maxRounds"],
  [0, "trust", "--show"],
  [0, "team"],
  [2, "submit", FEATURE],
  [2, "cancel", FEATURE],
  [2, "workers"],
  [2, "worker"],
  [0, "plugin", "path"],
  [0, "complete", "bash"],
  [0, "version"],
];
/** By demo.test.ts, mcp.test.ts, watch-and-stop.test.ts and the tests of the page. */
const RUN_ELSEWHERE = ["demo", "mcp", "watch", "ui"];

describe("from dist/ and in a story the same:", () => {
  test.each(CALLS.map(([code, ...words]) => ({ code, words })))("$words, exit $code", async ({ code, words }) => {
    const [built, story] = await Promise.all([place(), place()]);
    const [one, other] = await Promise.all([call(built.built, words), call(story, words)]);

    expect(one.code, `${one.stdout.slice(0, 2000)}\n${one.stderr}`).toBe(code);
    expect(said(one, built)).toEqual(said(other, story));
  });
});

/** What people type besides: by mistake, to look at everything, or before they pay. */
const ALSO: readonly (readonly string[])[] = [
  ["config"],
  ["config", "reviw.maxRounds"],
  ["trust"],
  ["doctor"],
  ["status"],
  ["help", "foo"],
  ["cost", "--by", "foo"],
  ["cost", "--by", "role"],
  ["--events", "xml", "status"],
  ["plugin", "instal"],
  ["--hlep"],
  ["show", "exprt"],
  ["run", "slower logins", "--runtime", "cluade"],
  ["specify", "--dry-run", "--script", "{script}"],
  ["specify", "--script", "{script}"],
  ["finish-feature", "--yolo", "--script", "{script}"],
];

describe("fits 80 columns:", () => {
  const typed = [...CALLS.map(([, ...words]) => words), ...ALSO];
  test.each(sampled(typed, 3).map((words) => ({ words })))("$words", async ({ words }) => {
    const where = await place();
    const env = words[0] === "trust" ? { IFLOW_TRUST: "" } : {};
    await where.write({ "iflow.config.json": JSON.stringify({ checks: { test: "node --test" } }) });
    const { stdout, stderr } = await where.iflowWith({ env }, ...scripted(where, words));

    // a script of shell is read by a shell, and a prompt is printed as it is sent
    const isOthers = words[0] === "complete" || words.includes("--dry-run");
    const text = isOthers ? stderr : `${stdout}\n${stderr}`;
    expect(linesTooWide(80, text)).toEqual([]);
  });
});

test("every command that --help lists has its call", async () => {
  const help = (await (await workplace()).iflow("--help")).stdout;
  const listed = [...help.slice(help.indexOf("Start:")).matchAll(/^ {2}([a-z][a-z-]*) {1,}\S/gm)].map(
    ([, name]) => name,
  );

  const called = new Set([...CALLS.map(([, command]) => command), ...RUN_ELSEWHERE, "help", "iflow"]);
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter((name) => !called.has(name ?? ""))).toEqual([]);
});

async function place(): Promise<Workplace> {
  const made = await workplace();
  await createFeature(made);
  return made;
}

function call(where: Workplace, words: readonly string[]): Promise<Ended> {
  return where.iflow("--json", ...scripted(where, words));
}

const scripted = ({ scriptPath }: Workplace, words: readonly string[]): string[] =>
  words.map((word) => (word === "{script}" ? scriptPath : word));

/** Without what differs between two places: where they are, and when their commits were made. */
function said({ code, stdout, stderr }: Ended, { root }: Workplace): object {
  const [document, rows] = [stdout, stderr].map((text) =>
    withoutTimes(text.replaceAll(root, "ROOT").replaceAll(basename(root), "ROOT")).replaceAll(
      /\b[0-9a-f]{40}\b/g,
      "COMMIT",
    ),
  );
  return { code, document, rows };
}
