// The first screen of the demo: what will happen, what is wrong on purpose, and who is to notice it.
import { IDEA, PLANTED, type Planted } from "../../../../../examples/demo/story.ts";
import { padEndTo } from "../../screen/columns.ts";
import { textWidth, wrapText } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { hangWords } from "../../screen/wrap-words.ts";

export function openingText({ paint, marks, columns }: Terminal): string {
  const row = (phase: string, text: string) =>
    hangWords(`  ${phase.padEnd(PHASE)}`, text, textWidth(columns)).join("\n");
  const caught = ({ phase, flaw, caughtBy }: Planted) => {
    const who = `${marks.arrow} ${caughtBy}`;
    return columns >= WIDE ? row(phase, `${padEndTo(FLAW, flaw)}${who}`) : `${row(phase, flaw)}\n${row("", who)}`;
  };
  const prose = (text: string) => wrapText(text, columns).replaceAll("\n  ", "\n");
  return [
    prose(`iflow demo: "${paint.bold(IDEA)}", from the sentence to the merge.`),
    prose("Agents write, others review. Five flaws are planted; see who catches them:"),
    "",
    ...PLANTED.map(caught),
    row("finish", "docs, retrospective, tests, merge into main"),
    row("then", "a second feature, which is given the lesson of the first"),
    "",
    prose("The agents are scripted: no model, no key, no network, nothing spent."),
    prose("Git, files, tests and failures are real. It takes about half a minute."),
    "",
  ].join("\n");
}

/** Shown only while the opening is read. */
export const WAITING = "It begins in a moment; --fast does not wait, Ctrl-C leaves.";

const PHASE = 14;
const FLAW = 34;
const WIDE = 76;
