// The words in the rows of a run. Agents write into them, so every text of an event is made safe for a terminal first.
import { isCold } from "../../domain/gate.ts";
import { issueLocation, oneLine } from "../../domain/issue-text.ts";
import { withoutSecrets } from "../../domain/review-history.ts";
import type { RoleIssue } from "../../domain/review-loop.ts";
import type { RunEvent } from "../../domain/run-event.ts";
import { ago, count, percent } from "./numbers.ts";
import type { Terminal } from "./terminal.ts";

export type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;
type DispatchEnded = EventOf<"dispatch-ended">;

/** Whatever moves the cursor, starts an escape sequence or turns the direction of writing; lines may stay lines. */
const CONTROLS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function withoutControls(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll(CONTROLS, " ") : value,
  );
}

/** A document that agents had a hand in, for the terminal. */
export function safeText(text: string): string {
  return text.replaceAll(CONTROLS, (character) => (character === "\t" ? character : " "));
}

/** Words of an agent that nobody has looked through yet, for a place inside a line. */
export function inLine(text: string): string {
  return oneLine(withoutSecrets(text));
}

/** How a row begins, whether its work is done or not. */
export function rowHead(event: Pick<DispatchEnded, "activity" | "role" | "round">, roleWidth = 15): string {
  const round = event.activity === "review" || event.activity === "gate" ? `round ${event.round}` : "";
  return `  ${event.activity.padEnd(7)} ${event.role.padEnd(roleWidth)} ${round.padEnd(8)}`;
}

export function kindText({ kind, reason, promptChars, contextChars }: DispatchEnded): string {
  if (kind === "resume" || kind === "final") {
    return `resumed${reason === "cold" ? " cold" : ""}, ${percent(promptChars, contextChars)} of its context`;
  }
  if (kind === "repair") return "asked to repair its answer";
  return reason === "first-round" ? kind : `${kind} (${reason})`;
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
  return `            ${colors[issue.severity](issue.severity.padEnd(10))} ${text}${place ? paint.dim(`   (at: ${place})`) : ""}`;
}

export function writtenText(dispatch: DispatchEnded, event: EventOf<"artifact-written">, minus: string): string {
  const name = event.path.slice(event.path.lastIndexOf("/") + 1);
  if (dispatch.activity === "draft") return `${name}, ${count(event.lines, "line")}`;
  return `+${event.added} ${minus}${event.removed} lines`;
}

export function reopenedText(
  reopened: NonNullable<EventOf<"run-opened">["reopened"]>,
  now: number,
  arrow: string,
): string {
  const when = ago(now - Date.parse(reopened.lastAt));
  const where = reopened.inFlight === undefined ? "" : ` while ${reopened.inFlight} was under way`;
  return `  last heard of ${when}${where}; ${count(reopened.steps, "step")} recorded\n  ${arrow} going on from there`;
}

export function checkText({ name }: EventOf<"check-ran">): string {
  return `  ${"check".padEnd(8)}${name.padEnd(24)}`;
}

export function gateText({ failure, cached }: EventOf<"gate-tested">): string {
  if (failure !== undefined) return `${inLine(failure)}; every dispatch goes fresh`;
  if (cached === null) return "sessions hold";
  const share = percent(cached, 1);
  return isCold({ cached })
    ? `sessions hold, but only ${share} is read from cache (cold)`
    : `sessions hold, ${share} read from cache`;
}
