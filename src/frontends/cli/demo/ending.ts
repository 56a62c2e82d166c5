// How the demo ends: what there was to see, the bill, and where everything is.
import { billBy, billLine, type PhaseSummary } from "../../../app/bill.ts";
import type { Outcome } from "../../../domain/outcome.ts";
import { billTables } from "../bill-tables.ts";
import { percent } from "../numbers.ts";
import type { Terminal } from "../terminal.ts";
import { TEST_COMMAND } from "./repository.ts";

export interface Ending {
  readonly root: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly merge: { readonly commit: string; readonly base: string };
  readonly outcomes: readonly Outcome[];
  readonly summary: PhaseSummary;
}

const SEEN = [
  "  brainstorm    a claim without a source was refused; what nobody measured is now marked as an assumption",
  "  specify       a reviewer refused, its author was resumed with the issue alone, the reviewer with the diff;",
  "                a rewrite was over half of its context, so a fresh reviewer was cheaper: the guard",
  "  create-tasks  the linter found a criterion without a task: repaired before a reviewer was paid",
  "  implement     security refused; its fix was green in every test and broke AC-2; the reviewer that had",
  "                passed before saw it in the final validation; fixed, validated again, approved",
  "  finish        README updated, retrospective written, the tests run, merged with --no-ff",
];

export function demoText(
  { marks, paint }: Terminal,
  { root, folder, files, merge, outcomes, summary }: Ending,
): string {
  const phases = [...billBy(outcomes, ({ phase }) => phase), billLine("total", outcomes)];
  const roles = billBy(outcomes, ({ role }) => role);
  const [first = "", ...others] = files.map((file) => file.slice(folder.length + 1));
  return [
    `${paint.green(marks.pass)} merged into ${merge.base}: ${merge.commit.slice(0, 10)}; ${TEST_COMMAND} passes on the merged tree\n`,
    "What you saw",
    ...SEEN,
    "\nThe bill",
    billTables([
      { by: "phase", lines: phases },
      { by: "role", lines: roles },
    ]),
    "  ~ estimated from text lengths at list prices: the agents were scripted, nothing was spent",
    `  sent in all: ${percent(summary.sentChars, summary.freshChars)} of what fresh agents every time would have taken in`,
    `\nLook around:  cd ${root}`,
    "              git log --graph --oneline",
    `              ${TEST_COMMAND}`,
    `              ${folder}/`,
    `                ${[first, ...others].join("  ")}`,
    "              iflow show, iflow history: every dispatch, every verdict",
    'Your own:     iflow run "<what you want>"   in your repository',
  ].join("\n");
}
