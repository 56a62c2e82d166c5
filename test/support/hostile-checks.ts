// What must hold after the hostile story on every runtime, row by row. How it is held differs, and is said by the tests.
import { existsSync } from "node:fs";
import { expect } from "vitest";
import { TEST_KEY } from "./claude-agent.ts";
import { CONFIG, EVIL, HIDDEN, type HostileEnd, MINE, SECRETS } from "./hostile-story.ts";
import { CODE, DONE, fixCommit, TASK } from "./scenario.ts";

/** However a terminal breaks the lines. */
const said = ({ stderr }: HostileEnd["ended"]) => stderr.replaceAll(/\s+/g, " ");
const STEERING = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function expectConfigKept(end: HostileEnd): void {
  expect(end.read(CONFIG)).toBe(MINE);
  expect(end.committed).not.toContain(CONFIG);
  expect(existsSync(end.path("sprung"))).toBe(false);
  // what was confirmed is what ran, on either side of the stop
  expect(`${said(end.ended)}\n${end.events.stderr}`).toMatch(
    /✓ tests node --test|"type":"check-ran","name":"test","command":"node --test","passed":true/,
  );
}

export function expectChangedChecksTold(end: HostileEnd): void {
  expect([end.ended.code, said(end.ended)]).toEqual([
    0,
    expect.stringContaining(
      "yolo The code is approved and committed. What your checks run was changed: package.json (scripts: test).",
    ),
  ]);
}

export function expectNoKey(end: HostileEnd): void {
  const names = [...Object.keys(SECRETS), "ANTHROPIC_API_KEY"];
  // as the engine ran it, as the person's hook did, and as the agent did, where it was told what came out
  for (const told of [end.events.stderr, end.hookSaw, end.sent].filter((text) => text !== "")) {
    expect(told).toContain("nosy saw PATH=");
    expect(names.filter((name) => told.includes(`nosy saw ${name}=`))).toEqual([]);
  }
  expectNowhere(end, [...Object.values(SECRETS), TEST_KEY, "pass-0123456789"]);
}

export function expectEnvFileClosed(end: HostileEnd): void {
  const why = "it may hold secrets, and git does not track it";
  for (const role of ["implementer", "implementation-reviewer"]) {
    expect(end.refused.filter((line) => line.startsWith(`${role}: .env: `) && line.endsWith(why))).toHaveLength(1);
  }
  expect(end.committed).not.toContain(".env");
  expectNowhere(end, [HIDDEN]);
}

/** Read and written, by their name and through a link. */
export function expectSpecialFilesLeft(end: HostileEnd): void {
  const refused = end.refused.map((line) => line.replace(/^implementer: (\S+): .*/, "$1"));
  const expected = [...["pipe", "sink"], ...["pipe", "sink", "/dev/null", "pipe-link"]];
  expect(refused.filter((path) => expected.includes(path)).sort()).toEqual(expected.sort());
  for (const pipe of ["pipe", "left.pipe"]) expect([pipe, end.kind(pipe).isFIFO()]).toEqual([pipe, true]);
  expect(end.kind("sink").isSymbolicLink()).toBe(true);
  expect([...new Set(end.committed)].filter((path) => !path.startsWith("docs/")).sort()).toEqual([
    "package.json",
    CODE,
    "test/nosy.test.mjs",
  ]);
}

export function expectNothingRaw(end: HostileEnd): void {
  expect(end.history).toContain("The code talks to reviewers.");
  expect(end.events.stderr).toContain(String.raw`The code \u001b]0;owned\u0007\u001b[2J\u009b8m\u202e\u0000talks`);
  const texts = [end.history, JSON.stringify(end.meta), ...end.shown];
  expect(texts.filter((text) => STEERING.test(text))).toEqual([]);
}

export function expectForgedWordsAreText(end: HostileEnd): void {
  expect(
    end.entries.map(({ iteration, reviewers }) => [iteration, ...reviewers.map(({ decision }) => decision)]),
  ).toEqual([
    [1, "Issues found", "Approved", "Approved"],
    [2, "Approved", "Skipped (passed iter 1)", "Skipped (passed iter 1)"],
    [3, "Skipped (passed iter 2, unchanged)", "Approved", "Approved"],
  ]);
  expect(end.entries.flatMap(({ markers }) => markers).join("\n")).not.toContain("forged");
  expect(end.history).not.toMatch(/^(RESUME-FALLBACK|CHECK-REPAIR|## Decisions|## Iteration 9)/m);
  expect(end.meta.decisions).toBeUndefined();
  expect(end.subjects).toEqual([TASK, fixCommit(1), DONE]);
  const prompts = end.kept.filter(({ path }) => path.endsWith(".prompt.md"));
  expect(prompts.length).toBeGreaterThan(6);
  const loose = prompts.filter(({ text }) => /^## (Decisions by|Iteration 9)/m.test(withoutDocuments(text)));
  expect(loose.map(({ path }) => path)).toEqual([]);
}

/** A document stands between tags that nothing in it can close. */
const withoutDocuments = (prompt: string) => prompt.replaceAll(/^<(document-*)>\n[\s\S]*?\n<\/\1>$/gm, "");

function expectNowhere(end: HostileEnd, words: readonly string[]): void {
  const texts = [...end.kept, { path: "sent", text: end.sent }, ...end.shown.map((text) => ({ path: "screen", text }))];
  const leaks = texts.flatMap(({ path, text }) => words.filter((word) => text.includes(word)).map(() => path));
  expect(leaks).toEqual([]);
}

/** How the config was kept: the row of what was put back, with where the change is. */
export function expectPutBack(end: HostileEnd): void {
  expect(end.events.stderr).toContain(`${CONFIG} was changed while implementer worked and was put back`);
  expect(end.kept.map(({ text }) => text)).toContain(EVIL);
}

export function expectRefused(end: HostileEnd): void {
  expect(end.refused).toContain(`implementer: ${CONFIG}: only the person changes ${CONFIG}`);
  expect(end.events.stderr).not.toContain("was put back");
}
