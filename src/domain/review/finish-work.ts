// The text that finish-feature gives to agents and to reviewers of a pull request.
import type { ReplyOf } from "../roles/reply-schema.ts";
import { oneLine } from "../text/one-line.ts";
import { checkPath } from "../text/secrets/safe-path.ts";

export interface GitSummary {
  readonly base: string;
  readonly commits: number;
  readonly subjects: readonly string[];
  readonly stat: string;
}

export function researchWork(feature: string, { base, subjects, stat }: GitSummary): string {
  return `## Your Task
Find out which documents of this project have to be updated before this feature is merged into ${base}.

## The Feature
${feature}

## What Changed
Commits, newest first:
${subjects.map((subject) => `- ${subject}`).join("\n") || "- none"}

Files that differ from ${base}:
\`\`\`
${stat || "(none)"}
\`\`\``;
}

const MOST_SUBJECTS = 200;

/** The message of the one commit that a feature becomes; `subjects` are those of its commits, oldest first. */
export function squashMessage(
  { key, description }: { readonly key: string; readonly description: string },
  subjects: readonly string[],
): string {
  const left = subjects.length - MOST_SUBJECTS;
  const lines = subjects.slice(0, MOST_SUBJECTS).map((subject) => `- ${oneLine(subject)}`);
  return [
    `Feature ${key}: ${oneLine(description)}`,
    `${subjects.length} ${subjects.length === 1 ? "commit" : "commits"}, oldest first:`,
    [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n"),
  ].join("\n\n");
}

/** Undefined when there is nothing to write. */
export function writerWork(
  feature: string,
  research: ReplyOf<"documentation-researcher">,
  when: { readonly key: string; readonly at: string },
): string | undefined {
  const updates = research.recommended_updates ?? [];
  const entry = research.changelog_state?.needs_entry === true;
  const drift = (research.drift_detected ?? []).map(({ description, name }) => description ?? name).filter(Boolean);
  if (research.no_updates_needed || (updates.length === 0 && drift.length === 0 && !entry)) return undefined;
  const lines = updates.map(
    ({ file, priority, reason }) => `- ${file}${priority ? ` (${priority})` : ""}: ${reason ?? "see above"}`,
  );
  return [
    `## Your Task\nMake these updates for the feature ${when.key}; today is ${when.at.slice(0, 10)}.`,
    `## The Feature\n${feature}`,
    `## Updates\n${lines.join("\n") || "- see below"}`,
    ...(drift.length > 0 ? [`## Drift\n${drift.map((text) => `- ${text}`).join("\n")}`] : []),
    ...(entry ? ["## Changelog\nAn entry under Unreleased is needed."] : []),
  ].join("\n\n");
}

export interface FailedCheck {
  readonly name: string;
  readonly command: string;
  /** `exit code 1` */
  readonly end: string;
  readonly tail: string;
  /** The failed tests, a line each; empty when the output names none. */
  readonly tests: string;
}

export function fixWork(feature: string, failed: readonly FailedCheck[], summary: GitSummary): string {
  const parts = failed.map(
    ({ name, command, end, tail, tests }) =>
      `### ${name}: \`${command}\`, ${end}\n${tests === "" ? "" : `Failing tests:\n${tests}\n\n`}The end of its output:\n\n<output>\n${tail.trimEnd()}\n</output>`,
  );
  return `## Your Task
The checks of this project fail on the finished feature, so it cannot be merged. Find the cause and repair it. Change the code, not the check: no test is weakened, skipped or deleted, no rule is switched off.

## Failing Checks
${parts.join("\n\n")}

## The Feature
${feature}

## Files of the Feature (against ${summary.base})
\`\`\`
${summary.stat || "(none)"}
\`\`\``;
}

/** Files that an answer lists below `Files changed:`; paths that could lead elsewhere are left out. */
export function reportedFiles(reply: string): string[] {
  const [, below = ""] = /^\W*Files changed:?\W*?\n((?:[ \t]*[-*][ \t]+.*(?:\n|$)|[ \t]*\n)*)/im.exec(reply) ?? [];
  const paths = [...below.matchAll(/^[ \t]*[-*][ \t]+`?([^`\n]+?)`?[ \t]*$/gm)].flatMap(([, path = ""]) => {
    const check = checkPath(path.trim());
    return check.ok ? [check.path] : [];
  });
  return [...new Set(paths)];
}

export function pullRequestBody(feature: {
  readonly description: string;
  /** How deep it was reviewed, where that is less or other than usual. */
  readonly depth?: string;
  readonly folder: string;
  readonly documents: readonly string[];
  readonly retro: string;
  /** A section of its own; empty when there are none. */
  readonly receipts?: string;
}): string {
  const documents = feature.documents.map((name) => `- \`${feature.folder}/${name}\``);
  return [
    feature.description,
    ...(feature.depth ? [feature.depth] : []),
    ...(documents.length > 0 ? [`## Documents\n${documents.join("\n")}`] : []),
    ...(feature.receipts ? [feature.receipts] : []),
    `## Retrospective\n${feature.retro
      .replace(/^# .*\n+/, "")
      .replaceAll(/^#/gm, "##")
      .trim()}`,
  ]
    .join("\n\n")
    .slice(0, LONGEST_BODY);
}

/** The limit GitHub accepts. */
const LONGEST_BODY = 60_000;
