// After a writer: what did it change, is the artifact fit to be reviewed, and one commit of exactly the named files.
import type { CommitTemplate } from "../../domain/config/config.ts";
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile } from "../../domain/documents/artifact.ts";
import type { Finding, Siblings } from "../../domain/lint/finding.ts";
import { lint } from "../../domain/lint/lint.ts";
import { countChangedLines, isEngineFile } from "../../domain/prompts/delta.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { someOf } from "../../domain/text/some-of.ts";
import { keepText, keptText, keptTextOf } from "../work/artifact-text.ts";
import { asFailedCommit, type Committed, foundCommit } from "../work/commit-paths.ts";
import { type PhaseWork, stepName } from "../work/phase-work.ts";
import { whenUndisturbed } from "../work/world.ts";

export interface Checked {
  readonly findings: readonly string[];
  /** The level that failed; 0 when none did. */
  readonly level: number;
}

/** The engine's own look, before a reviewer is paid. */
export function checkArtifact(work: PhaseWork, round: number, segment: string, kind: ArtifactKind): Promise<Checked> {
  return whenUndisturbed(work, {
    round,
    segment,
    input: null,
    work: async () => {
      const odd = await oddFile(work);
      const text = odd ? undefined : await keepText(work, work.expected.blob);
      const result = lint({ path: work.artifact, kind, text }, odd ? {} : await readSiblings(work, kind));
      const findings = odd ? [odd] : result.findings.map(printFinding);
      work.ports.emit({ type: "artifact-checked", path: work.artifact, findings });
      return { findings, level: result.failedLevel ?? 0 };
    },
  });
}

function printFinding({ code, line, message, fix }: Finding): string {
  return LEVEL_CODES.has(code) ? message : `line ${line}: ${message} (${fix})`;
}

const LEVEL_CODES: ReadonlySet<string> = new Set([
  "artifact-missing",
  "artifact-stub",
  "headings-missing",
  "section-missing",
]);

/** The other documents of the feature; one that cannot be read is as good as missing. */
async function readSiblings(work: PhaseWork, kind: ArtifactKind): Promise<Siblings> {
  const others = ARTIFACT_KINDS.filter((other) => other !== kind);
  const texts = await Promise.all(
    others.map((other) => work.ports.tree.read(`${work.feature.folder}/${artifactFile(other)}`).catch(() => undefined)),
  );
  return Object.fromEntries(
    others.flatMap((other, index) => (texts[index] === undefined ? [] : [[other, texts[index]]])),
  );
}

/** A link, a folder or bytes that are no text cannot be judged: what is reviewed must be what is committed. */
async function oddFile(work: PhaseWork): Promise<string | undefined> {
  const { tree } = work.ports;
  const name = work.artifact.slice(work.artifact.lastIndexOf("/") + 1);
  try {
    if ((await tree.read(work.artifact)) === undefined || (await tree.isPlainFile(work.artifact))) return undefined;
    return `${name} must be a regular file, not a link`;
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    return `${name} cannot be read: ${error.message}`;
  }
}

/** Files an author touched besides its artifact: never committed unasked. */
export async function settleOtherFiles(work: PhaseWork, role: string, changed: readonly string[]): Promise<string[]> {
  const others = changed.filter((path) => path !== work.artifact && !isEngineFile(work.feature.folder, path));
  if (others.length === 0 || !work.ownsBranch) return [];
  const [answer] = await work.run.wait([
    {
      type: "question",
      name: `${role}/${work.dispatches}/other-files`,
      topic: "other-files",
      text: `${role} also changed files it was not asked to: ${someOf(others)}`,
      options: [
        { value: "leave", label: "Leave them uncommitted", hint: "they stay as they are in your working tree" },
        { value: "include", label: "Commit them with the document" },
      ],
      default: "leave",
    },
  ]);
  return answer === "include" ? others : [];
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

/** A commit without hooks. A commit git refuses is a value: the next review is simply fresh. */
export async function commitArtifact(work: PhaseWork, job: CommitJob): Promise<Committed> {
  if (!work.ownsBranch || job.template === undefined) return tellWritten(work, job);
  const { commits, repository, emit } = work.ports;
  const message = work.run.head.config.commits[job.template]
    .replaceAll("{phase}", work.phase)
    .replaceAll("{n}", String(job.number));
  const order = (step: string) => ({
    branch: work.feature.branch,
    paths: [work.artifact, ...job.others],
    message,
    step,
    since: work.run.head.base,
  });
  const committed = await whenUndisturbed<Committed>(work, {
    round: job.round,
    segment: job.segment,
    input: [message, ...job.others],
    found: async (step) => {
      const sha = await foundCommit(work, order(step), (again) => commits.commitFiles(again));
      return sha === undefined ? undefined : { status: "committed", sha };
    },
    work: async (step) => {
      const before = work.expected.head ?? work.run.head.base;
      const result = await commits.commitFiles(order(step)).catch(asFailedCommit(work, order(step), before));
      if (result.status !== "committed") return result;
      emit({ type: "commit-made", sha: result.sha, message });
      const { added, removed } = await commits.diff(before, result.sha, [work.artifact]);
      const text = (await repository.show(result.sha, work.artifact)) ?? "";
      emit({ type: "artifact-written", path: work.artifact, lines: lineCount(text), added, removed });
      return result;
    },
  });
  work.expected = { ...work.expected, head: committed.sha };
  return committed;
}

/** The row of a document that stays in the working tree; counted from what was last judged. */
async function tellWritten(work: PhaseWork, { round, segment }: CommitJob): Promise<Committed> {
  await whenUndisturbed(work, {
    round,
    segment,
    input: work.judged,
    work: async () => {
      const text = await keptText(work);
      const counted = countChangedLines((await keptTextOf(work, work.judged)) ?? "", text);
      work.ports.emit({ type: "artifact-written", path: work.artifact, lines: lineCount(text), ...counted });
      return null;
    },
  });
  return { status: "uncommitted", sha: work.expected.head ?? work.run.head.base };
}

/** Without a commit there is no delta: these roles see the text afresh. */
export function obstructSessions(work: PhaseWork, roles: readonly RoleId[], { status }: Committed): void {
  if (status === "committed" || status === "uncommitted") return;
  for (const role of roles) work.obstacles.set(role, status === "failed" ? "commit-failed" : "no-change");
}

/** A change by hand that the person wants in: kept, checked and committed like a revision. */
export async function absorbEdit(work: PhaseWork, kind: ArtifactKind, round: number): Promise<void> {
  for (;;) {
    const checked = await checkArtifact(work, round, "by-hand-check", kind);
    if (checked.level !== 1) break;
    await work.run.wait([
      {
        type: "pause",
        name: stepName(work, round, "by-hand-gone"),
        reason: "blocked",
        text: `${work.artifact} is gone, so there is nothing to review.`,
        fix: "put the file back (git restore), then: iflow continue",
      },
    ]);
  }
  await commitArtifact(work, { round, segment: "by-hand-commit", template: "byHand", number: round, others: [] });
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
