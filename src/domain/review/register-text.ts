// The register as text: for those who answer issues, for those who judge them again, and for the history.
import { oneLine } from "../text/one-line.ts";
import type { RegisteredIssue } from "./issue-register.ts";
import { printIssue } from "./issue-text.ts";
import type { RoleIssue } from "./review-loop.ts";

/** With its id first, so that it can be answered, and the author's answer below it, if there is one. */
export function printOpenIssue(issue: RoleIssue): string {
  const text = printIssue(issue);
  const named = issue.id === undefined ? text : text.replace(/^- /, `- ${issue.id} `);
  return issue.answer === undefined ? named : `${named}\n  Answer: ${issue.answer}`;
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
export function printRegistered({ id, severity, end, inferred, description, answer, why }: RegisteredIssue): string {
  const how = inferred ? `${end} (inferred)` : end;
  const said = answer === undefined ? "" : ` → ${answer}`;
  const reason = why === undefined ? "" : ` (${oneLine(why)})`;
  return `- ${id} [${severity}] ${how}: ${oneLine(description)}${said}${reason}`;
}

/** Asks a reviewer to answer for its ids. */
export const RESOLUTIONS_LINE =
  'For each id above, add to your JSON "resolutions": [{"id": "…", "status": "resolved" | "open" | "withdrawn", "why": "…"}]; in "issues" list only what is new.';
