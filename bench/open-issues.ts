// Three open issues of usual length, as a resumed reviewer is reminded of them.
import type { RoleIssue } from "../src/domain/review/review-loop.ts";

const DESCRIPTION = "The second criterion names no number, so nobody can say whether it is met";

export const OPEN_ISSUES: readonly RoleIssue[] = [1, 2, 3].map((number) => ({
  ...{ id: `SR1.${number}`, severity: "blocker", reviewer: "spec-reviewer", description: DESCRIPTION },
  answer: "fixed: the criterion names five tries a minute now",
}));
