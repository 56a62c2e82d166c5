// The words in the rows of a run. Some come from agents, so all text of an event is made safe for a terminal first.

import { inputOf } from "../../../../domain/billing/usage.ts";
import { isCold } from "../../../../domain/dispatch/gate.ts";
import { shownLocation } from "../../../../domain/review/register/issue-text.ts";
import type { RoleIssue } from "../../../../domain/review/review-loop.ts";
import type { RunEvent } from "../../../../domain/run/events/run-event.ts";
import { inFlightWords, phaseNoun, readyFor } from "../../../../domain/run/events/work-words.ts";
import { oneLineName } from "../../../../domain/text/list-names.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { withoutSecrets } from "../../../../domain/text/secrets/secrets.ts";
import { withoutColours } from "../../../../domain/text/terminal-codes.ts";
import { ago, count, duration, limit, moment, percent, price, thousands } from "../numbers.ts";
import { withoutControls } from "../safe-text.ts";
import type { Terminal } from "../terminal.ts";
import { wordsRow } from "./row-layout.ts";

export type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
type DispatchEnded = EventOf<"dispatch-ended">;

export function safeEvent(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (typeof value !== "string") return value;
    return withoutControls(NAMES.has(key) ? oneLineName(value) : withoutColours(value));
  });
}

/** Keys whose values hold names of files, which may have line breaks in them. */
const NAMES: ReadonlySet<string> = new Set(["path", "did", "location"]);

/** `specify   2/7 · 3 min · $0.41 of $20` */
export function headerText(event: EventOf<"run-opened">, { marks, paint }: Terminal): string {
  const { phase, place, spent, budget } = event;
  const isNew = spent.cost === null && spent.unpriced === 0;
  const cost = isNew ? "" : price(spent.cost, spent.estimated, spent.unpriced);
  const facts = [
    place === undefined ? "" : `${place.number}/${place.of}`,
    spent.milliseconds < 1000 ? "" : duration(spent.milliseconds),
    budget === undefined ? cost : `${cost || "$0.00"} of ${limit(budget)}`,
  ].filter(Boolean);
  return `${paint.bold(phase)}${facts.length === 0 ? "" : `   ${facts.join(` ${marks.dot} `)}`}`;
}

/** What is known of a run that an earlier command left. */
export function reopenedText(
  { inFlight, lastAt }: NonNullable<EventOf<"run-opened">["reopened"]>,
  now: number,
): string {
  const was = inFlight === undefined ? undefined : inFlightWords(inFlight);
  const stopped = was === undefined ? "" : ` It stopped ${ago(now - Date.parse(lastAt))}, while ${was}.`;
  return `Resuming; nothing is paid twice.${stopped}`;
}

export function startedText({ branch, from, stackedOn }: EventOf<"feature-started">): string {
  if (stackedOn !== undefined) return `${branch}, stacked on ${stackedOn}, which must be merged first`;
  return from === branch ? branch : `${branch}, from ${from}`;
}

/** The closing question when there is nothing else to say. */
export const JUST_CONTINUES =
  /^[\w -]+ is (?:approved(?: by one reviewer \(light depth\))?|completed without review \(light depth\)) and committed\. What next\?$/;

function depthText({ depth, escalated, why }: EventOf<"depth-settled">): string {
  const reasons = why.map(inLine).join(", and ");
  if (escalated) return `full from here on, no longer light: the change ${reasons}`;
  const light = "one code reviewer, no review of the spec, no design, plan or tasks";
  return depth === "light" ? `light (${reasons}): ${light}` : `full: ${reasons}`;
}

/** An agent's words that have not been checked yet, made safe for use inside a line. */
export function inLine(text: string): string {
  return oneLine(withoutSecrets(text));
}

/** How it was sent and what that cost, for those who want to know. */
export function sentText(event: DispatchEnded, dot: string): string {
  const { usage, cost } = event;
  const input = inputOf(usage);
  const facts = [
    kindText(event),
    `${thousands(input)} tokens in${usage.cacheRead > 0 ? `, ${percent(usage.cacheRead, input)} cached` : ""}`,
    `${thousands(usage.output)} out`,
    price(cost ?? null, usage.estimated),
  ];
  return facts.filter(Boolean).join(` ${dot} `);
}

function kindText({ kind, reason, promptChars, contextChars }: DispatchEnded): string {
  if (reason === "unfinished") return "went on where it was stopped";
  if (kind === "resume" || kind === "final") {
    return `resumed${reason === "cold" ? " cold" : ""} with ${percent(promptChars, contextChars)} of its context`;
  }
  if (kind === "repair") return "asked to repair its answer";
  return reason === "first-round" || reason === "always-fresh" ? kind : `${kind} (${reason})`;
}

