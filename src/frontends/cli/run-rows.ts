// A run as rows: one line for each thing that finished, the same words in a pipe and on a terminal. It only renders
// events; it decides nothing.
import { issueLocation } from "../../domain/issue-text.ts";
import type { RoleIssue } from "../../domain/review-loop.ts";
import type { RunEvent } from "../../domain/run-event.ts";
import { ago, count, money, percent, seconds } from "./numbers.ts";
import type { Terminal } from "./terminal.ts";

type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
type DispatchEnded = EventOf<"dispatch-ended">;

export class RunRows {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  /** Dispatches whose row waits for what they led to: a verdict, or a document. */
  readonly #ended = new Map<string, DispatchEnded>();
  readonly #running = new Map<string, { event: EventOf<"dispatch-started">; since: number; did: string }>();
  #checks: string[] = [];
  #ticking: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, now: () => number) {
    this.#terminal = terminal;
    this.#now = now;
  }

  show(told: RunEvent): void {
    const event = withoutControls(told);
    const { say, marks, paint } = this.#terminal;
    switch (event.type) {
      case "run-opened":
        say(`feature ${paint.bold(event.feature)} ${marks.dot} ${event.phase} ${marks.dot} runtime ${event.runtime}`);
        if (event.reopened) say(reopenedText(event.reopened, this.#now(), marks.arrow));
        say("");
        break;
      case "dispatch-started":
        if (event.kind === "repair") this.#unreadable(event.role);
        this.#flush(() => "");
        this.#running.set(event.step, { event, since: this.#now(), did: "" });
        this.#tick();
        break;
      case "agent-worked":
        this.#work(event);
        break;
      case "dispatch-ended":
        this.#end(event);
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
      case "commit-made":
      case "agent-said":
      case "agent-used":
      case "gate-tested":
        break;
      case "warned":
        this.#flush(() => "");
        say(`  ${paint.yellow("note")}    ${event.text}`);
        break;
      case "question-answered":
        say(`  ${event.by === "yolo" ? "yolo" : "you "}    ${event.text} ${marks.arrow} ${event.answer}`);
        break;
      case "phase-completed":
        this.#flush(() => "");
        if (event.notes > 0)
          say(
            `  ${paint.yellow("note")}    ${count(event.notes, "issue")} left open at the cap, kept in reviewerNotes`,
          );
        break;
      default:
        event satisfies never;
    }
  }

  #work(event: EventOf<"agent-worked">): void {
    const entry = this.#running.get(event.step);
    if (entry) entry.did = event.did;
  }

  #end(event: DispatchEnded): void {
    this.#running.delete(event.step);
    this.#tick();
    if (event.status === "completed") this.#ended.set(event.role, event);
    else this.#row(event, false, event.error ?? event.status);
  }

  #unreadable(role: string): void {
    const dispatch = this.#ended.get(role);
    this.#ended.delete(role);
    if (dispatch) this.#row(dispatch, false, "could not be read");
  }

  #verdict(event: EventOf<"verdict-read">): void {
    const { say, paint } = this.#terminal;
    const dispatch = this.#ended.get(event.role);
    this.#ended.delete(event.role);
    if (dispatch) this.#row(dispatch, event.passed, verdictText(event));
    if (event.problem !== undefined) say(`            ${event.problem}`);
    for (const issue of event.issues) say(issueText(issue, paint));
  }

  #check({ findings }: EventOf<"artifact-checked">): void {
    const { marks, paint } = this.#terminal;
    const mark = findings.length === 0 ? paint.green(marks.pass) : paint.yellow(marks.fail);
    this.#checks.push(`  ${"check".padEnd(32)} ${mark}  ${findings.join("; ") || "nothing to repair"}`);
  }

  /** Rows that waited, then the engine's own checks of what they wrote. */
  #flush(what: (event: DispatchEnded) => string): void {
    for (const event of this.#ended.values()) this.#row(event, true, what(event));
    this.#ended.clear();
    for (const check of this.#checks.splice(0)) this.#terminal.say(check);
  }

  #row(event: DispatchEnded, passed: boolean, what: string): void {
    const { say, marks, paint } = this.#terminal;
    const round = event.activity === "review" || event.activity === "gate" ? `round ${event.round}` : "";
    const mark = passed ? paint.green(marks.pass) : paint.red(marks.fail);
    const left = `  ${event.activity.padEnd(8)}${event.role.padEnd(16)}${round.padEnd(8)} ${mark}  ${what.padEnd(18)}`;
    const cost = [seconds(event.milliseconds), money(event.cost, event.usage.estimated)].filter(Boolean).join("  ");
    say(`${left} ${kindText(event).padEnd(29)} ${cost}`.trimEnd());
  }

  /** On a terminal, the line that shows who is at work and for how long. */
  #tick(): void {
    const lines = [...this.#running.values()].map(
      ({ event, since, did }) => `  ${event.activity}  ${event.role}  ${seconds(this.#now() - since)}  ${did}`,
    );
    const more = lines.length > 1 ? `  (+${lines.length - 1} more)` : "";
    this.#terminal.status(lines.length === 0 ? undefined : `${lines[0]}${more}`);
    if (lines.length > 0) this.#ticking ??= setInterval(() => this.#tick(), 200).unref();
    else {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
  }
}

/** Agents' words go to a terminal: no escape sequence may come with them. */
function withoutControls(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event).replaceAll(/\\u00(?:[01][0-9a-f]|7f)/g, " "));
}

function kindText({ kind, reason, promptChars, contextChars }: DispatchEnded): string {
  if (kind === "resume" || kind === "final") return `resumed, ${percent(promptChars, contextChars)} of its context`;
  if (kind === "repair") return "asked to repair its answer";
  return reason === "first-round" ? kind : `${kind} (${reason})`;
}

function verdictText(event: EventOf<"verdict-read">): string {
  if (event.problem !== undefined) return "no valid verdict";
  const parts = (["blocker", "warning", "suggestion"] as const).flatMap((severity) => {
    const number = event.issues.filter((issue) => issue.severity === severity).length;
    return number > 0 ? [count(number, severity)] : [];
  });
  return parts.join(", ");
}

function issueText(issue: RoleIssue, paint: Terminal["paint"]): string {
  const colors = { blocker: paint.red, warning: paint.yellow, suggestion: paint.dim };
  const place = issueLocation(issue);
  const text = issue.description.replaceAll(/\s+/g, " ");
  return `            ${colors[issue.severity](issue.severity.padEnd(10))} ${text}${place ? paint.dim(`   (at: ${place})`) : ""}`;
}

function writtenText(dispatch: DispatchEnded, event: EventOf<"artifact-written">, minus: string): string {
  const name = event.path.slice(event.path.lastIndexOf("/") + 1);
  if (dispatch.activity === "draft") return `${name}, ${count(event.lines, "line")}`;
  return `+${event.added} ${minus}${event.removed} lines`;
}

function reopenedText(reopened: NonNullable<EventOf<"run-opened">["reopened"]>, now: number, arrow: string): string {
  const when = ago(now - Date.parse(reopened.lastAt));
  const where = reopened.inFlight === undefined ? "" : ` while ${reopened.inFlight} was under way`;
  return `  last heard of ${when}${where}; ${count(reopened.steps, "step")} recorded\n  ${arrow} going on from there`;
}
