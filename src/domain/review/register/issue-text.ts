// Issues as lines of text, the same in prompts and in the review history.
import type { Issue } from "../../roles/reply-shapes.ts";
import { indent, oneLine } from "../../text/one-line.ts";

/** `- [severity] {label}description (at: location)` and the suggestion below it. */
export function printIssue(issue: Issue, label = issue.category ? `[${oneLine(issue.category)}] ` : ""): string {
  const location = issueLocation(issue);
  const fix = issueSuggestion(issue);
  const place = location ? ` (at: ${oneLine(location)})` : "";
  const suggestion = fix ? `\n  Suggestion: ${indent(fix)}` : "";
  return `- [${issue.severity}] ${label}${indent(issue.description)}${place}${suggestion}`;
}

export function printIssues(issues: readonly Issue[]): string {
  return issues.map((issue) => printIssue(issue)).join("\n");
}

/** Where an issue is: most reviewers name a location, the task-reviewer names a task. */
export function issueLocation(issue: Issue): string | undefined {
  return issue.location || issue.task || undefined;
}

/** The same as people say it: a heading without its marks. */
export function shownLocation(issue: Issue): string | undefined {
  return issueLocation(issue)?.replace(/^#+\s*/, "");
}

/** What to do about an issue: the prd-reviewer calls it a suggested fix. */
export function issueSuggestion(issue: Issue): string | undefined {
  return issue.suggestion || issue.suggested_fix || undefined;
}
