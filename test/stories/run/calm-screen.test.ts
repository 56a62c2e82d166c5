// What a person sees of a run, whole: at 60, 80 and 120 columns, in a pipe, and as events.
import { describe, expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { FINISH, finishArgs, finishedFeature } from "../../support/finish-story.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { runHere } from "../../support/run-here.ts";
import { inWords, linesTooWide, linesWiderThan, TestScreen } from "../../support/screen.ts";
import { createFeature, FEATURE, specifyArgs, TWO_ROUNDS } from "../../support/story.ts";
import { trusting } from "../../support/trusting.ts";

const WIDTHS = [60, 80, 120];

async function onScreen(place: Workplace, columns: number, args: readonly string[]): Promise<string> {
  const screen = new TestScreen(columns, 400);
  await runHere(place.root, args, trusting(place.root), screen);
  return masked(screen.text);
}

/** Times and commits are others in every run; a row without a time has as many columns as one with it. */
const masked = (text: string): string =>
  text
    .replaceAll(/ +<?\d+ (?:s|min(?: \d+ s)?)$/gm, "")
    .replaceAll(/ <?\d+ s of work,/g, "")
    .replaceAll(/(?: ·)? <?\d+ s\b,?/g, "")
    .replaceAll(/\b[0-9a-f]{10}\b/g, "{commit}")
    .trimEnd();

async function specified(columns: number): Promise<string> {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  return onScreen(place, columns, specifyArgs(place, "--yolo"));
}

describe.each(WIDTHS)("at %i columns", (columns) => {
  verifies("USE-2", "U3, U8: a phase fits, from its header to the next command", async () => {
    const text = await specified(columns);

    expect(linesWiderThan(columns, text)).toEqual([]);
    expect(text).toMatchSnapshot();
  });

  verifies("USE-2", "U8: a merge ends with a card that fits", async () => {
    const place = await finishedFeature(FINISH);

    const text = await onScreen(place, columns, finishArgs(place, "--yolo"));

    expect(linesWiderThan(columns, text)).toEqual([]);
    expect(text).toMatchSnapshot();
  });
});

verifies(
  "USE-2",
  "U3: what looks at a feature fits 80 columns, however long its name, and breaks no word",
  async () => {
    const place = await workplace({ ...TWO_ROUNDS });
    const created = await place.iflow("create-feature", "limit failed logins by address and account to five a minute");
    await place.iflow(...specifyArgs(place, "--yolo"));
    const commands = [["list"], ["show"], ["history", "--issues"], ["cost"], ["cost", "--by", "role"], ["stats"]];

    for (const command of commands) {
      const { code, stdout, stderr } = await place.iflow(...command);
      expect([command, code, linesWiderThan(80, withoutPaths(stdout + stderr))]).toEqual([command, 0, []]);
    }
    expect(linesWiderThan(80, created.stderr + created.stdout)).toEqual([]);
    for (const command of commands) {
      const screen = new TestScreen(60, 400);
      await runHere(place.root, command, trusting(place.root), screen);
      expect([command, linesTooWide(60, screen.writes.join(""))]).toEqual([command, []]);
    }
  },
);

/** A path is one word, which has a line of its own if it must. */
const withoutPaths = (text: string): string => text.replaceAll(/^ *\S*\/\S+$/gm, "");

verifies("USE-2", "the same words in a pipe and on a terminal of 80 columns", async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);

  const { stderr, stdout } = await place.iflow(...specifyArgs(place, "--yolo"));

  expect(masked(`${stderr}${stdout}`)).toBe(await specified(80));
});

verifies("USE-2", "U9: how agents were sent their work, and what each cost, only with --verbose", async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);

  const { stderr, stdout } = await place.iflow("--verbose", ...specifyArgs(place, "--yolo"));

  expect(inWords(stderr)).toMatch(/resumed with \d+ % of its context · \d+ tokens in · \d+ out · <\$0\.01/);
  expect(inWords(stdout)).toContain("of what fresh agents would have read");
  expect(linesWiderThan(80, stderr + stdout)).toEqual([]);
});

verifies("USE-2", "U12: every event of a stream has its time, its run and its feature", async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);

  // without --yolo it ends at a question, which is told as an event
  const { code, stderr } = await place.iflow("--events", "ndjson", ...specifyArgs(place));
  expect(code).toBe(4);

  const events = linesOf(stderr);
  expect(events.at(-1)).toMatchObject({ type: "told", text: expect.stringContaining("needs an answer") });
  const whole = await place.iflow("--events", "ndjson", "continue", "--yolo");
  events.push(...linesOf(whole.stderr));
  expect(events.length).toBeGreaterThan(20);
  for (const event of events) {
    expect(event).toMatchObject({ run: `${FEATURE}.specify.1`, feature: FEATURE });
    expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

verifies("USE-2", "U8: the card is in --json, and one event for other front ends", async () => {
  const place = await finishedFeature(FINISH);

  const { stdout, stderr } = await place.iflow("--json", "--events", "ndjson", ...finishArgs(place, "--yolo"));

  const { card } = JSON.parse(stdout).data;
  expect(card).toMatchObject({ feature: FEATURE, end: { type: "merged", base: "main" } });
  expect(card.built.commits).toBeGreaterThan(2);
  expect(card.took.dispatches).toBeGreaterThan(0);
  const events = linesOf(stderr);
  expect(events.filter(({ type }) => type === "feature-closed")).toEqual([expect.objectContaining(card)]);
});

// biome-ignore lint/suspicious/noExplicitAny: events have many shapes
const linesOf = (text: string): any[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
