// A run as rows: one line for everything that finished, with the same words in a pipe and on a terminal. It only
// renders events; it decides nothing.
import type { RunEvent } from "../../../domain/run/run-event.ts";
import { LiveRows } from "./live-rows.ts";
import { count } from "./numbers.ts";
import {
  type EventOf,
  gateText,
  inLine,
  issueText,
  kindText,
  reopenedText,
  rowEnd,
  rowHead,
  rowStart,
  safeEvent,
  startedText,
  verdictText,
  wordsRow,
  writtenText,
} from "./row-texts.ts";
import type { Terminal } from "./terminal.ts";

type DispatchEnded = EventOf<"dispatch-ended">;

/** How many refusals are shown individually per dispatch; an agent that keeps trying should not fill the screen. */
const TOLD_REFUSALS = 3;

export class RunRows {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #live: LiveRows;
  /** Dispatches whose row waits for their result: a verdict, or a document. */
  readonly #ended = new Map<string, DispatchEnded>();
  /** How often each dispatch in progress was refused something. */
  readonly #refusals = new Map<string, number>();
  #checks: string[] = [];

  constructor(terminal: Terminal, now: () => number) {
    this.#terminal = terminal;
    this.#now = now;
    this.#live = new LiveRows(terminal, now);
  }

  show(told: RunEvent): void {
    const event = safeEvent(told);
    const { say, marks } = this.#terminal;
    switch (event.type) {
      case "run-opened":
        this.#open(event);
        break;
      case "dispatch-started":
        if (event.kind === "repair") this.#rowOf(event.role, false, "could not be read");
        this.#flush();
        this.#live.start(event);
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
      case "gate-started":
        this.#sayNext(
          `  resume  testing once whether sessions of ${event.runtime} ${event.version} can be resumed ...`,
        );
        break;
      case "gate-tested":
        this.#gate(event);
        break;
      case "verdict-read":
        this.#verdict(event);
        break;
      case "artifact-checked":
        this.#check(event);
        break;
      case "artifact-written":
        this.#flush((dispatch) => writtenText(dispatch, event, marks.minus));
        break;
      case "check-output":
        this.#sayNext(this.#terminal.paint.dim(`            ${event.line}`));
        break;
      case "check-ran":
        this.#sayNext(
          `${rowStart("check", event.name)} ${this.#mark(event.passed)}  ${rowEnd(event.command, "", event, false)}`,
        );
        break;
      case "feature-started":
        say(wordsRow("  start    ", startedText(event)));
        break;
      case "commit-made":
        break;
      case "warned":
        this.#flush();
        this.#note(event.text);
        break;
      case "learned":
        this.#sayNext(wordsRow("  learned  ", event.text));
        break;
      case "question-answered":
        say(
          wordsRow(event.by === "yolo" ? "  yolo     " : "  you      ", `${event.text} ${marks.arrow} ${event.answer}`),
        );
        break;
      case "phase-completed":
        this.#flush();
        this.#live.clear();
        if (event.outcome === "accepted")
          this.#note(`accepted with ${count(event.notes, "open issue")}; see iflow history`);
        break;
      default:
        event satisfies never;
    }
  }

  #open(event: EventOf<"run-opened">): void {
    const { say, marks, paint } = this.#terminal;
    this.#live.clear();
    const what = event.phase === "brainstorm" ? "idea" : "feature"; // it becomes a feature later
    say(`${what} ${paint.bold(event.feature)} ${marks.dot} ${event.phase} ${marks.dot} runtime ${event.runtime}`);
    if (event.reopened) say(reopenedText(event.reopened, this.#now(), marks.arrow));
    say("");
  }

  #refuse({ step, role, did }: EventOf<"agent-worked">, why: string): void {
    const times = (this.#refusals.get(step) ?? 0) + 1;
    this.#refusals.set(step, times);
    if (times <= TOLD_REFUSALS) this.#note(`${role} was refused: ${inLine(did)} (${inLine(why)})`);
  }

  #end(event: DispatchEnded): void {
    this.#live.end(event.step);
    const untold = (this.#refusals.get(event.step) ?? 0) - TOLD_REFUSALS;
    this.#refusals.delete(event.step);
    if (untold > 0) this.#note(`${event.role} was refused ${count(untold, "more time")}`);
    if (event.status === "completed") this.#ended.set(event.role, event);
    else this.#row(event, false, event.error ?? event.status);
  }

  /** Prints the row of a dispatch that waited for its result. */
  #rowOf(role: string, passed: boolean, what: string): void {
    const dispatch = this.#ended.get(role);
    this.#ended.delete(role);
    if (dispatch) this.#row(dispatch, passed, what);
  }

  #gate(event: EventOf<"gate-tested">): void {
    const left = rowStart("resume", `${event.runtime} ${event.version}`);
    const mark = this.#mark(event.failure === undefined);
    this.#sayNext(`${left} ${mark}  ${rowEnd(gateText(event), "", event, false)}`);
  }

  /** After the rows that waited. */
  #sayNext(text: string): void {
    this.#flush();
    this.#terminal.say(text);
  }

  #verdict(event: EventOf<"verdict-read">): void {
    const { say, paint } = this.#terminal;
    this.#rowOf(event.role, event.passed, verdictText(event));
    if (event.problem !== undefined) say(`            ${event.problem}`);
    for (const issue of event.issues) say(issueText(issue, paint));
  }

  #check({ findings }: EventOf<"artifact-checked">): void {
    const { marks, paint } = this.#terminal;
    const mark = findings.length === 0 ? paint.green(marks.pass) : paint.yellow(marks.fail);
    const words = findings.length === 0 ? "nothing to repair" : `${findings.length} to repair`;
    this.#checks.push(`${rowStart("check")} ${mark}  ${words}`);
    for (const problem of findings) this.#checks.push(wordsRow("            ", problem));
  }

  /** Prints the rows that waited, then the engine's own checks of what they wrote. */
  #flush(what: (event: DispatchEnded) => string = () => ""): void {
    for (const event of this.#ended.values()) this.#row(event, true, what(event));
    this.#ended.clear();
    for (const check of this.#checks.splice(0)) this.#terminal.say(check);
  }

  #row(event: DispatchEnded, passed: boolean, what: string): void {
    const end = rowEnd(what, kindText(event), event, event.usage.estimated);
    this.#terminal.say(`${rowHead(event)} ${this.#mark(passed)}  ${end}`);
  }

  #note(text: string): void {
    this.#terminal.say(`  ${this.#terminal.paint.yellow("note")}     ${text}`);
  }

  #mark(passed: boolean): string {
    const { marks, paint } = this.#terminal;
    return passed ? paint.green(marks.pass) : paint.red(marks.fail);
  }
}
