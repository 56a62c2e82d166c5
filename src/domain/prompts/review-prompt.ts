// The prompts of a reviewer: everything once, then only what changed. The headings are contract; the composer keeps the
// order above the line.
import type { Decision, PersonsWord } from "../feature/meta/decision.ts";
import { printIssues } from "../review/register/issue-text.ts";
import { nameIssue, printOpenIssue, printOpenIssues, RESOLUTIONS_LINE } from "../review/register/register-text.ts";
import type { RoleIssue } from "../review/review-loop.ts";
import { printReplyShape } from "../roles/reply-schema.ts";
import { type RoleId, roleOf } from "../roles/role.ts";
import type { RolePrompt } from "../roles/role-prompt.ts";
import { withoutHeadings } from "../text/words/foreign-words.ts";
import { leftOutLines } from "./left-out.ts";
import { newDecisionsBlock, personBlock } from "./person-block.ts";
import { type Block, composePrompt, type Prompt } from "./prompt.ts";
import { type CodeTrunk, guidesText, layOut, pasteDocument, quote, type TrunkDocuments } from "./trunk.ts";

/** What every fresh prompt of a role consists of; the same in all rounds of a loop. */
export interface RoleMaterial {
  readonly role: RoleId;
  readonly rolePrompt: RolePrompt;
  readonly phase: string;
  /** The repository's AGENTS.md / CLAUDE.md. */
  readonly guides: string | undefined;
  readonly required: readonly RequiredArtifact[];
  /** Names of documents the role would build on, which this feature does not have. */
  readonly leftOut?: readonly string[];
  /** Set when documents come first in every prompt, shared with other roles. */
  readonly trunk?: TrunkDocuments;
  /** Lessons from earlier work that fit; placed below the line. */
  readonly memories?: string | undefined;
  /** What the person asked for and decided; placed below the line. */
  readonly person?: PersonsWord;
}

/** Given by path, in full, or (a PRD only) known to be missing. */
export type RequiredArtifact =
  | { readonly title: string; readonly path: string; readonly text?: string }
  | { readonly title: "PRD"; readonly path: undefined };

/** A document in full, or the files an agent reads by itself. */
export type UnderReview = { readonly path: string; readonly text: string } | { readonly files: readonly string[] };

export interface DomainOutcome {
  readonly reviewer: string;
  readonly approved: boolean;
  readonly round: number;
  readonly maxRounds: number;
  readonly unresolved: readonly RoleIssue[];
}

export interface RoundMaterial {
  readonly round: number;
  readonly maxRounds: number;
  readonly underReview: UnderReview | undefined;
  readonly outcome: DomainOutcome | undefined;
  readonly previousIssues: readonly RoleIssue[];
  /** What the author or fixer said about its last revision. */
  readonly answers?: string | undefined;
  /** A resume was tried and was not possible. */
  readonly fallback: boolean;
  /** What the engine found out itself, such as the result of the tests. */
  readonly facts?: readonly string[];
  /** On the trunk: the code and its changes, placed first. */
  readonly code?: CodeTrunk | undefined;
  /** What holds in this loop: rulings, how to dispute, the contract. */
  readonly rules?: readonly string[];
  /** For fresh eyes: what they are asked instead of the story of the loop. */
  readonly certify?: string;
}

export interface DeltaMaterial
  extends Pick<RoundMaterial, "round" | "maxRounds" | "facts" | "previousIssues" | "rules"> {
  /** What the person decided since this agent's last turn. */
  readonly decisions: readonly Decision[];
  readonly artifact: string;
  readonly delta: string;
  readonly fixSummary: string;
  /** For a phase that was reopened: the domain reviewer has judged again. */
  readonly outcome?: DomainOutcome;
}

export const NO_PRD_LINE = "- PRD: No PRD — feature created without brainstorm";
const FALLBACK_LINE = "(Fresh dispatch — prior review session unavailable.)";
/** For an author or a fixer. */
export const FIX_FALLBACK_LINE = "(Fresh dispatch — prior fix session unavailable.)";

