// Finds the problems in a document that need no paid reviewer. Levels decide whether the next phase may work from it;
// lint problems are facts for its author. Approved documents of real projects produce none or only true ones, so a rule
// that cannot be sure stays silent. Reads only what it is given.
import { checkLevels, type LevelProblem } from "../documents/artifact.ts";
import { readOutline } from "../documents/artifact-sections.ts";
import { type ArtifactKind, artifactFile } from "../documents/document-names.ts";
import { parseTasks } from "../tasks/task-list.ts";
import { findPlaceholders } from "./lint-placeholders.ts";
import type { LintCode, LintProblem, Siblings } from "./lint-problem.ts";
import { lintReferences } from "./lint-references.ts";
import { lintTasks } from "./lint-tasks.ts";

export interface LintedDocument {
  readonly path: string;
  readonly kind: ArtifactKind;
  /** Undefined when the file does not exist. */
  readonly text: string | undefined;
}

export interface LintResult {
  readonly failedLevel: LevelProblem["level"] | null;
  /** In text order. */
  readonly findings: readonly LintProblem[];
}

export function lint({ path, kind, text }: LintedDocument, siblings: Siblings = {}): LintResult {
  const outline = text === undefined ? undefined : readOutline(text);
  const failed = checkLevels(kind, text, { file: path.slice(path.lastIndexOf("/") + 1), outline });
  const findings: LintProblem[] = failed ? [levelProblem(kind, failed)] : [];
  if (text !== undefined && outline && (failed?.level ?? 4) > 2) {
    findings.push(...findPlaceholders(outline).map(placeholderProblem));
    if (kind === "tasks" && !failed) findings.push(...lintTaskList(text, outline, siblings));
  }
  return { failedLevel: failed?.level ?? null, findings: findings.sort((a, b) => a.line - b.line) };
}

const CODES: Readonly<Record<LevelProblem["level"], LintCode>> = {
  1: "artifact-missing",
  2: "artifact-stub",
  3: "headings-missing",
  4: "section-missing",
};

const COMMANDS: Readonly<Record<ArtifactKind, string>> = {
  prd: "brainstorm",
  spec: "specify",
  design: "design",
  plan: "create-plan",
  tasks: "create-tasks",
};

function levelProblem(kind: ArtifactKind, { level, message, lookedFor }: LevelProblem): LintProblem {
  const write = `write it by hand, or run: iflow ${COMMANDS[kind]}`;
  const fixes = {
    1: write,
    2: write,
    3: 'give its parts headings of level 2 ("## …")',
    4: `add one of: ${(lookedFor ?? []).join(" · ")}`,
  };
  return { code: CODES[level], line: 1, message, fix: fixes[level] };
}

function placeholderProblem({ found, line }: ReturnType<typeof findPlaceholders>[number]): LintProblem {
  const fix = "write what belongs there, or put it in backticks if it is meant literally";
  return { code: "placeholder", line, message: `"${found}" is still to be filled in`, fix };
}

function lintTaskList(text: string, outline: ReturnType<typeof readOutline>, siblings: Siblings): LintProblem[] {
  const list = parseTasks(text, outline);
  if (list.ok) return [...lintTasks(list.tasks), ...lintReferences(text, list.tasks, siblings)];
  const message = `no task could be read from ${artifactFile("tasks")}`;
  return [{ code: "task-none", line: 1, message, fix: `number the tasks, as in: ${list.lookedFor.join(" · ")}` }];
}
