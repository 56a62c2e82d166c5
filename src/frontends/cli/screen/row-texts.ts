// The words in the rows of a run. Some come from agents, so all text of an event is made safe for a terminal first.
import { isCold } from "../../../domain/dispatch/gate.ts";
import { issueLocation } from "../../../domain/review/issue-text.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RunEvent } from "../../../domain/run/run-event.ts";
import { oneLineName } from "../../../domain/text/list-names.ts";
import { oneLine } from "../../../domain/text/one-line.ts";
import { withoutSecrets } from "../../../domain/text/secrets.ts";
import { columnsOf } from "./columns.ts";
import { ago, count, money, percent, seconds } from "./numbers.ts";
import { withoutControls } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

export type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
type DispatchEnded = EventOf<"dispatch-ended">;

export function safeEvent(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (typeof value !== "string") return value;
    return withoutControls(NAMES.has(key) ? oneLineName(value) : value);
  });
}

/** Keys whose values hold names of files, which may have line breaks in them. */
const NAMES: ReadonlySet<string> = new Set(["path", "did", "location"]);

export function startedText({ branch, from, stackedOn }: EventOf<"feature-started">): string {
  if (stackedOn !== undefined) return `${branch}, stacked on ${stackedOn}, which must be merged first`;
  return from === branch ? branch : `${branch}, from ${from}`;
}

/** An agent's words that have not been checked yet, made safe for use inside a line. */
export function inLine(text: string): string {
  return oneLine(withoutSecrets(text));
}

/** Widths that fit the longest names, so that every row of every phase stays within 100 columns. */
const ACTIVITY = "research".length;
const WHO = "implementation-reviewer round 1".length;
const WHAT = "design.md, 59 lines".length;
const SENT = "resumed with 28 %".length;
const TIME = "<59 s".length;
const COLUMNS = 100;

/** How a row begins, whether its work is finished or not. */
export function rowHead({ activity, role, round, step }: Pick<DispatchEnded, "activity" | "role" | "round" | "step">) {
  const isReview = activity === "review" || activity === "handoff";
  const task = activity === "task" ? /\/implementer-([^/]+)/.exec(step)?.[1] : undefined;
  const which = isReview ? `round ${round}` : task === undefined ? "" : `task ${task}`;
  return rowStart(activity, `${role.padEnd(WHO - which.length)}${which}`);
}

export function rowStart(activity: string, who = ""): string {
  return `  ${activity.padEnd(ACTIVITY)} ${who.padEnd(WHO)}`;
}

/** What follows the mark of a row. */
export function rowEnd(what: string, sent: string, { milliseconds, cost }: Spent, estimated: boolean): string {
  const text = sent === "" ? what.padEnd(WHAT + 1 + SENT) : `${what.padEnd(WHAT)} ${sent.padEnd(SENT)}`;
  return `${text} ${seconds(milliseconds).padStart(TIME)}  ${money(cost, estimated)}`.trimEnd();
}

type Spent = Pick<DispatchEnded, "milliseconds" | "cost">;

/** A row of words; what does not fit continues below them. */
export function wordsRow(start: string, text: string): string {
  const indent = columnsOf(start);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const fits = line !== undefined && indent + columnsOf(`${line} ${word}`) <= COLUMNS;
    if (fits) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? start : " ".repeat(indent)}${line}`).join("\n");
}

export function kindText({ kind, reason, promptChars, contextChars }: DispatchEnded): string {
  if (kind === "resume" || kind === "final") {
    return `resumed${reason === "cold" ? " cold" : ""} with ${percent(promptChars, contextChars)}`;
  }
  if (kind === "repair") return "asked to repair its answer";
  return reason === "first-round" || reason === "always-fresh" ? kind : `${kind} (${reason})`;
}

export function verdictText(event: EventOf<"verdict-read">): string {
  if (event.problem !== undefined) return "no valid verdict";
  const parts = (["blocker", "warning", "suggestion"] as const).flatMap((severity) => {
    const number = event.issues.filter((issue) => issue.severity === severity).length;
    return number > 0 ? [count(number, severity)] : [];
  });
  return parts.join(", ");
}

export function issueText(issue: RoleIssue, paint: Terminal["paint"]): string {
  const colors = { blocker: paint.red, warning: paint.yellow, suggestion: paint.dim };
  const place = issueLocation(issue);
  const text = oneLine(issue.description);
  const start = `            ${colors[issue.severity](issue.severity.padEnd(10))} `;
  return wordsRow(start, place ? `${text} ${paint.dim(`(at: ${place})`)}` : text);
}

export function writtenText(dispatch: DispatchEnded, event: EventOf<"artifact-written">, minus: string): string {
  // A brainstorm's file name contains a time and the idea.
  const name = event.path.slice(event.path.lastIndexOf("/") + 1).replace(/^.*\.(?=prd\.md$)/, "");
  if (dispatch.activity === "draft") return `${name}, ${count(event.lines, "line")}`;
  return `+${event.added} ${minus}${event.removed} lines`;
}

export function reopenedText(
  reopened: NonNullable<EventOf<"run-opened">["reopened"]>,
  now: number,
  arrow: string,
): string {
  const when = ago(now - Date.parse(reopened.lastAt));
  const where = reopened.inFlight === undefined ? "" : ` while ${reopened.inFlight} was running`;
  return `  last active ${when}${where}; ${count(reopened.steps, "step")} recorded\n  ${arrow} continuing from there`;
}

export function gateText({ failure, cached }: EventOf<"gate-tested">): string {
  if (failure !== undefined) return `${inLine(failure)}; every dispatch will be fresh`;
  if (cached === null) return "sessions work";
  const share = percent(cached, 1);
  return isCold({ cached })
    ? `sessions work, but only ${share} is read from cache (cold)`
    : `sessions work, ${share} read from cache`;
}
