// Open issues for the person who decides about them: who objects since when, and what the author said to it.
import { shownLocation } from "../../review/register/issue-text.ts";
import type { RoleIssue } from "../../review/review-loop.ts";
import { oneLine } from "../../text/one-line.ts";
import { agentName } from "../events/work-words.ts";

/** More would push the answers off the screen. */
const MOST = 5;

export function disputeText(issues: readonly RoleIssue[]): string {
  const more = issues.length - MOST;
  return [
    ...issues.slice(0, MOST).map(printDisputed),
    ...(more > 0 ? [`and ${more} more: iflow history --issues`] : []),
  ].join("\n\n");
}

function printDisputed(issue: RoleIssue): string {
  const { id, severity, reviewer, description, answer, insisted, why, source = "reviewer" } = issue;
  const who = source === "reviewer" ? agentName(reviewer) : "a reviewer"; // it was found or asked for by somebody else
  const round = /(?<round>\d+)\.\d+$/.exec(id ?? "")?.groups?.round;
  const head = [
    id === undefined ? severity : `${id} ${severity}`,
    oneLine(shownLocation(issue) ?? ""),
    round === undefined ? "" : `open since round ${round}`,
  ];
  return [
    head.filter((part) => part !== "").join(" · "),
    `  ${agentName(reviewer)}: ${oneLine(description)}`,
    ...(answer === undefined ? [] : [`  author: ${oneLine(answer)}`]),
    ...(insisted && typeof why === "string" ? [`  ${who} insists: ${oneLine(why)}`] : []),
  ].join("\n");
}
