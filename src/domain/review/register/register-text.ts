// The register as text: for those who answer issues, for those who judge them again, and for the history.
import { oneLine } from "../../text/one-line.ts";
import type { RoleIssue } from "../review-loop.ts";
import type { RegisteredIssue } from "./issue-register.ts";
import { printIssue } from "./issue-text.ts";

/** With its id first, so that it can be answered, and the author's answer below it, if there is one. */
export function printOpenIssue(issue: RoleIssue): string {
  const text = printIssue(issue);
  const named = issue.id === undefined ? text : text.replace(/^- /, `- ${issue.id} `);
  const said = issue.answer === undefined ? [] : [`  Answer: ${issue.answer}`];
  return [named, ...said, ...(issue.ruling === undefined ? [] : [`  Ruling: ${issue.ruling}`])].join("\n");
}

export function printOpenIssues(issues: readonly RoleIssue[]): string {
  return issues.map(printOpenIssue).join("\n");
}

const MOST = 70;

/** For a reviewer that remembers it and has just read the answer: enough to know which one is meant. */
export function nameIssue({ id, severity, description }: RoleIssue): string {
  const letters = [...oneLine(description.slice(0, 4 * MOST))];
  const short = letters.length <= MOST ? letters.join("") : `${letters.slice(0, MOST - 1).join("")}…`;
  return `- ${id ?? ""} [${severity}] ${short}`;
}

/** `- SR1.2 [blocker] resolved (inferred): description → fixed: …`; parse-review-history.ts reads it back. */
export function printRegistered(issue: RegisteredIssue): string {
  const { id, severity, end, inferred, description, answer, why, insisted = 0, unplaced, ruling } = issue;
  const how = inferred ? `${end} (inferred)` : end;
  const said = answer === undefined ? "" : ` → ${answer}`;
  const reason = why === undefined ? "" : ` (${oneLine(why)})`;
  const again = insisted === 0 ? "" : ` [insisted ${insisted === 1 ? "once" : `${insisted} times`}]`;
  const nowhere = unplaced ? " [insisted without a place]" : "";
  const ruled = ruling === undefined ? "" : ` [${ruling}]`;
  return `- ${id} [${severity}] ${how}: ${oneLine(description)}${said}${reason}${again}${nowhere}${ruled}`;
}

/** For everybody who judges later: what was ruled is not raised again. */
export function printRuled({ id, severity, description, ruling = "accepted by the person" }: RegisteredIssue): string {
  return `- ${id} [${severity}] ${oneLine(description)} — ${ruling}`;
}

/** Of an issue that the author would not change: its reviewer accepts the reason, or says where it is wrong. */
export const DISPUTE_LINE =
  'Where the answer is "not changed", accept its reason ("withdrawn"), or insist ("open") and say in "why" what is wrong with it, and at which place in the text or code: a heading, an id, file and line, or quoted words. Without a place it does not count. If you insist twice, the person rules.';

/** Asks a reviewer to answer for its ids. */
export const RESOLUTIONS_LINE =
  'For each id above, add to your JSON "resolutions": [{"id": "…", "status": "resolved" | "open" | "withdrawn", "why": "…"}]; in "issues" list only what is new.';
