// The prompts of an implementer and a fixer. A task brings its sections of design and plan; spec and PRD come by path.
import type { Decision } from "../feature/meta/decision.ts";
import type { RoleIssue } from "../review/review-loop.ts";
import type { Task } from "../tasks/task-list.ts";
import type { TaskScope } from "../tasks/task-scope.ts";
import { ANSWER_LINE, issueSections, notAmong } from "./issue-sections.ts";
import { newDecisionsBlock } from "./person-block.ts";
import { composePrompt, type Prompt } from "./prompt.ts";
import { FIX_FALLBACK_LINE, factsBlock, type RoleMaterial } from "./review-prompt.ts";
import { taskPrompt } from "./task-prompt.ts";
import type { CodeTrunk } from "./trunk.ts";

export function implementPrompt(
  material: RoleMaterial,
  task: Pick<Task, "number" | "title" | "body">,
  scope: Pick<TaskScope, "design" | "plan"> & { readonly project?: string | undefined },
  facts: readonly string[],
): Prompt {
  const parts = [
    `## Task ${task.number}: ${task.title}\n${task.body}`,
    scope.project ?? "",
    scope.design.trim() === "" ? "" : `## Design Context (scoped)\n${scope.design.trim()}`,
    scope.plan.trim() === "" ? "" : `## Plan Context (scoped)\n${scope.plan.trim()}`,
  ];
  return taskPrompt(material, parts.filter(Boolean).join("\n\n"), facts);
}

export interface FixWork {
  readonly issues: readonly RoleIssue[];
  readonly files: readonly string[];
  readonly facts: readonly string[];
  /** For a fixer that is resumed: what the person decided since its last turn. */
  readonly decisions: readonly Decision[];
  /** A resume was tried and was not possible. */
  readonly fallback: boolean;
  /** On the trunk: the code and its changes, placed first. */
  readonly code?: CodeTrunk | undefined;
}

export function freshFixPrompt(
  material: RoleMaterial,
  { issues, files, facts, fallback, code }: Omit<FixWork, "decisions">,
): Prompt {
  return taskPrompt(fixerMaterial(material), fixText(issues, files), factsFor(facts, fallback), code);
}

/** The rules for fixing stand with the rules for writing. */
export function fixerMaterial(material: RoleMaterial): RoleMaterial {
  const { rubric, revise } = material.rolePrompt;
  return { ...material, rolePrompt: { ...material.rolePrompt, rubric: [rubric, revise].filter(Boolean).join("\n\n") } };
}

export function factsFor(facts: readonly string[], fallback: boolean): readonly string[] {
  return fallback ? [FIX_FALLBACK_LINE, ...facts] : facts;
}

export function fixText(issues: readonly RoleIssue[], files: readonly string[]): string {
  return `Fix the following review issues:

## All Implementation Files
${listOf(files)}

${issueSections("## Issues to fix (from failed reviewers only)", issues).join("\n\n")}

After fixing, return summary of changes made. ${ANSWER_LINE}`;
}

/**
 * For a fixer that has already fixed: the new issues, and what changed since it last looked. `cited` is for one that was
 * given only what its issues cited: what these cite besides, already printed.
 */
export function resumedFixPrompt(
  { issues, files, facts, decisions }: Omit<FixWork, "fallback" | "code">,
  changed: readonly string[],
  cited?: string,
): Prompt {
  const has = cited === undefined ? "the upstream artifacts and the code" : "the sections and the files";
  return composePrompt([
    ...newDecisionsBlock(notAmong(decisions, issues)),
    {
      slot: "work",
      layer: "round",
      text: `${cited ? `${cited}\n\n` : ""}You still have ${has} of your last fixes in this conversation.

${issueSections("## New Issues to Fix", issues).join("\n\n")}

## Changed Files to Re-read
${listOf(changed)}

## All Implementation Files (for reference)
${listOf(files)}

Fix all listed issues. After fixing, briefly summarize what you changed. ${ANSWER_LINE}`,
    },
    ...factsBlock(facts),
  ]);
}

function listOf(files: readonly string[]): string {
  return files.length === 0 ? "none" : files.map((file) => `- ${file}`).join("\n");
}
