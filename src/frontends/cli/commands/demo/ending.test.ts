// The first and the last screen of the demo.
import { describe, expect, test } from "vitest";
import { linesWiderThan, TestScreen, testHost } from "../../../../../test/support/screen.ts";
import type { CostRow } from "../../../../domain/billing/cost-report.ts";
import { createTerminal } from "../../screen/terminal.ts";
import { demoText } from "./ending.ts";
import { openingText } from "./opening.ts";

const terminalOf = (columns: number) =>
  createTerminal({ unicode: true, quiet: false }, testHost(new TestScreen(columns)));

const row = (name: string, cost: number): CostRow => ({
  ...{ name, dispatches: 7, input: 7317, read: 0, written: 0, output: 259 },
  ...{ cost, unpriced: 0, estimated: true, cached: null, writeAmplification: null, freshCost: cost + 0.01 },
});

const printed = (program: string, columns = 80): string =>
  demoText(terminalOf(columns), {
    ...{ program, root: "/tmp/iflow-demo-x7Qf2a" },
    merge: { commit: "c4b70254669496d816a6d1a55a088b538cb96667", base: "main" },
    cost: { by: "phase", rows: [row("brainstorm", 0.03), row("create-tasks", 0.01)], total: row("total", 0.04) },
    learned: {
      handedOver: [
        { name: "Asking and counting in two steps", uses: 7 },
        { name: "A test uses every word of its criterion", uses: 1 },
      ],
      confirmed: ["Asking and counting in two steps"],
      challenged: ["Counters written by hand"],
    },
  });

test("it begins with one screen: what is wrong on purpose, and who is to notice it", () => {
  expect(`\n${openingText(terminalOf(80))}`).toMatchInlineSnapshot(`
    "
    iflow demo: "limit logins to 5 a minute", from the sentence to the merge.
    Agents write, others review. Five flaws are planted; see who catches them:

      brainstorm    a figure without a source         → the PRD reviewer
      specify       "fast enough", without a number   → the spec reviewer
      create-tasks  a criterion without a task        → iflow, before a review
      implement     parallel tries slip through       → the security reviewer
                    the fix breaks AC-2, tests pass   → the code reviewer
      finish        docs, retrospective, tests, merge into main
      then          a second feature, which is given the lesson of the first

    The agents are scripted: no model, no key, no network, nothing spent.
    Git, files, tests and failures are real. It takes about half a minute.
    "
  `);
});

test("it ends with the merge, the lessons, the bill, and where to look", () => {
  expect(printed("iflow")).toMatchInlineSnapshot(`
    "
    ✓ Both are merged into main (c4b7025466); node --test passes there.

    What the second feature did with the lessons
      was given   Asking and counting in two steps (7x)
                  A test uses every word of its criterion (1x)
      confirmed   Asking and counting in two steps
      challenged  Counters written by hand

    The bill of the first feature
      phase         asked  input  read  output  cached    cost  if fresh
      brainstorm        7   7317     0     259       -  ~$0.03    ~$0.04
      create-tasks      7   7317     0     259       -  ~$0.01    ~$0.02
      total             7   7317     0     259       -  ~$0.04    ~$0.05
      ~ at list prices; scripted agents, so nothing was spent

    Look around
      iflow --cwd /tmp/iflow-demo-x7Qf2a history 1          what reviewers said
      iflow --cwd /tmp/iflow-demo-x7Qf2a show 1             what agents were sent
      iflow --cwd /tmp/iflow-demo-x7Qf2a kb list            what was learned
      git -C /tmp/iflow-demo-x7Qf2a log --graph --oneline
      ls /tmp/iflow-demo-x7Qf2a/docs/features/*             the documents

    The same in your repository
      cd your-repository
      iflow init                  agent, tests, budget
      iflow run "what you want"   asks before merging"
  `);
});

test("U4: what npx started from a clone is started from there again, also for your own repository", () => {
  const [, look = ""] = printed("npx iflow").split("\nLook around\n");

  expect(`\n${look}`).toMatchInlineSnapshot(`
    "
      npx iflow --cwd /tmp/iflow-demo-x7Qf2a history 1      what reviewers said
      npx iflow --cwd /tmp/iflow-demo-x7Qf2a show 1         what agents were sent
      npx iflow --cwd /tmp/iflow-demo-x7Qf2a kb list        what was learned
      git -C /tmp/iflow-demo-x7Qf2a log --graph --oneline
      ls /tmp/iflow-demo-x7Qf2a/docs/features/*             the documents

    The same in your repository, typed in this folder
      npx iflow --cwd ../your-repository init                  agent, tests, budget
      npx iflow --cwd ../your-repository run "what you want"   asks before merging"
  `);
});

describe.each([60, 80, 120])("at %i columns", (columns) => {
  test("both fit; only a command may be longer, which is pasted whole", () => {
    const long = linesWiderThan(columns, `${openingText(terminalOf(columns))}${printed("npx iflow", columns)}`);

    expect(long.filter((line) => !/^ {4}(?:npx|git|ls) /.test(line))).toEqual([]);
    expect(columns >= 80 ? long : []).toEqual([]);
  });
});