export function freshReviewPrompt(material: RoleMaterial, round: RoundMaterial): Prompt {
  const { rolePrompt, phase, role } = material;
  const expectations = rolePrompt.expectations[phase];
  const tail = [
    block("role", "frozen", [rolePrompt.rubric, rolePrompt.coda].filter(Boolean).join("\n\n")),
    ...upstreamBlocks(material, "your review"),
    ...(rolePrompt.checks ? [block("checks", "frozen", rolePrompt.checks)] : []),
    ...(expectations ? [block("expectations", "frozen", `## Next Phase Expectations\n${expectations}`)] : []),
    block("schema", "frozen", schemaText(role)),
    ...(round.underReview ? [underReviewBlock(material, round.underReview)] : []),
    ...(round.outcome ? [block("outcome", "round", outcomeText(round.outcome))] : []),
    ...personBlock(material),
    ...memoriesBlock(material),
    ...factsBlock(round.facts),
    ...iterationBlock(role, round),
  ];
  return layOut(material, tail, round.code);
}

function iterationBlock(role: RoleId, round: RoundMaterial): Block[] {
  if (round.certify !== undefined) return [block("iteration", "round", withRules(round.certify, round.rules))];
  const isTold = roleOf(role).iterationContext || round.round > 1 || round.previousIssues.length > 0;
  return isTold ? [block("iteration", "round", withRules(iterationText(round), round.rules))] : [];
}

function withRules(text: string, rules: readonly string[] = []): string {
  return [text, ...rules].join("\n\n");
}

/** Round 2 and later: the same agent gets only the delta. No rubric, no required artifacts. */
export function resumedReviewPrompt(role: RoleId, material: DeltaMaterial): Prompt {
  const { artifact, delta, fixSummary, outcome, round, maxRounds } = material;
  return composePrompt([
    ...(outcome ? [block("outcome", "round", outcomeText(outcome))] : []),
    ...newDecisionsBlock(material.decisions),
    block(
      "work",
      "round",
      `You still have the upstream artifacts and your last reading of ${artifact} in this conversation. It was revised since.

## Delta
${delta.trim()}

## Fix Summary
${withoutHeadings(fixSummary.trim())}

${withRules(judgeText(material.previousIssues), material.rules)}

This is iteration ${round} of ${maxRounds}.

${schemaText(role)}`,
    ),
    ...factsBlock(material.facts),
  ]);
}

/** The last look of a role that had passed while others still had issues. */
export function finalReviewPrompt(role: RoleId, material: DeltaMaterial & { readonly lastRound: number }): Prompt {
  const { artifact, delta, fixSummary, round, maxRounds, lastRound } = material;
  return composePrompt([
    ...newDecisionsBlock(material.decisions),
    block(
      "work",
      "round",
      `You approved ${artifact} at iteration ${lastRound}. Since then it was changed to answer other reviewers.

## Changes Since Your Last Review
${delta.trim()}

## Fix Summary
${withoutHeadings(fixSummary.trim())}

${withRules("Check for regressions, and check for any new issues: does your approval still hold with these changes?", material.rules)}

This is the final validation round (iteration ${round} of ${maxRounds}).

${schemaText(role)}`,
    ),
    ...factsBlock(material.facts),
  ]);
}

/** Only a reviewer that raised something is asked what became of it. */
function judgeText(own: readonly RoleIssue[]): string {
  const rest = "Report what is still open or new, nothing that is settled.";
  if (own.length === 0) return `Judge the revision: did the changes break anything? Check for any new issues. ${rest}`;
  return `## Open Issues
${own.map((issue) => (isShared(issue) ? printOpenIssue(issue) : nameIssue(issue))).join("\n")}

Judge the revision: is each of these really resolved, and did the changes break anything? Check for any new issues. ${rest}
${RESOLUTIONS_LINE}`;
}

/** Raised by nobody this agent remembers. */
function isShared({ reviewer }: RoleIssue): boolean {
  return ["engine", "user", "test-deepener"].includes(reviewer);
}

/** One more chance for an answer that could not be read. `answer` is for an agent that does not remember it. */
export function repairPrompt(role: RoleId, problem: string, answer?: string): Prompt {
  const whose = answer === undefined ? "Your last answer" : `The answer of a ${roleOf(role).title} below`;
  const text = `${whose} could not be read: ${problem}.

Give the same assessment again, as exactly one JSON object and nothing else.${answer === undefined ? "" : " Add no judgement of your own; what the answer does not clearly approve is not approved."}

${schemaText(role)}${answer === undefined ? "" : `\n\n## The answer\n\n${answer}`}`;
  return composePrompt([block("work", "round", text)]);
}

