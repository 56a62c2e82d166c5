// What the author of a document phase is asked to do: draft, revise, repair what the engine found.
import type { ArtifactKind } from "../../../domain/documents/document-names.ts";
import {
  type AuthorTask,
  draftPrompt,
  freshRevisionPrompt,
  lintProblemsPrompt,
  resumedRevisionPrompt,
  resumedStagePrompt,
} from "../../../domain/prompts/author-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { PromptExtra } from "../../dispatch/ask-author.ts";
import type { RoleSetup } from "../../review/set-up-phase.ts";
import type { WriteJob } from "./write-artifact.ts";

/** The author of one document: its role, the document, and what it is told about the feature. */
export interface Author {
  readonly setup: RoleSetup;
  readonly kind: ArtifactKind;
  /** The document, relative to the repository. */
  readonly path: string;
  readonly featureText: string;
}

/** `stage` limits the draft to one part of the document. */
export function draftJob(author: Author, stage?: string): WriteJob {
  const { material } = author.setup;
  return {
    ...commonJob(author),
    round: 0,
    segment: material.role,
    activity: "draft",
    fresh: (extra) => draftPrompt(material, taskOf(author, extra), stage),
    resumed: undefined,
  };
}

/** A further part of the draft, by the author that wrote the first part. */
export function stageJob(author: Author, name: string, stage: string): WriteJob {
  const { material } = author.setup;
  return {
    ...commonJob(author),
    round: 0,
    segment: `${material.role}@${name}`,
    activity: "draft",
    fresh: (extra) => draftPrompt(material, taskOf(author, extra), stage),
    resumed: (extra) => resumedStagePrompt(taskOf(author, extra), stage),
  };
}

/** `segment` distinguishes the revisions of two loops in step names. */
export function reviseJob(
  author: Author,
  round: number,
  segment: string,
  issues: readonly RoleIssue[],
  reviewer?: RoleId,
): WriteJob {
  return {
    ...commonJob(author),
    round,
    next: reviewer ? [reviewer] : [],
    segment,
    activity: "revise",
    fresh: (extra) => freshRevisionPrompt(author.setup.material, taskOf(author, extra), issues),
    resumed: (extra) => resumedRevisionPrompt(taskOf(author, extra), issues),
  };
}

function commonJob(author: Author): Pick<WriteJob, "role" | "kind" | "requiredPaths" | "requiredChars" | "repair"> {
  const { material, requiredPaths, requiredChars } = author.setup;
  return {
    role: material.role,
    kind: author.kind,
    requiredPaths,
    requiredChars,
    repair: (problems, extra) => lintProblemsPrompt(taskOf(author, extra), problems),
  };
}

function taskOf({ path, featureText, setup }: Author, extra: PromptExtra): AuthorTask {
  return { path, feature: featureText, decisions: setup.newDecisions(), ...extra };
}
