// A run as rows: one line for everything that finished, with the same words in a pipe and on a terminal. It only
// renders events; it decides nothing.
import { printHealth } from "../../../../domain/review/register/loop-health.ts";
import { plainWords } from "../../../../domain/run/events/plain-words.ts";
import type { RunEvent } from "../../../../domain/run/events/run-event.ts";
import { agentName, doneWords } from "../../../../domain/run/events/work-words.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { cutToColumns } from "../columns.ts";
import { forecastText } from "../forecast-text.ts";
import { count } from "../numbers.ts";
import type { Terminal } from "../terminal.ts";
import { hangCommands } from "../whole-commands.ts";
import { answerLines } from "./answer-lines.ts";
import { LiveRows } from "./live-rows.ts";
import { listedRows, receiptLines, receiptsRow } from "./receipt-rows.ts";
import { layoutRow, type Row, textWidth, wordsRow } from "./row-layout.ts";
import {
  acceptedText,
  answersText,
  checkName,
  type EventOf,
  gateText,
  handoffText,
  headerText,
  inLine,
  isJudging,
  issueText,
  lastLines,
  linesText,
  noteworthy,
  reopenedText,
  safeEvent,
  sentText,
  startedText,
  timeOf,
  verdictText,
} from "./row-texts.ts";

type DispatchEnded = EventOf<"dispatch-ended">;
type Result = Pick<Row, "what" | "extra">;

/** How many refusals are shown individually per dispatch; an agent that keeps trying should not fill the screen. */
const TOLD_REFUSALS = 3;

export class RunRows {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #live: LiveRows;
  /** Dispatches by role whose row waits for their result: a verdict, or a document. A task, of which several may end, has none. */
  readonly #ended = new Map<string, DispatchEnded>();
  /** How often each dispatch in progress was refused something. */
  readonly #refusals = new Map<string, number>();
  #problems: string[] = [];
  #answered: EventOf<"question-answered">[] = [];
  readonly #print: Print;
  #feature = "";
  #next: string | undefined;

  constructor(terminal: Terminal, now: () => number, print: Print = (own) => own) {
    this.#terminal = terminal;
    this.#now = now;
    this.#print = print;
    this.#live = new LiveRows(terminal, now);
  }

