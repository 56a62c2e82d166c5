// What a run waits for, as text: each question with the command that answers it.
import { plainWords } from "../../../../domain/run/events/plain-words.ts";
import {
  canBeSkipped,
  type HostOrder,
  type Pause,
  type Pending,
  type Question,
} from "../../../../domain/run/questions/question.ts";
import { type Print, printLines } from "../../../drive/printed-commands.ts";
import { columnsOf, padEndTo } from "../columns.ts";
import { moment } from "../numbers.ts";
import { textWidth, wrapText } from "../rows/row-layout.ts";
import type { Terminal } from "../terminal.ts";
import { fixLines } from "../whole-commands.ts";
import { hangWords } from "../wrap-words.ts";

/** In a pipe a question is one line, as its asker wrote it. */
type Look = Pick<Terminal, "columns" | "redraws">;

export function pendingText(pendings: readonly Pending[], print: Print, look: Look): string {
  const texts = pendings.map((pending) => {
    if (pending.type === "pause") return pauseText(pending, print, look);
    return pending.type === "order" ? print(orderText(pending)) : questionText(pending, print, look);
  });
  return [...skipText(pendings, print), ...texts].join("\n\n");
}

function skipText(pendings: readonly Pending[], print: Print): string[] {
  if (!canBeSkipped(pendings)) return [];
  const [prefix = ""] = pendings[0]?.id?.split(".") ?? [];
  return [print(`  All ${pendings.length} may be left out:  iflow answer ${prefix} skip`)];
}

/** What may be typed behind the id of a question. */
export function answersOf({ options, freeText }: Question): string[] {
  return [...options.map(({ value }) => value), ...(freeText ? ['"your own words"'] : [])];
}

/** Each answer is a command of its own, which can be pasted as it is. */
function questionText(question: Question, print: Print, { columns, redraws }: Look): string {
  const { id, text, detail, options, freeText, default: byDefault } = question;
  const commands = answersOf(question).map((answer) => print(`iflow answer ${id} ${answer}`));
  const width = Math.max(0, ...commands.map(columnsOf));
  const lines = commands.flatMap((command, index) => {
    const option = options[index];
    if (!option) return [`    ${command}`];
    const hint = option.hint ? ` (${print(option.hint)})` : "";
    const mark = option.value === byDefault ? "  [default]" : "";
    return beside(`    ${padEndTo(width, command)}   `, `${option.label}${hint}${mark}`, columns);
  });
  const open = options.length === 1 && !freeText ? ["    (or leave it unanswered: nothing happens)"] : [];
  const asked = `? ${plainWords(text)}`;
  const about = detail === undefined ? [] : ["", indented(print(detail), columns, "  "), ""];
  return [redraws ? wrapText(asked, columns) : asked, ...about, "  Answer with:", ...lines, ...open].join("\n");
}

/** What a question is about, below it. */
export function indented(detail: string, columns: number, indent = ""): string {
  return wrapText(detail.replaceAll(/^(?=.)/gm, indent), columns);
}

/** What an answer means stands beside its command, or below it where there is too little room. */
function beside(command: string, meaning: string, columns: number): string[] {
  const width = textWidth(columns);
  const longest = Math.max(LEAST_ROOM, ...meaning.split(/ +/).map(columnsOf));
  if (columnsOf(command) + longest <= width) return hangWords(command, meaning, width);
  return [command.trimEnd(), ...hangWords("      ", meaning, width)];
}

const LEAST_ROOM = 24;

function pauseText(pause: Pause, print: Print, { columns }: Look): string {
  const detail = pause.detail
    ? printLines(pause.detail, print)
        .split("\n")
        .map((line) => `  ${line}`)
    : [];
  return [
    pause.text,
    ...detail,
    ...liftedLines(pause),
    ...fixLines(print(pause.fix), textWidth(columns), fixHead(pause)),
  ].join("\n");
}

/** A time that nobody named is no promise. */
function liftedLines({ until, isGuessed }: Pause): string[] {
  if (until === undefined) return [];
  const when = moment(until, Date.now());
  return [isGuessed ? `  When it is lifted is not known; --wait tries again at ${when}.` : `  Lifted at ${when}.`];
}

/** Where the person stopped it themselves, nothing is to be mended. */
function fixHead({ reason }: Pause): string {
  return reason === "needs-answer" ? "  Next: " : "  Fix: ";
}

function orderText({ id, role }: HostOrder): string {
  return [
    `${role} works in your host (order ${id}).`,
    "  Continue there:  /iflow:continue in Claude Code, or the tool `next` of the MCP server",
    "  Or here, with other agents:  iflow continue --runtime claude",
  ].join("\n");
}
