// The prompts of an author: the guide and the task once, then only the issues to answer.
import type { Decision } from "../feature/meta/decision.ts";
import type { RoleIssue } from "../review/review-loop.ts";
import { ANSWER_LINE, isPersons, issueSections, notAmong } from "./issue-sections.ts";
import { newDecisionsBlock, personBlock } from "./person-block.ts";
import { type Block, composePrompt, type Prompt } from "./prompt.ts";
import { FIX_FALLBACK_LINE, factsBlock, memoriesBlock, type RoleMaterial, upstreamBlocks } from "./review-prompt.ts";
import { layOut } from "./trunk.ts";

export interface AuthorTask {
  /** The artifact, relative to the repository. */
  readonly path: string;
  /** What is known about the feature beyond the request, such as the person's answers; may be empty. */
  readonly feature: string;
  /** For an author that is resumed: what the person decided since its last turn. */
  readonly decisions: readonly Decision[];
  /** Facts the engine found, such as what an interrupted attempt left behind. */
  readonly facts: readonly string[];
  /** A resume was tried and was not possible. */
  readonly fallback: boolean;
}

export function draftPrompt(material: RoleMaterial, task: AuthorTask, stage?: string): Prompt {
  const part = stage === undefined ? "" : `\n${stage}`;
  return freshPrompt(
    material,
    task,
    parts(
      `## Your Task\nWrite ${task.path}. If it exists already, read it first and keep what is still right.${part}`,
      aboutText(task),
    ),
  );
}

/** For a fresh author that revises a document written by another agent. */
export function freshRevisionPrompt(material: RoleMaterial, task: AuthorTask, issues: readonly RoleIssue[]): Prompt {
  return freshPrompt(
    material,
    task,
    parts(
      `## Your Task\nRevise ${task.path}, which exists already: read it first.`,
      aboutText(task),
      ...issueSections("## Issues to Fix", issues),
      ANSWER_LINE,
    ),
  );
}

/** For the author that wrote the document: only the new issues. */
export function resumedRevisionPrompt(task: AuthorTask, issues: readonly RoleIssue[]): Prompt {
  return composePrompt([
    ...newDecisionsBlock(notAmong(task.decisions, issues)),
    ...workBlocks(
      task,
      parts(
        `${issues.every(isPersons) ? "The person" : "Reviewers"} looked at ${task.path}.`,
        ...issueSections("## New Issues to Fix", issues),
        `Revise ${task.path} in place: answer every blocker and warning, keep what nobody criticised as it is. ${ANSWER_LINE}`,
      ),
    ),
  ]);
}

/** For the author that wrote the first part: it continues with the next. */
export function resumedStagePrompt(task: AuthorTask, stage: string): Prompt {
  return composePrompt([
    ...newDecisionsBlock(task.decisions),
    ...workBlocks(task, `Go on with ${task.path}. ${stage} Then say in a few lines what you decided.`),
  ]);
}

/** The engine's own check failed: the author repairs the document before any reviewer is paid. */
export function lintProblemsPrompt(task: AuthorTask, problems: readonly string[]): Prompt {
  return composePrompt(
    workBlocks(
      task,
      `The engine checked ${task.path} before review and found:\n${problems.map((problem) => `- ${problem}`).join("\n")}\n\nRepair the document in place. Then say in a line what you did.`,
    ),
  );
}

function freshPrompt(material: RoleMaterial, task: AuthorTask, work: string): Prompt {
  const { rubric, coda, revise } = material.rolePrompt;
  return layOut(material, [
    { slot: "role", layer: "frozen", text: [rubric, coda, revise].filter(Boolean).join("\n\n") },
    ...upstreamBlocks(material, "your work"),
    ...personBlock(material),
    ...memoriesBlock(material),
    ...workBlocks(task, work),
  ]);
}

function aboutText({ feature }: AuthorTask): string {
  return feature.trim() === "" ? "" : `## The Feature\n${feature}`;
}

function parts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

function workBlocks({ facts, fallback }: AuthorTask, work: string): Block[] {
  return [
    { slot: "work", layer: "round", text: work },
    ...factsBlock(fallback ? [FIX_FALLBACK_LINE, ...facts] : facts),
  ];
}
