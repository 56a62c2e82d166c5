// The stream as rows that people read: each line begins with its feature, says what the run's own screen says of the same
// event, and what waits for a person stands out with the command that goes on.
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import { plainWords } from "../../../../domain/run/events/plain-words.ts";
import { agentName, doneWords, inFlightWords, phaseNoun } from "../../../../domain/run/events/work-words.ts";
import type { StreamEvent } from "../../../../domain/stream/stream-event.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { withoutSecrets } from "../../../../domain/text/secrets/secrets.ts";
import { withoutColours } from "../../../../domain/text/terminal-codes.ts";
import { columnsOf, cutToColumns, padEndTo } from "../columns.ts";
import { count } from "../numbers.ts";
import { withoutControls } from "../safe-text.ts";
import type { Terminal } from "../terminal.ts";
import { fixLines } from "../whole-commands.ts";
import { layoutRow, type Row, textWidth, wordsRow } from "./row-layout.ts";
import { answersText, checkName, inLine, issueText, JUST_CONTINUES, timeOf, verdictText } from "./row-texts.ts";
import { StreamLanes } from "./stream-lanes.ts";

type Of<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

export interface Naming {
  readonly program: string;
  /** The shortest name of a feature that a command takes. */
  nameOf(feature: string): string;
}

const ABOUT_IDEA: ReadonlySet<string> = new Set(["requirements", "brainstorm-clarify", "brainstorm-type"]);
const WIDE = 72;
/** Names of features are cut to so many columns; their numbers stand in front. */
const NAME = { wide: 18, narrow: 12 };

export class StreamRows {
  readonly #terminal: Terminal;
  readonly #naming: Naming;
  readonly #lanes: StreamLanes;

  constructor(terminal: Terminal, naming: Naming, now: () => number) {
    this.#terminal = terminal;
    this.#naming = naming;
    this.#lanes = new StreamLanes(terminal, now);
  }

  /** What is printed of it, if anything. */
  show(told: StreamEvent): string | undefined {
    const event = safeEvent(told);
    this.#lanes.take(event);
    const lines = this.#linesOf(event);
    if (lines.length === 0) return undefined;
    const start = this.#start(event.feature);
    return lines
      .flatMap((line) => line.split("\n"))
      .map((line) => `${start}${line}`.trimEnd())
      .join("\n");
  }

  /** Those at work, one line each. */
  live(): string[] {
    return this.#lanes.lines((feature) => this.#start(feature));
  }

