// Questions at the terminal and in the YOLO table; without a terminal they are printed with the command that answers.

import type { Answerer } from "../../app/run/run-phase.ts";
import type { Option, Pending, Question } from "../../domain/run/question.ts";
import type { Emit } from "../../domain/run/run-event.ts";
import { yoloAnswer } from "../../domain/run/yolo.ts";
import type { Terminal } from "../cli/screen/terminal.ts";

export interface AnswererOptions {
  readonly terminal: Terminal;
  readonly yolo: boolean;
  /** Answers by topic that the command line gave beforehand. */
  readonly given?: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  /** Is the question still open? Somebody may answer it elsewhere while the prompt stands. */
  isOpen(id: string): Promise<boolean>;
  /** Closes a standing prompt when the command is interrupted. */
  readonly signal: AbortSignal;
}

/** `--yolo` takes the table's answers; a person at a terminal is asked; otherwise questions stay open. */
export function createAnswerer({ terminal, yolo, given, emit, isOpen, signal }: AnswererOptions): Answerer {
  return async (pendings) => {
    const answers: Record<string, string> = {};
    for (const question of pendings) {
      if (question.type !== "question" || question.id === undefined) return undefined;
      const { id, text, topic } = question;
      const byFlag = given?.[topic];
      const byTable = yolo && byFlag === undefined ? yoloAnswer(topic) : undefined;
      const answer =
        byFlag ??
        byTable ??
        (yolo || !terminal.interactive ? undefined : await promptFor(question, () => isOpen(id), signal));
      if (answer === undefined) return undefined;
      if (answer !== ANSWERED_ELSEWHERE) answers[id] = answer;
      if (byTable !== undefined) emit({ type: "question-answered", id, text, answer, by: "yolo" });
      if (byFlag !== undefined) emit({ type: "question-answered", id, text, answer, by: "person" });
    }
    return answers;
  };
}

const ANSWERED_ELSEWHERE = "\u0000elsewhere";
const TYPED = "\u0000typed";

async function promptFor(
  question: Question,
  isOpen: () => Promise<boolean>,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  const { isCancel, select, text } = await import("@clack/prompts");
  const closed = new AbortController();
  const watch = setInterval(
    () =>
      void isOpen().then(
        (open) => open || closed.abort(),
        () => undefined,
      ),
    1000,
  );
  const common = { signal: AbortSignal.any([closed.signal, interrupted]), output: process.stderr };
  const options = question.options.map(({ value, label, hint }: Option) => ({ value, label, ...(hint && { hint }) }));
  try {
    let choice: string | symbol = TYPED;
    if (options.length > 0) {
      choice = await select({
        message: question.text,
        options: question.freeText ? [...options, { value: TYPED, label: "Type an answer" }] : options,
        ...(question.default !== undefined && { initialValue: question.default }),
        ...common,
      });
    }
    if (choice === TYPED) {
      choice = await text({ message: options.length > 0 ? "Your answer" : question.text, ...common });
    }
    if (closed.signal.aborted) return ANSWERED_ELSEWHERE;
    return isCancel(choice) || choice === "" ? undefined : (choice as string);
  } finally {
    clearInterval(watch);
  }
}

/** The open questions as text, each with the command that answers it. */
export function pendingText(pendings: readonly Pending[]): string {
  return pendings
    .map((pending) => {
      if (pending.type === "pause") return pauseText(pending);
      return pending.type === "order" ? orderText(pending) : questionText(pending);
    })
    .join("\n\n");
}

function questionText(question: Question): string {
  const values = question.options.map(({ value }) => value);
  if (question.freeText) values.push('"your own words"');
  const width = Math.max(0, ...question.options.map(({ value }) => value.length));
  const lines = question.options.map(
    ({ value, label, hint }) =>
      `    ${value.padEnd(width)}   ${label}${hint ? ` (${hint})` : ""}${value === question.default ? "  [default]" : ""}`,
  );
  const open = question.options.length === 1 && !question.freeText ? ["    (or leave it open: nothing happens)"] : [];
  return [
    `? ${question.text}`,
    ...lines,
    ...open,
    `  Answer with:  iflow answer ${question.id} ${values.join(" | ")}`,
  ].join("\n");
}

function pauseText(pause: Extract<Pending, { type: "pause" }>): string {
  const detail = pause.detail ? pause.detail.split("\n").map((line) => `  ${line}`) : [];
  return [pause.text, ...detail, `  Fix: ${pause.fix}`].join("\n");
}

function orderText({ id, role }: Extract<Pending, { type: "order" }>): string {
  return [
    `${role} works inside of your host (order ${id}).`,
    "  Go on there:  /iflow:continue in Claude Code, or the tool `next` of the MCP server",
    "  Or here, with other agents:  iflow continue --runtime claude",
  ].join("\n");
}
