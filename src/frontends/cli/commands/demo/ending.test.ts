// The last screen of the demo.
import { expect, test } from "vitest";
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import { addUp } from "../../../../domain/billing/bill.ts";
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { createTerminal } from "../../screen/terminal.ts";
import { billTables } from "../billing/bill-tables.ts";
import { demoText } from "./ending.ts";

const outcome = (phase: string, role: string, kind: string, input: number, cost: number): Outcome => ({
  ...{ step: "", prompt: "", phase, role, round: 1, kind, reason: "delta", status: "completed", reply: "" },
  ...{ sessionLost: false, session: null, reads: [], refused: [], wrote: [], changed: [], meddled: [] },
  world: { branch: null, head: null, blob: null, meta: null },
  usage: { input, cacheRead: 0, cacheWrite: 0, output: 10, estimated: true },
  ...{ cost, promptChars: 40, contextChars: 400, milliseconds: 1, at: "" },
});

const OUTCOMES = [
  outcome("specify", "spec-author", "fresh", 1200, 0.02),
  outcome("specify", "spec-reviewer", "fresh", 800, 0.01),
  outcome("implement", "spec-reviewer", "resume", 20_000, 0.5),
];

const billOf = (name: string, outcomes: readonly Outcome[]) => ({ name, ...addUp(outcomes) });

test("the bill by phase and by role, with one set of columns", () => {
  const table = billTables([
    { by: "phase", lines: [billOf("specify", OUTCOMES.slice(0, 2)), billOf("total", OUTCOMES)] },
    { by: "role", lines: [billOf("spec-reviewer", OUTCOMES.slice(1))] },
  ]);

  expect(table).toBe(
    [
      "  phase          dispatches  fresh  resumed  input  output    cost",
      "  specify                 2      2        0   2000      20  ~$0.03",
      "  total                   3      2        1   22 k      30  ~$0.53",
      "",
      "  role           dispatches  fresh  resumed  input  output    cost",
      "  spec-reviewer           2      1        1   21 k      20  ~$0.51",
    ].join("\n"),
  );
});

const printed = (program: string): string =>
  demoText(createTerminal({ unicode: true, quiet: false, asEvent: false }), {
    ...{ program, root: "/tmp/iflow-demo-x7Qf2a" },
    folder: "docs/features/001-x",
    files: ["docs/features/001-x/spec.md", "docs/features/001-x/.meta.json"],
    merge: { commit: "c4b70254669496d816a6d1a55a088b538cb96667", base: "main" },
    outcomes: OUTCOMES,
    summary: summarize(OUTCOMES),
    learned: { handedOver: [{ name: "Look twice", uses: 3 }], confirmed: ["Look twice"], challenged: ["Never look"] },
  });

test("it names the merge, says that nothing was spent, and what to do next, within 100 columns", () => {
  const text = printed("iflow");

  expect(text).toContain("merged into main: c4b7025466; node --test passes on the merged tree");
  expect(text).toContain("the agents were scripted, nothing was spent");
  expect(text).toContain("git log --graph --oneline");
  expect(text).toMatch(/given: Look twice \(3x\)\n +confirmed: Look twice\n +challenged: Never look/);
  expect(text).toContain('iflow run "<what you want>"');
  expect(text).toMatch(/spec-reviewer +2 .*\n +spec-author +1 /); // the most expensive role first
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("U4: what is not on the path is started from where it was started, with the folder of the demo", () => {
  const lines = printed("npx iflow").split("\n");
  const look = lines.indexOf(
    "              iflow --cwd /tmp/iflow-demo-x7Qf2a history 001-x   (what the reviewers said)",
  );

  expect(look).toBeGreaterThan(0);
  expect(look).toBeLessThan(lines.indexOf("Look around:  cd /tmp/iflow-demo-x7Qf2a"));
  expect(printed("iflow")).not.toContain("--cwd");
});
