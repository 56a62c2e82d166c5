// After a writer: what it changed, whether the artifact is fit for review, and one commit of exactly the named files.
import type { CommitTemplate } from "../../domain/config/config.ts";
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile } from "../../domain/documents/document-names.ts";
import { lint } from "../../domain/lint/lint.ts";
import type { LintProblem, Siblings } from "../../domain/lint/lint-problem.ts";
import { findUndeclared } from "../../domain/lint/undeclared-tasks.ts";
import { countChangedLines, isEngineFile } from "../../domain/prompts/delta.ts";
import type { RoleIssue } from "../../domain/review/review-loop.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { type Committed, commitPaths } from "../work/commit-paths.ts";
import { keepText, keptText, keptTextOf } from "../work/given/artifact-text.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { askPerson, pauseFor } from "../work/wait-for.ts";
import { whenUndisturbed } from "../work/world.ts";

export interface Checked {
  readonly findings: readonly string[];
  /** The level that failed; 0 when none did. */
  readonly level: number;
  /** What its author is asked for once, and nobody else is told; missing in records of earlier versions. */
  readonly undeclared?: readonly string[];
}

/** The engine's own check, before a reviewer is paid. */
export function checkArtifact(phase: PhaseRun, round: number, segment: string, kind: ArtifactKind): Promise<Checked> {
  return whenUndisturbed(phase, {
    round,
    segment,
    input: null,
    work: async () => {
      const odd = await oddFile(phase);
      const text = odd ? undefined : await keepText(phase, phase.world.expected.blob);
      const result = lint({ path: phase.artifact, kind, text }, odd ? {} : await readSiblings(phase, kind));
      const findings = odd ? [odd] : result.findings.map(printProblem);
      const undeclared = kind === "tasks" && text !== undefined ? findUndeclared(text) : [];
      phase.ports.emit({ type: "artifact-checked", path: phase.artifact, findings });
      return { findings, level: result.failedLevel ?? 0, ...(undeclared.length > 0 && { undeclared }) };
    },
  });
}

function printProblem({ code, line, message, fix }: LintProblem): string {
  return LEVEL_CODES.has(code) ? message : `line ${line}: ${message} (${fix})`;
}

const LEVEL_CODES: ReadonlySet<string> = new Set([
  "artifact-missing",
  "artifact-stub",
  "headings-missing",
  "section-missing",
]);

/** The feature's other documents; one that cannot be read counts as missing. */
async function readSiblings(phase: Parts<"feature" | "ports">, kind: ArtifactKind): Promise<Siblings> {
  const others = ARTIFACT_KINDS.filter((other) => other !== kind);
  const texts = await Promise.all(
    others.map((other) =>
      phase.ports.tree.read(`${phase.feature.folder}/${artifactFile(other)}`).catch(() => undefined),
    ),
  );
  return Object.fromEntries(
    others.flatMap((other, index) => (texts[index] === undefined ? [] : [[other, texts[index]]])),
  );
}

/** A link, a folder or bytes that are not text cannot be judged: what is reviewed must be what is committed. */
async function oddFile(phase: Parts<"artifact" | "ports">): Promise<string | undefined> {
  const { tree } = phase.ports;
  const name = phase.artifact.slice(phase.artifact.lastIndexOf("/") + 1);
  try {
    if ((await tree.read(phase.artifact)) === undefined || (await tree.isPlainFile(phase.artifact))) return undefined;
    return `${name} must be a regular file, not a link`;
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    return `${name} cannot be read: ${error.message}`;
  }
}

