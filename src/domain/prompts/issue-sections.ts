// The issues that an author or fixer has to answer. What the person asked for stands apart: it is no reviewer's opinion.
import type { Decision } from "../feature/meta/decision.ts";
import { printOpenIssues } from "../review/register/register-text.ts";
import type { RoleIssue } from "../review/review-loop.ts";

/** How to answer, so that the next reader finds each answer beside its issue. */
export const ANSWER_LINE =
  "Then answer every id in a line of its own: `{id} fixed: what you changed`, or `{id} not changed: why`.";

/** `heading` is for what reviewers, tests and the engine found. */
export function issueSections(heading: string, issues: readonly RoleIssue[]): string[] {
  const asked = issues.filter(isPersons);
  const raised = issues.filter((issue) => !isPersons(issue));
  return [
    ...(asked.length > 0 ? [`## Asked for by the person\n${printOpenIssues(asked)}`] : []),
    ...(raised.length > 0 ? [`${heading}\n${printOpenIssues(raised)}`] : []),
  ];
}

/** Decisions that do not already stand among the issues. */
export function notAmong(decisions: readonly Decision[], issues: readonly RoleIssue[]): readonly Decision[] {
  return decisions.filter(({ text }) => !issues.some((issue) => isPersons(issue) && issue.description === text));
}

export function isPersons({ reviewer }: RoleIssue): boolean {
  return reviewer === "user";
}