/** Its row waits for the verdict. */
export function isJudging({ activity }: DispatchEnded): boolean {
  return activity === "review" || activity === "handoff" || activity === "certify";
}

/** `1 blocker, 2 warnings`, `all 3 resolved`, `approved`; `fresh eyes: approved`. */
export function verdictText(event: EventOf<"verdict-read">): string {
  return event.certifies ? `fresh eyes: ${judgedText({ ...event, resolved: 0 })}` : judgedText(event);
}

function judgedText(event: EventOf<"verdict-read">): string {
  if (event.problem !== undefined) return "no valid verdict";
  const { resolved = 0, passed } = event;
  const parts = (["blocker", "warning", "suggestion"] as const).flatMap((severity) => {
    const number = event.issues.filter((issue) => issue.severity === severity).length;
    return number > 0 ? [count(number, severity)] : [];
  });
  if (!passed) return [...parts, ...(resolved > 0 ? [`${resolved} resolved`] : [])].join(", ");
  return [resolved > 0 ? `${resolved === 1 ? "" : "all "}${resolved} resolved` : "approved", ...parts].join(", ");
}

/** What is worth a row of its own: how it begins, and what it says. */
export function noteworthy(
  event: EventOf<"depth-settled" | "dispute-ruled" | "limit-awaited" | "learned">,
): [string, string] {
  if (event.type === "depth-settled") return ["  depth  ", depthText(event)];
  if (event.type === "dispute-ruled") return ["  ruled  ", rulingText(event)];
  if (event.type === "learned") return ["  learned  ", event.text];
  return ["  waits  ", `until ${moment(event.until, Date.now())}: ${event.text}`];
}

/** `SR1.2 dropped by the adjudicator: its reason`. */
function rulingText({ issue, ruling, by, why }: EventOf<"dispute-ruled">): string {
  const words = { fix: "to be fixed", drop: "dropped", "own-words": "decided in other words" }[ruling];
  const who = by === "person" ? "by you" : "by the adjudicator";
  return `${issue} ${words} ${who}${why === "" ? "" : `: ${oneLine(why)}`}`;
}

/** What a hand-off that passed means for the person. */
export function handoffText(next: string | undefined): string {
  return next === undefined ? "ready" : `ready for ${readyFor(next)}`;
}

export function issueText(issue: RoleIssue, { paint, columns }: Pick<Terminal, "paint" | "columns">): string {
  const colors = { blocker: paint.red, warning: paint.yellow, suggestion: paint.dim };
  const place = shownLocation(issue);
  const text = oneLine(issue.description);
  const severity = issue.severity === "blocker" ? "" : `${issue.severity}: `;
  const start = `    ${colors[issue.severity](issue.id ?? issue.severity)} `;
  const words = issue.id === undefined ? text : `${severity}${text}`;
  return wordsRow(start, place ? `${words} (${place})` : words, columns);
}

/** What an author answered: `3 answered, 1 disputed`. */
export function answersText({ answers }: DispatchEnded): string {
  if (!answers || answers.fixed + answers.disputed === 0) return "";
  const all = `${answers.fixed + answers.disputed} answered`;
  return answers.disputed > 0 ? `${all}, ${answers.disputed} disputed` : all;
}

export function linesText(
  { activity }: Pick<DispatchEnded, "activity">,
  { lines, added, removed }: EventOf<"artifact-written">,
  minus: string,
): string {
  return activity === "draft" ? count(lines, "line") : `+${added} ${minus}${removed}`;
}

export function gateText({ failure, cached }: EventOf<"gate-tested">): string {
  if (failure !== undefined) return `${inLine(failure)}; every agent will start afresh, which costs more`;
  if (cached === null) return "sessions can be resumed";
  const share = percent(cached, 1);
  return isCold({ cached })
    ? `sessions can be resumed, but only ${share} is read from cache`
    : `sessions can be resumed, ${share} read from cache`;
}

const CHECKS: Readonly<Record<string, string>> = { test: "tests", typecheck: "types" };

/** `test` is what the setting is called; `tests` is what a person calls them. */
export function checkName(name: string): string {
  return CHECKS[name] ?? name;
}

/** Work that goes on with what is still open. */
export function acceptedText({ phase, notes, rounds }: EventOf<"phase-completed">): string {
  const unresolved = `${count(notes, "issue")} unresolved after ${count(rounds, "round")}`;
  return `${phaseNoun(phase)} accepted: ${unresolved}; see iflow history`;
}

/** What took no time worth telling has none. */
export function timeOf(milliseconds: number): string {
  return milliseconds < 1000 ? "" : duration(milliseconds);
}

/** How much of a failure is shown where no test of it is known by name. */
const TOLD_LINES = 3;

export function lastLines(tail: string): string[] {
  const lines = tail.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-TOLD_LINES);
}