/** The repository's rules and what the role builds on: named for reading, in full, or already placed first. */
export function upstreamBlocks(material: RoleMaterial, before: string): Block[] {
  const { guides, trunk } = material;
  const rules = guides && !trunk ? [block("guides", "feature", guidesText(guides))] : [];
  return [...rules, ...requiredBlock(material, before)];
}

export function memoriesBlock({ memories }: Pick<RoleMaterial, "memories">): Block[] {
  return memories ? [block("memories", "round", memories)] : [];
}

function requiredBlock({ role, required, leftOut = [], trunk }: RoleMaterial, before: string): Block[] {
  const lines = [
    ...required.map(({ title, path }) => (path === undefined ? NO_PRD_LINE : `- ${title}: ${path}`)),
    ...leftOutLines(role, leftOut),
  ];
  if (lines.length === 0) return [];
  const texts = required.flatMap((one) =>
    "text" in one && one.text !== undefined ? [{ ...one, text: one.text }] : [],
  );
  if (texts.length > 0) {
    const intro = trunk
      ? `These stand above in full; build on nothing else that stands there.\n${lines.join("\n")}`
      : `${lines.join("\n")}\n\n${texts.map(pasteDocument).join("\n\n")}`;
    return [block("artifacts", "feature", `## Required Artifacts\n${intro}`)];
  }
  const order = hasFiles(required)
    ? `You MUST read the following files before beginning ${before}.\nAfter reading, confirm: "Files read: {name} ({N} lines), ..." in a single line.\n`
    : "";
  return [block("artifacts", "feature", `## Required Artifacts\n${order}${lines.join("\n")}`)];
}

export function hasFiles(required: readonly RequiredArtifact[]): boolean {
  return required.some(({ path }) => path !== undefined);
}

export function schemaText(role: RoleId): string {
  return `Return your assessment as JSON:\n${printReplyShape(role)}`;
}

function underReviewBlock({ role, trunk }: RoleMaterial, under: UnderReview): Block {
  const heading = roleOf(role).underReview ?? "## The document (what you're reviewing)";
  if ("files" in under) {
    const above = trunk ? "Their text stands above, under Implementation; what changed since, under Change.\n" : "";
    return block("under-review", "round", `${heading}\n${above}${under.files.map((file) => `- ${file}`).join("\n")}`);
  }
  const text = `${heading}\nThe whole of ${under.path}:\n\n${quote(under.text)}`;
  // later prompts to the same agent are appended to this
  return { ...block("under-review", "round", text), ...(trunk && { mark: true }) };
}

function outcomeText({ reviewer, approved, round, maxRounds, unresolved }: DomainOutcome): string {
  const result = approved
    ? `APPROVED at iteration ${round}/${maxRounds}`
    : `FAILED at iteration cap (${maxRounds}/${maxRounds})`;
  const issues = unresolved.length > 0 ? `\n${printIssues(unresolved)}` : " none";
  return `## Domain Reviewer Outcome\n- Reviewer: ${reviewer}\n- Result: ${result}\n- Unresolved issues:${issues}`;
}

function iterationText({ round, maxRounds, previousIssues, answers, fallback }: RoundMaterial): string {
  const lines = ["## Iteration Context", `This is iteration ${round} of ${maxRounds}.`];
  if (fallback) lines.push(FALLBACK_LINE);
  if (previousIssues.length === 0) return lines.join("\n");
  if (round === 1 && previousIssues.some(({ reviewer }) => reviewer !== "user"))
    lines.push("An earlier review of this phase ended without approval.");
  lines.push("Previous issues to re-evaluate:", printOpenIssues(previousIssues), RESOLUTIONS_LINE);
  // who answered without naming ids is quoted, so that no disagreement is lost
  if (answers && previousIssues.some(({ answer }) => answer === undefined))
    lines.push("", "What the author said to them:", answers.trim().replaceAll(/^/gm, "> "));
  return lines.join("\n");
}

export function factsBlock(facts: readonly string[] = []): Block[] {
  return facts.length === 0 ? [] : [block("facts", "round", `## Facts\n${facts.join("\n")}`)];
}

function block(slot: Block["slot"], layer: Block["layer"], text: string): Block {
  return { slot, layer, text };
}