  #linesOf(event: StreamEvent): string[] {
    const { paint, marks } = this.#terminal;
    switch (event.type) {
      case "run-opened":
        return this.#words(`${event.phase} begins${event.yolo ? " (--yolo)" : ""}`);
      case "run-resumed":
        return event.after === "answer" ? [] : this.#words(`${event.phase} resumes`);
      case "dispatch-ended":
        return this.#dispatch(event);
      case "check-ran":
        return this.#check(event);
      case "question-asked":
        return event.yolo === undefined ? this.#question(event) : [];
      case "question-answered":
        return this.#answer(event);
      case "paused":
        return [...this.#words(paint.bold(plainWords(event.text))), ...this.#fix(event, event.fix, "Next")];
      case "order-given":
        return this.#words(`waits for the ${agentName(event.role)} in your host`);
      case "phase-completed":
        return [this.#row({ mark: paint.green(marks.pass), lead: completedText(event) })];
      case "run-ended":
        return event.outcome === "continue" ? [] : this.#words(`${event.phase} has ended: ${event.outcome}`);
      case "run-stands":
        return this.#standing(event);
      case "answer-kept":
        return this.#words(`${event.question} is answered: ${oneLine(event.answer)}`);
      case "run-left":
        return [...this.#words(paint.bold(leftText(event.steps, event.phase))), ...this.#fix(event, "iflow continue")];
      case "journal-damaged":
        return [...this.#words(paint.red(event.text)), ...this.#fix(event, event.fix, "Fix")];
      default:
        return []; // what begins is seen in the lanes; commits are seen in git
    }
  }

  #dispatch(event: Of<"dispatch-ended">): string[] {
    const { verdict, status, round, milliseconds = 0 } = event;
    const work = { ...event, activity: event.activity ?? "draft" } as const;
    const time = timeOf(milliseconds);
    if (status === "interrupted" || event.needs !== undefined) return []; // a pause tells why
    if (status === "failed") {
      const what = oneLine(event.error ?? "it failed");
      return [this.#row({ mark: this.#mark(false), lead: agentName(event.role), what, time })];
    }
    if (!verdict) return [this.#row({ lead: doneWords(work), what: answersText(event as never), time })];
    const issues = verdict.issues.map((issue) => ({ ...issue, reviewer: event.role }));
    const isHandedOver = event.activity === "handoff" && verdict.passed && issues.length === 0;
    const certifies = event.activity === "certify";
    const what = isHandedOver
      ? "ready"
      : verdictText({ ...verdict, type: "verdict-read", role: event.role, round, issues, certifies });
    const extra = round > 1 ? `round ${round}` : "";
    return [
      this.#row({ mark: this.#mark(verdict.passed), lead: agentName(event.role), what, extra, time }),
      ...(verdict.problem === undefined ? [] : this.#words(verdict.problem, "    ")),
      ...issues.map((issue) => issueText(issue, { paint: this.#terminal.paint, columns: this.#columns() })),
    ];
  }

  #check({ name, command, summary, passed, failure, milliseconds }: Of<"check-ran">): string[] {
    if (passed && name === "receipt") return []; // what it shows is told at the end
    const what = [command, summary].filter(Boolean).join("   ");
    const row = this.#row({ mark: this.#mark(passed), lead: checkName(name), what, time: timeOf(milliseconds) });
    const message = failure && [failure.name, failure.message].filter(Boolean).join("  ");
    return passed || message === undefined ? [row] : [row, ...this.#words(message, "    ")];
  }

  #question(event: Of<"question-asked">): string[] {
    const text = `? ${plainWords(oneLine(event.text))}`;
    const values = event.options.map(({ value }) => value).join(", ");
    const choices = values === "" ? "" : `   (${values}${event.freeText ? ", your own words" : ""})`;
    return [
      ...this.#words(this.#terminal.paint.bold(text)),
      ...this.#fix(event, `iflow answer ${event.question}${choices}`),
    ];
  }

  #answer({ topic, text, answer, yolo }: Of<"question-answered">): string[] {
    if (JUST_CONTINUES.test(text) || (yolo && ABOUT_IDEA.has(topic))) return [];
    const { marks } = this.#terminal;
    return this.#words(`${yolo ? "--yolo: " : ""}${plainWords(oneLine(text))} ${marks.arrow} ${inLine(answer)}`);
  }

  #standing(event: Of<"run-stands">): string[] {
    const { paint } = this.#terminal;
    if (event.state === "working") return this.#words(`${event.phase} is at work`);
    if (event.state === "left") {
      return [...this.#words(paint.bold(leftText(event.steps, event.phase))), ...this.#fix(event, "iflow continue")];
    }
    const [question] = event.questions;
    const command = question === undefined ? "iflow continue" : `iflow answer ${question}`;
    return [...this.#words(paint.bold(`? ${plainWords(oneLine(event.text))}`)), ...this.#fix(event, command)];
  }

  #fix({ feature }: StreamEvent, text: string, label = "Next"): string[] {
    const { program, nameOf } = this.#naming;
    const printed = printCommands(text, { program, feature: nameOf(feature) });
    return fixLines(printed, textWidth(this.#columns()), `  ${label}: `);
  }

  #words(text: string, indent = "  "): string[] {
    return [wordsRow(indent, text, this.#columns())];
  }

  #row(row: Row): string {
    return layoutRow(row, this.#columns());
  }

  #mark(passed: boolean): string {
    const { marks, paint } = this.#terminal;
    return passed ? paint.green(marks.pass) : paint.red(marks.fail);
  }

  #columns(): number {
    return this.#terminal.columns - this.#width();
  }

  #width(): number {
    return this.#terminal.columns >= WIDE ? NAME.wide : NAME.narrow;
  }

  #start(feature: string): string {
    const { marks, paint } = this.#terminal;
    const width = this.#width();
    const name = columnsOf(feature) > width ? cutToColumns(feature, width, marks.ellipsis) : feature;
    return paint.dim(padEndTo(width, name));
  }
}

function leftText(steps: readonly string[], phase: string): string {
  const was = steps.map(inFlightWords).find((words) => words !== undefined);
  return was === undefined ? `stopped during ${phase}` : `stopped while ${was}`;
}

function completedText({ phase, outcome, rounds = 0, notes = 0 }: Of<"phase-completed">): string {
  if (outcome === "accepted") return `${phaseNoun(phase)} accepted with ${count(notes, "open issue")}`;
  if (outcome !== "approved") return `${phaseNoun(phase)} completed`;
  return `${phaseNoun(phase)} approved in ${count(rounds, "round")}`;
}

/** Words of agents are nobody's commands to a terminal; a line of the stream is one line. */
function safeEvent(event: StreamEvent): StreamEvent {
  return JSON.parse(JSON.stringify(event), (_key, value: unknown) =>
    typeof value === "string" ? withoutControls(withoutSecrets(withoutColours(value))) : value,
  );
}
