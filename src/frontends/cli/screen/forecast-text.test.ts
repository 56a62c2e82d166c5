import { expect, test } from "vitest";
import { forecastText } from "./forecast-text.ts";
import type { EventOf } from "./rows/row-texts.ts";
import { createTerminal } from "./terminal.ts";

const host = () => ({ stdout: pipe(), stderr: pipe(), stdin: {}, on: () => undefined });
const pipe = () => ({ write: () => true });
const looks = (unicode = true) => createTerminal({ unicode, quiet: false }, host() as never);

const EVENT: EventOf<"forecast-made"> = {
  type: "forecast-made",
  ...{ feature: "007-rate-limit", title: "limit logins to 5 a minute", branch: "feature/007-rate-limit" },
  phases: ["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "finish"],
  ...{ chain: true, yolo: false, runtime: "claude", models: ["claude-opus-5-5", "claude-sonnet-5-5"] },
  ...{ dollars: { low: 3.2, high: 5.9 }, minutes: { low: 24, high: 26 }, basis: "features", features: 4, maxCost: 20 },
};

test("what, who, how much, where it stops: four lines", () => {
  expect(forecastText(EVENT, looks())).toMatchInlineSnapshot(`
    "007-rate-limit · limit logins to 5 a minute
    7 phases · claude, opus-5.5 · about $3–6 and 25 min (from 4 of your features)
    It stops at $20, asks you at the end of each phase, and touches only
    feature/007-rate-limit until the merge. Ctrl-C stops, iflow continue resumes."
  `);
});

test("an idea has no branch yet; a price nobody knows is not a limit; plain marks", () => {
  const { branch: _, ...idea } = EVENT;
  const unknown = {
    ...idea,
    dollars: null,
    maxDispatches: 80,
    runtime: "acp",
    models: [],
    basis: "price-table",
  } as const;

  expect(forecastText(unknown, looks(false))).toMatchInlineSnapshot(`
    "limit logins to 5 a minute
    7 phases - acp - price unknown, about 25 min (as features usually take)
    It stops at 80 dispatches, asks you at the end of each phase, and touches only a
    branch of its own until the merge. Ctrl-C stops, iflow continue resumes."
  `);
});

test("the way back is told as it is typed", () => {
  const text = forecastText(EVENT, looks(), (own) => own.replace("iflow", "npx iflow"));
  expect(text.replaceAll("\n", " ")).toContain("Ctrl-C stops, npx iflow continue resumes.");
});

test("nothing is wider than 80 columns, whatever its names are", () => {
  const long = "long ".repeat(40);
  const event = { ...EVENT, title: `two\nlines ${long}`, models: [`a-model-with-a-name-${"x".repeat(30)}`] };
  const lines = forecastText({ ...event, phases: ["specify"], dollars: { low: 0.2, high: 0.41 } }, looks()).split("\n");

  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContain("about $0.20–0.41 and 25 min (from 4 of your features)");
});

test("on a narrow terminal the lines are shorter", () => {
  const lines = forecastText(EVENT, { ...looks(), columns: 60 }).split("\n");

  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines).toContain("about $3–6 and 25 min (from 4 of your features)");
});

test("one phase alone says what it is, and that a brainstorm touches no branch", () => {
  const { branch: _, ...idea } = EVENT;
  const text = forecastText({ ...idea, phases: ["brainstorm"], chain: false, minutes: { low: 2, high: 7 } }, looks());

  expect(text).toContain("brainstorm · claude");
  expect(text).toContain("2–7 min");
  expect(text).toContain("asks you what only you can decide, and touches no branch.");
});
