// How the demo ends: what the second feature was given, the bill, and commands that work where they are printed.
import { TEST_COMMAND } from "../../../../../examples/demo/repository.ts";
import type { CostReport } from "../../../../domain/billing/cost-report.ts";
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import { shellWord } from "../../../../domain/text/shell-word.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { textWidth, wordsRow } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { hangWords } from "../../screen/wrap-words.ts";
import { costTable } from "../billing/cost-table.ts";
import type { Learned } from "./play-next.ts";

export interface Ending {
  readonly root: string;
  /** What starts iflow where the demo was started. */
  readonly program: string;
  readonly merge: { readonly commit: string; readonly base: string };
  readonly cost: CostReport;
  readonly learned: Learned;
}

export function demoText({ marks, paint, columns }: Terminal, { root, program, merge, cost, learned }: Ending): string {
  const merged = `Both are merged into ${merge.base} (${merge.commit.slice(0, 10)}); ${TEST_COMMAND} passes there.`;
  return [
    `\n${wordsRow(`${paint.green(marks.pass)} `, merged, columns)}`,
    "\nWhat the second feature did with the lessons",
    ...learnedLines(learned, columns),
    "\nThe bill of the first feature",
    costTable("phase", cost.rows, cost.total, columns),
    "  ~ at list prices; scripted agents, so nothing was spent",
    "\nLook around",
    ...withNotes(lookCommands(root), program, columns),
    `\nThe same in your repository${isOnPath(program) ? "" : ", typed in this folder"}`,
    ...withNotes(ownCommands(program), program, columns),
  ].join("\n");
}

function learnedLines({ handedOver, confirmed, challenged }: Learned, columns: number): string[] {
  const row = (label: string, text: string) => hangWords(`  ${label.padEnd(12)}`, text, textWidth(columns));
  return [
    ...handedOver.flatMap(({ name, uses }, at) => row(at === 0 ? "was given" : "", `${name} (${uses}x)`)),
    ...row("confirmed", confirmed.join(", ")),
    ...row("challenged", challenged.join(", ")),
  ];
}

type Noted = readonly (readonly [command: string, note: string])[];

/** With the folder in each, so that they work where they are printed; the demo's repository is elsewhere. */
export function lookCommands(root: string): Noted {
  const place = shellWord(root);
  return [
    [`iflow --cwd ${place} history 1`, "what reviewers said"],
    [`iflow --cwd ${place} show 1`, "what agents were sent"],
    [`iflow --cwd ${place} kb list`, "what was learned"],
    [`git -C ${place} log --graph --oneline`, ""],
    [`ls ${place}/docs/features/*`, "the documents"],
  ];
}

/** Only a program on the path is found in every folder: elsewhere `npx iflow` is another package. */
function ownCommands(program: string): Noted {
  const place = isOnPath(program) ? "" : "--cwd ../your-repository ";
  return [
    ...(isOnPath(program) ? [["cd your-repository", ""] as const] : []),
    [`iflow ${place}init`, "agent, tests, budget"],
    [`iflow ${place}run "what you want"`, "asks before merging"],
  ];
}

function isOnPath(program: string): boolean {
  return program === "iflow";
}

/** Notes stand beside their commands, or above them where that would be too wide. */
function withNotes(commands: Noted, program: string, columns: number): string[] {
  const noted = commands.map(([command, note]) => [printCommands(command, { program }), note] as const);
  const width = Math.max(...noted.map(([command]) => columnsOf(command))) + GAP;
  const isBeside = noted.every(([, note]) => 2 + width + columnsOf(note) <= textWidth(columns));
  return noted.flatMap(([command, note]) => {
    if (isBeside) return [`  ${padEndTo(width, command)}${note}`.trimEnd()];
    return [...(note === "" ? [] : [`  ${note}`]), `    ${command}`];
  });
}

const GAP = 3;
