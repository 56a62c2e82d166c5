// How the demo ends: what there was to see, the bill, and where everything is.
import { TEST_COMMAND } from "../../../../../examples/demo/repository.ts";
import type { PhaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import { addUp, addUpBy } from "../../../../domain/billing/bill.ts";
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { percent } from "../../screen/numbers.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { billTables } from "../billing/bill-tables.ts";
import type { Learned } from "./play-next.ts";

export interface Ending {
  readonly root: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly merge: { readonly commit: string; readonly base: string };
  readonly outcomes: readonly Outcome[];
  readonly summary: PhaseSummary;
  readonly learned: Learned;
}

const SEEN = [
  "  brainstorm    a claim without a source was refused; what nobody measured is now an assumption",
  "  specify       the author was resumed with only the issue, the reviewer with only the diff; after",
  "                a rewrite of half its context a fresh reviewer was cheaper: the guard",
  "  create-tasks  the linter found a criterion without a task before any reviewer was paid",
  "  implement     security refused; the fix passed every test but broke AC-2; a reviewer that had",
  "                passed caught it in the final validation; fixed, validated again, approved",
  "  finish        README updated, retrospective written, tests run, merged with --no-ff",
];

/** The second feature, according to its records. */
function learnedLines({ handedOver, confirmed, challenged }: Learned): string[] {
  const row = (what: string, names: readonly string[]) => `                ${what}: ${names.join(", ")}`;
  return [
    "  next feature  its agents were given what the first one taught",
    ...handedOver.map(({ name, uses }) => row("given", [`${name} (${uses}x)`])),
    row("confirmed", confirmed),
    row("challenged", challenged),
  ];
}

export function demoText(
  { marks, paint }: Terminal,
  { root, folder, files, merge, outcomes, summary, learned }: Ending,
): string {
  const feature = folder.slice(folder.lastIndexOf("/") + 1);
  const phases = [...addUpBy(outcomes, ({ phase }) => phase), { name: "total", ...addUp(outcomes) }];
  const roles = addUpBy(outcomes, ({ role }) => role).sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  return [
    `\n${paint.green(marks.pass)} merged into ${merge.base}: ${merge.commit.slice(0, 10)}; ${TEST_COMMAND} passes on the merged tree\n`,
    "What you saw",
    ...SEEN,
    ...learnedLines(learned),
    "\nThe bill of the first feature",
    billTables([
      { by: "phase", lines: phases },
      { by: "role", lines: roles },
    ]),
    "  ~ estimated from text lengths at list prices: the agents were scripted, nothing was spent",
    `  sent in total: ${percent(summary.sentChars, summary.freshChars)} of what fresh agents every time would have read`,
    `\nLook around:  cd ${root}`,
    "              git log --graph --oneline",
    `              ${TEST_COMMAND}`,
    `              ${folder}/`,
    `                ${files.map((file) => file.slice(folder.length + 1)).join("  ")}`,
    `              iflow history ${feature}   (what the reviewers said)`,
    "              iflow kb list   (what was learned)",
    `              iflow show ${feature}   (what every agent was sent)`,
    'Your own:     iflow run "<what you want>"   in your repository',
  ].join("\n");
}