  show(told: RunEvent): void {
    const event = safeEvent(told);
    if (event.type !== "question-answered") this.#sayAnswers();
    switch (event.type) {
      case "forecast-made":
        this.#terminal.say(`${forecastText(event, this.#terminal, this.#print)}\n`);
        this.#feature = event.feature; // its name and idea stand there
        break;
      case "run-opened":
        this.#open(event);
        break;
      case "dispatch-started":
        this.#start(event);
        break;
      case "agent-worked":
        if (event.refused !== undefined) this.#refuse(event, event.refused);
        this.#live.take(event);
        break;
      case "agent-said":
      case "agent-used":
        this.#live.take(event);
        break;
      case "dispatch-ended":
        this.#end(event);
        break;
      case "gate-tested":
        this.#gate(event);
        break;
      case "verdict-read":
        this.#verdict(event);
        break;
      case "loop-moved":
        if (event.open > 0) this.#words("    ", printHealth(event)); // otherwise the verdicts have said so
        break;
      case "artifact-checked":
        this.#problems.push(...event.findings);
        break;
      case "artifact-written":
        this.#flush((dispatch) => ({
          what: answersText(dispatch),
          extra: linesText(dispatch, event, this.#terminal.marks.minus),
        }));
        break;
      case "check-output":
        this.#live.check(event);
        break;
      case "check-ran":
        this.#check(event);
        break;
      case "receipts-made":
        this.#receipts(event);
        break;
      case "feature-started":
        this.#words("  branch  ", startedText(event));
        break;
      case "gate-started":
      case "commit-made":
      case "feature-closed": // the command's result has it
        break;
      case "warned":
        this.#flush();
        this.#note(this.#print(plainWords(event.text)));
        break;
      case "depth-settled":
      case "dispute-ruled":
      case "limit-awaited":
      case "learned":
        this.#flush();
        this.#words(...noteworthy(event));
        break;
      case "question-answered":
        this.#answered.push(event);
        break;
      case "phase-completed":
        this.#flush();
        this.#live.clear();
        if (event.outcome === "accepted") this.#note(this.#print(acceptedText(event)));
        break;
      default:
        event satisfies never;
    }
  }

  /** The command ends: whatever waits is shown. */
  settle(): void {
    this.#sayAnswers();
    this.#flush();
    for (const event of this.#ended.values()) this.#row(event, true, {});
    this.#ended.clear();
  }

  #open(event: EventOf<"run-opened">): void {
    const { say, marks, paint, columns } = this.#terminal;
    this.#live.clear();
    this.#next = event.phase === "brainstorm" ? undefined : event.next;
    const name = event.phase === "brainstorm" ? "idea" : event.feature; // it becomes a feature later
    if (event.feature !== this.#feature) {
      const idea = cutToColumns(oneLine(event.idea), textWidth(columns) - name.length - 3, marks.ellipsis);
      say(`${paint.bold(name)}${idea === "" ? "" : ` ${marks.dot} ${idea}`}`);
    }
    this.#feature = event.feature;
    say(headerText(event, this.#terminal));
    if (event.reopened) say(wordsRow("", reopenedText(event.reopened, this.#now()), columns));
    say("");
  }

  #start(event: EventOf<"dispatch-started">): void {
    if (event.kind === "repair") this.#rowOf(event.role, false, { what: "answer could not be read; asked again" });
    this.#flush();
    this.#live.start(event);
  }

  #refuse({ step, role, did }: EventOf<"agent-worked">, why: string): void {
    const times = (this.#refusals.get(step) ?? 0) + 1;
    this.#refusals.set(step, times);
    if (times <= TOLD_REFUSALS) this.#note(`${agentName(role)} was refused: ${inLine(did)} (${inLine(why)})`);
  }

  #end(event: DispatchEnded): void {
    this.#live.end(event.step);
    const untold = (this.#refusals.get(event.step) ?? 0) - TOLD_REFUSALS;
    this.#refusals.delete(event.step);
    if (untold > 0) this.#note(`${agentName(event.role)} was refused ${count(untold, "more time")}`);
    if (event.status === "completed" && event.activity === "task") this.#row(event, true, {});
    else if (event.status === "completed") this.#ended.set(event.role, event);
    else if (event.needs === undefined) this.#row(event, false, { what: oneLine(event.error ?? event.status) });
  }

  #rowOf(role: string, passed: boolean, result: Result): void {
    const dispatch = this.#ended.get(role);
    this.#ended.delete(role);
    if (dispatch) this.#row(dispatch, passed, result);
  }

  /** That sessions work is no news. */
  #gate(event: EventOf<"gate-tested">): void {
    this.#flush();
    if (event.failure === undefined && !this.#terminal.verbose) return;
    this.#note(`${event.runtime} ${event.version}: ${gateText(event)}`);
  }

  #verdict(event: EventOf<"verdict-read">): void {
    const dispatch = this.#ended.get(event.role);
    const isHandedOver = dispatch?.activity === "handoff" && event.passed && event.issues.length === 0;
    this.#rowOf(event.role, event.passed, {
      what: isHandedOver ? handoffText(this.#next) : verdictText(event),
      extra: event.round > 1 ? `round ${event.round}` : "",
    });
    if (event.problem !== undefined) this.#words("    ", event.problem);
    for (const issue of event.issues) this.#terminal.say(issueText(issue, this.#terminal));
  }

  /** Silent when green: one line. When red: the first failure, and where the rest is. */
  #check(event: EventOf<"check-ran">): void {
    this.#flush();
    this.#live.endCheck();
    const { passed, command, summary, failure, number, milliseconds } = event;
    const what = [command, summary].filter(Boolean).join("   ");
    this.#say({ mark: this.#mark(passed), lead: checkName(event.name), what, time: timeOf(milliseconds) });
    if (passed) return;
    const message = failure && [failure.name, failure.message].filter(Boolean).join("  ");
    if (message !== undefined) this.#words("    ", message);
    if (number === undefined) return; // outside of a run the command itself shows the output
    if (message === undefined) for (const line of lastLines(event.tail)) this.#words("    ", line);
    const whole = this.#print(`whole output: iflow show ${this.#feature} --check ${number}`);
    const { say, columns } = this.#terminal;
    for (const line of hangCommands("    ", whole, textWidth(columns))) say(line);
  }

  #receipts(event: EventOf<"receipts-made">): void {
    this.#flush();
    this.#live.endCheck();
    const fails = event.rows.some(({ state }) => state === "fails");
    const isShown = event.rows.every(({ state }) => state === "holds"); // what no test shows is neither
    this.#say({ ...((fails || isShown) && { mark: this.#mark(!fails) }), ...receiptsRow(event.rows) });
    for (const line of receiptLines(listedRows(event), this.#terminal)) this.#terminal.say(line);
  }

  /** Prints the rows that waited, then what the engine's own check found in what they wrote. */
  #flush(result: (event: DispatchEnded) => Result = (event) => ({ what: answersText(event) })): void {
    for (const event of [...this.#ended.values()].sort((one, other) => one.number - other.number)) {
      if (isJudging(event)) continue; // its verdict may be read after others have begun
      this.#row(event, true, result(event));
      this.#ended.delete(event.role);
    }
    const problems = this.#problems.splice(0);
    if (problems.length === 0) return;
    const { paint, marks } = this.#terminal;
    this.#say({
      mark: paint.yellow(marks.fail),
      lead: "format",
      what: `${problems.length} to correct before a review`,
    });
    for (const problem of problems) this.#words("    ", problem);
  }

  /** A reviewer's row has a mark; what was written speaks for itself, until it fails. */
  #row(event: DispatchEnded, passed: boolean, { what = "", extra = "" }: Result): void {
    const lead = passed ? doneWords(event) : agentName(event.role);
    const isJudged = !passed || isJudging(event);
    const result = passed && event.activity === "task" ? "done" : extra;
    this.#say({
      ...(isJudged && { mark: this.#mark(passed) }),
      ...{ lead, what, extra: result, time: timeOf(event.milliseconds) },
    });
    const { verbose, paint, marks } = this.#terminal;
    if (verbose) this.#words("    ", paint.dim(sentText(event, marks.dot)));
  }

  #sayAnswers(): void {
    const { marks, verbose } = this.#terminal;
    for (const line of answerLines(this.#answered.splice(0), verbose, marks.arrow)) this.#words(...line);
  }

  #note(text: string): void {
    this.#words(`  ${this.#terminal.paint.yellow("note")}  `, text);
  }

  #words(start: string, text: string): void {
    this.#terminal.say(wordsRow(start, oneLine(text), this.#terminal.columns));
  }

  #say(row: Row): void {
    this.#terminal.say(layoutRow(row, this.#terminal.columns));
  }

  #mark(passed: boolean): string {
    const { marks, paint } = this.#terminal;
    return passed ? paint.green(marks.pass) : paint.red(marks.fail);
  }
}
