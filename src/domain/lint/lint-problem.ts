// Everything the linter can report, in one table. Codes are stable: people silence them and programs count them.
import type { ArtifactKind } from "../documents/document-names.ts";

export const LINT_PROBLEMS = {
  "artifact-missing": "the document does not exist (level 1)",
  "artifact-stub": "the document is empty or a stub (level 2)",
  "headings-missing": "the document has no section (level 3)",
  "section-missing": "the document lacks the section its kind needs (level 4)",
  placeholder: "a template left something to fill in",
  "task-none": "no task can be read",
  "task-duplicate": "two tasks have the same number",
  "task-done-missing": "a task does not say when it is done",
  "dependency-unknown": "a task depends on one that does not exist",
  "dependency-cycle": "tasks wait for each other",
  "reference-unknown": "a task cites something the other document does not have",
  "reference-not-a-heading": "a task cites something that has no section of its own, so the whole document is sent",
  "criterion-uncited": "no task cites an acceptance criterion of the spec",
} as const;

export type LintCode = keyof typeof LINT_PROBLEMS;

export interface LintProblem {
  readonly code: LintCode;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  /** One thing the author can do about it. */
  readonly fix: string;
}

/** The other documents of the same feature, where they exist. */
export type Siblings = Readonly<Partial<Record<ArtifactKind, string>>>;
