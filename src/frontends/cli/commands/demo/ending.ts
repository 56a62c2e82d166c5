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
  /** What starts iflow where the demo was started. */
  readonly program: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly merge: { readonly commit: string; readonly base: string };
  readonly outcomes: readonly Outcome[];
  readonly summary: PhaseSummary;
  readonly learned: Learned;
}

const SEEN = [
  "  brainstorm    a claim without a source was refused; it is an assumption now",
  "  specify       the author got only the issue, the reviewer only the diff; after",
  "                a large rewrite a fresh reviewer was cheaper",
  "  create-tasks  a criterion without a task was found before a reviewer was paid",
  "  implement     security refused; the fix passed every test but broke AC-2; a",
  "                reviewer that had passed caught it in the final validation",
  "  finish        README updated, retrospective written, tests run, merged",
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

function lookLines(flags: string, feature: string): string[] {
  const looks = [
    `history ${feature}   (what the reviewers said)`,
    "kb list   (what was learned)",
    `show ${feature}   (what every agent was sent)`,
  ];
  return looks.map((words) => `              iflow ${flags}${words}`);
}

export function demoText(
  { marks, paint }: Terminal,
  { root, program, folder, files, merge, outcomes, summary, learned }: Ending,
): string {
  const feature = folder.slice(folder.lastIndexOf("/") + 1);
  const phases = [...addUpBy(outcomes, ({ phase }) => phase), { name: "total", ...addUp(outcomes) }];
  const roles = addUpBy(outcomes, ({ role }) => role).sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  const isEverywhere = program === "iflow"; // any other way starts it only from where it was started
  const looks = lookLines(isEverywhere ? "" : `--cwd ${root} `, feature);
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
    "  ~ estimated at list prices: the agents were scripted, nothing was spent",
    `  sent in total: ${percent(summary.sentChars, summary.freshChars)} of what fresh agents would have read`,
    ...(isEverywhere ? [] : ["\nLook closer:  from this folder", ...looks]),
    `\nLook around:  cd ${root}`,
    "              git log --graph --oneline",
    `              ${TEST_COMMAND}`,
    `              ${folder}/`,
    `                ${files.map((file) => file.slice(folder.length + 1)).join(" ")}`,
    ...(isEverywhere ? looks : []),
    'Your own:     iflow run "<what you want>"   in your repository',
  ].join("\n");
}
