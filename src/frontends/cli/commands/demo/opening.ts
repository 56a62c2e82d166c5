// The first screen of the demo: what will happen, what is wrong on purpose, and who is to notice it.
import { IDEA, PLANTED, type Planted } from "../../../../../examples/demo/story.ts";
import { padEndTo } from "../../screen/columns.ts";
import { textWidth, wrapText } from "../../screen/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { hangWords } from "../../screen/wrap-words.ts";

/** `isRead`: somebody reads it before the run begins. */
export function openingText({ paint, marks, columns }: Terminal, isRead: boolean): string {
  const row = (phase: string, text: string) =>
    hangWords(`  ${phase.padEnd(PHASE)}`, text, textWidth(columns)).join("\n");
  const caught = ({ flaw, caughtBy }: Planted) =>
    columns >= WIDE ? `${padEndTo(FLAW, flaw)}${marks.arrow} ${caughtBy}` : `${flaw} ${marks.arrow} ${caughtBy}`;
  const prose = (text: string) => wrapText(text, columns).replaceAll("\n  ", "\n");
  return [
    prose(`iflow demo: "${paint.bold(IDEA)}", from the sentence to the merge.`),
    prose("Agents write, others review. Five flaws are planted; see who catches them:"),
    "",
    ...PLANTED.map((planted) => row(planted.phase, caught(planted))),
    row("finish", "docs, retrospective, tests, merge into main"),
    row("then", "a second feature, which is given the lesson of the first"),
    "",
    prose("The agents are scripted: no model, no key, no network, nothing spent."),
    prose("Git, files, tests and failures are real. It takes about half a minute."),
    ...(isRead ? [prose("It begins in a moment; --fast does not wait, Ctrl-C leaves.")] : []),
    "",
  ].join("\n");
}

const PHASE = 14;
const FLAW = 34;
const WIDE = 76;