/** Files that an author changed besides its artifact; never committed without asking. */
export async function settleOtherFiles(phase: PhaseRun, role: string, changed: readonly string[]): Promise<string[]> {
  const others = changed.filter((path) => path !== phase.artifact && !isEngineFile(phase.feature.folder, path));
  if (others.length === 0 || !phase.ownsBranch) return [];
  const answer = await askPerson(phase, {
    name: phase.steps.ofWait(`${role}/${phase.steps.lastDispatch}/other-files`),
    topic: "other-files",
    text: `${role} also changed files it was not asked to: ${listNames(others)}`,
    options: [
      { value: "leave", label: "Leave them uncommitted", hint: `they stay as they are ${whereLeft(phase)}` },
      { value: "include", label: "Commit them with the document" },
    ],
    default: "leave",
  });
  return answer === "include" ? others : [];
}

function whereLeft({ steps }: Parts<"steps">): string {
  return steps.isBranch ? "on a branch of the task" : "in your working tree";
}

export interface CommitJob {
  readonly round: number;
  readonly segment: string;
  /** Undefined where nothing is committed. */
  readonly template: CommitTemplate | undefined;
  /** `{n}` of the template: the round whose issues this answers. */
  readonly number: number;
  readonly others: readonly string[];
}

/** A commit without hooks. If git refuses it, that is a value, not an error: the next review is simply fresh. */
export async function commitArtifact(phase: PhaseRun, job: CommitJob): Promise<Committed> {
  if (!phase.ownsBranch || job.template === undefined) return tellWritten(phase, job);
  const { commits, repository, emit } = phase.ports;
  const message = phase.run.head.config.commits[job.template]
    .replaceAll("{phase}", phase.name)
    .replaceAll("{n}", String(job.number));
  const { round, segment, others } = job;
  return commitPaths(phase, {
    ...{ round, segment, message, paths: [phase.artifact, ...others], input: [message, ...others] },
    tell: async (before, sha) => {
      const { added, removed } = await commits.diff(before, sha, [phase.artifact]);
      const text = (await repository.show(sha, phase.artifact)) ?? "";
      emit({ type: "artifact-written", path: phase.artifact, lines: lineCount(text), added, removed });
    },
  });
}

/** Reports a document that stays in the working tree; lines are counted against the text that was last judged. */
async function tellWritten(phase: PhaseRun, { round, segment }: CommitJob): Promise<Committed> {
  await whenUndisturbed(phase, {
    round,
    segment,
    input: phase.history.judged,
    work: async () => {
      const text = await keptText(phase);
      const counted = countChangedLines((await keptTextOf(phase, phase.history.judged)) ?? "", text);
      phase.ports.emit({ type: "artifact-written", path: phase.artifact, lines: lineCount(text), ...counted });
      return null;
    },
  });
  return { status: "uncommitted", sha: phase.world.expected.head ?? phase.run.head.base };
}

/** Without a commit there is no delta, so these roles get the text fresh. */
export function requireFresh(phase: Parts<"sessions">, roles: readonly RoleId[], { status }: Committed): void {
  if (status === "committed" || status === "uncommitted") return;
  phase.sessions.requireFresh(roles, status === "failed" ? "commit-failed" : "no-change");
}

/** A manual change that the person wants to include: kept, checked and committed like a revision. */
export async function absorbEdit(phase: PhaseRun, kind: ArtifactKind, round: number): Promise<RoleIssue[]> {
  let checked: Checked;
  for (;;) {
    checked = await checkArtifact(phase, round, "by-hand-check", kind);
    if (checked.level !== 1) break;
    await pauseFor(phase, {
      name: phase.steps.next(round, "by-hand-gone"),
      reason: "blocked",
      text: `${phase.artifact} is gone, so there is nothing to review.`,
      fix: "put the file back (git restore), then: iflow continue",
    });
  }
  await commitArtifact(phase, { round, segment: "by-hand-commit", template: "byHand", number: round, others: [] });
  return issuesOfEngine(phase, checked);
}

/** What the engine's own check finds, as blockers that no reviewer can wave through. */
export function issuesOfEngine({ artifact }: Parts<"artifact">, { findings }: Checked): RoleIssue[] {
  return findings.map((description) => ({ severity: "blocker", description, location: artifact, reviewer: "engine" }));
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
