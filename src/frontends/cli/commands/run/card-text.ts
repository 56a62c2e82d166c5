// The closing card of a feature: one screen, and no line that would say nothing.
import { printDepth } from "../../../../domain/feature/depth.ts";
import type { ClosingCard } from "../../../../domain/run/events/closing-card.ts";
import { phaseNoun } from "../../../../domain/run/events/work-words.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { columnsOf } from "../../screen/columns.ts";
import { count, duration, price } from "../../screen/numbers.ts";
import { textWidth, wordsRow } from "../../screen/rows/row-layout.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { wrapWords } from "../../screen/wrap-words.ts";

export function cardText(terminal: Terminal, card: ClosingCard, print: Print): string {
  return `${cardRows(terminal, card)}\n\n${lookText(card, terminal.columns, print)}`;
}

/** Without the commands to look closer, which work in the feature's repository alone. */
export function cardRows({ marks, paint, columns }: Terminal, card: ClosingCard): string {
  const lines = [
    row("built", builtText(card, marks.minus), columns),
    row("depth", card.depth ? printDepth(card.depth) : "", columns),
    ...caughtLines(card, columns),
    row("rounds", card.rounds.map(({ phase, rounds }) => `${nameOf(phase)} ${rounds}`).join(", "), columns),
    row("took", tookText(card), columns),
    row("learned", card.learned === "" ? "" : `knowledge bank: ${card.learned}`, columns),
    row("commits", card.built.commits === 0 ? "" : String(card.built.commits), columns),
  ];
  const title = wordsRow(`${paint.green(marks.pass)} `, endText(card), columns);
  return [`\n${title}\n`, ...lines.filter(Boolean)].join("\n");
}

const LABEL = 11;

function row(label: string, text: string, columns: number): string {
  if (text === "") return "";
  const indent = " ".repeat(2 + LABEL);
  const lines = wrapWords(withoutControls(text), textWidth(columns) - indent.length);
  return `  ${label.padEnd(LABEL)}${lines.join(`\n${indent}`)}`;
}

function endText({ feature, end }: ClosingCard): string {
  if (end.type === "merged") {
    const how = end.commits === undefined ? "" : " as one commit";
    return `${feature} is merged into ${end.base}${how} (${end.commit.slice(0, 10)})`;
  }
  return `${feature} has a pull request: ${end.url}`;
}

function builtText({ idea, built }: ClosingCard, minus: string): string {
  const { tasks, files, added, removed } = built;
  const changed = files === 0 ? [] : [`${count(files, "file")} +${added} ${minus}${removed}`];
  return [idea, ...(tasks === null ? [] : [count(tasks, "task")]), ...changed].join(", ");
}

/** How many, then the first of them with who saw it. */
function caughtLines({ caught }: ClosingCard, columns: number): string[] {
  const { blockers, warnings, examples } = caught;
  const parts = [
    ...(blockers === 0 ? [] : [count(blockers, "blocker")]),
    ...(warnings === 0 ? [] : [count(warnings, "warning")]),
  ];
  if (parts.length === 0) return [];
  const them = blockers + warnings === 1 ? "it" : "them";
  const head = row("caught", `${parts.join(", ")} before you saw ${them}${examples.length === 0 ? "" : ":"}`, columns);
  const indent = " ".repeat(4 + LABEL);
  const lines = examples.flatMap(({ text, kind }) =>
    wrapWords(`${withoutControls(text)} (${kind})`, textWidth(columns) - indent.length - 2).map(
      (line, index) => `${indent}${index === 0 ? "" : "  "}${line}`,
    ),
  );
  return [head, ...lines];
}

function nameOf(phase: string): string {
  const noun = phaseNoun(phase);
  return noun === noun.toUpperCase() ? noun : noun.toLowerCase();
}

function tookText({ took }: ClosingCard): string {
  const { milliseconds, dispatches, cost, unpriced, estimated } = took;
  if (dispatches === 0) return "";
  const worked = duration(milliseconds); // without what people, checks and git took
  const facts = [count(dispatches, "dispatch", "dispatches"), price(cost, estimated, unpriced)];
  return [...(worked === "" ? [] : [`${worked} of work`]), ...facts].filter(Boolean).join(", ");
}

/** Side by side where they fit. */
function lookText({ feature, end }: ClosingCard, columns: number, print: Print): string {
  const first = end.type === "merged" ? [showCommand(end)] : [];
  const commands = [...first, print(`iflow history ${feature}`), print(`iflow cost ${feature}`)];
  const line = `Look: ${commands.join("    ")}`;
  return columnsOf(line) <= textWidth(columns) ? line : `Look: ${commands.join("\n      ")}`;
}

/** git shows nothing of a merge unless it is told against which side; a squash is a plain commit. */
function showCommand({ commit, commits }: Extract<ClosingCard["end"], { type: "merged" }>): string {
  return `git show ${commits === undefined ? "-m --first-parent " : ""}${commit.slice(0, 10)}`;
}
