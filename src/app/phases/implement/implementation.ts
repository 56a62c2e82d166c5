// What the parts of implement share: the documents as they were when it began, and the implementation's files so far.
// The files grow with every task and fix; a replay rebuilds all of it.
import { confirmsReads } from "../../../domain/billing/outcome.ts";
import { isEngineFile } from "../../../domain/prompts/delta.ts";
import type { CodeTrunk } from "../../../domain/prompts/trunk.ts";
import { lazyLoadWarning } from "../../../domain/review/review-history.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { checkPath } from "../../../domain/text/safe-path.ts";
import { settleOtherFiles } from "../../review/commit-artifact.ts";
import type { Setup } from "../../review/set-up-phase.ts";
import { type Committed, commitPaths, type PathsJob } from "../../work/commit-paths.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { askAboutMixed, isMixed } from "../../work/unsaved-work.ts";
import { writeOwned } from "../../work/write-owned.ts";
import { type Documents, settleDocuments } from "./approved-documents.ts";

/** Kept by the implementation; a replay rebuilds it from commits, which never change. */
export interface LaidTrunk extends CodeTrunk {
  /** The last commit that the changes include. */
  readonly head: string;
  /** What fixers said about the changes. */
  readonly told: readonly string[];
  /** Characters of the code, even if it is not on the trunk and every role read it separately. */
  readonly codeChars: number;
}

export interface Implementation {
  readonly setup: Setup;
  readonly documents: Documents;
  /** `## Project Context`, for a feature that belongs to a project. */
  readonly project: string | undefined;
  /** Changed by tasks, simplifier, tests and fixes; sorted, unique. */
  readonly files: Set<string>;
  /** Lines for the entry of the first round. */
  readonly markers: string[];
  /** Commits that git refused. They are made before the code is judged. */
  readonly owed: PathsJob[];
  /** The log as iflow last wrote it. */
  readonly log: { text: string };
  /** What every role that looks at the code is shown first; empty until one does, and where there is no trunk. */
  readonly trunk: { laid?: LaidTrunk };
}

/** Code files already on the branch: from an earlier run, or in a clone without a journal. */
export async function filesOnBranch(phase: PhaseRun): Promise<string[]> {
  return phase.run.step({
    name: phase.steps.next(0, "files-on-branch"),
    input: null,
    work: async () => {
      const log = (await phase.ports.tree.read(phase.artifact)) ?? "";
      const named = [...log.matchAll(/^- \*\*Files changed:\*\* (.+)$/gm)].flatMap(([, list = ""]) => list.split(", "));
      const found: string[] = [];
      for (const name of new Set(named)) {
        const check = checkPath(name);
        const isThere = check.ok && (await phase.ports.tree.isPlainFile(check.path).catch(() => false));
        if (check.ok && isThere) found.push(check.path);
      }
      return found.sort();
    },
  });
}

export const CODE_REVIEWERS = ["implementation-reviewer", "code-quality-reviewer", "security-reviewer"] as const;

/** What a fixer did in answer to a round. */
export interface Fix {
  readonly round: number;
  readonly summary: string;
  readonly files: readonly string[];
  readonly markers: readonly string[];
  /** Why the fix was abandoned; the phase continues. */
  readonly failed?: string;
}

export interface Change {
  readonly role: RoleId;
  readonly round: number;
  readonly segment: string;
  readonly message: string;
  readonly changed: readonly string[];
  /** Files named by the task, the report or the tool calls. */
  readonly named: readonly string[];
  /** Files that held uncommitted work before the agent began. */
  readonly dirty: readonly string[];
}

/** Commits exactly the files that really changed and that were named; asks the person about the others. */
export async function commitChange(phase: PhaseRun, code: Implementation, change: Change): Promise<CommittedChange> {
  const { role, round, segment, message, dirty } = change;
  await keepLog(phase, code, change.changed);
  const found = await settleDocuments(phase, code.documents, role, change.changed);
  const { folder } = phase.feature;
  const changed = [...new Set(found)].filter((path) => !isEngineFile(folder, path) && path !== phase.artifact);
  // Code does not belong next to the documents: the person is asked about anything an agent puts there.
  const isNamed = (path: string) =>
    !path.startsWith(`${folder}/`) && (change.named.includes(path) || code.files.has(path));
  const own = changed.filter((path) => isNamed(path) && !isMixed(dirty, path));
  const shared = changed.filter((path) => isNamed(path) && isMixed(dirty, path));
  const mixed = await askAboutMixed(phase, role, shared);
  const rest = changed.filter((path) => !isNamed(path));
  const files = [...own, ...mixed, ...(await settleOtherFiles(phase, role, rest))].sort();
  if (files.length === 0) return { files, status: "no-change", sha: phase.world.expected.head ?? "" };
  const job = { round, segment, paths: files, message };
  const committed = await commitPaths(phase, job);
  if (committed.status === "failed") code.owed.push(job);
  if (committed.status === "no-change")
    await warnOf(phase, role, `nothing of ${listNames(files)} was left to commit; ${LOOK}`);
  for (const path of files) code.files.add(path);
  return { ...committed, files };
}

/** Where to look for the work of an agent that used git itself. */
const LOOK = "see git log --all and git stash list";

/** Only iflow writes the log: anything an agent wrote to it is removed. */
export async function keepLog(phase: PhaseRun, { log }: Implementation, changed: readonly string[]): Promise<void> {
  if (log.text === "" || !changed.includes(phase.artifact)) return;
  await warnOf(phase, phase.artifact, "only iflow writes it; it is put back");
  await writeLogText(phase, log.text, "log-kept");
}

export async function writeLogText(phase: PhaseRun, text: string, segment: string): Promise<void> {
  const blob = await writeOwned(phase, { segment, path: phase.artifact, input: text, compose: async () => text });
  phase.world.wrote(blob);
}

type CommittedChange = Committed & { readonly files: readonly string[] };

/** How much code a fresh agent has to read; recorded, so that a replay uses the same size. */
export async function filesChars(phase: PhaseRun, { files }: Implementation): Promise<number> {
  const paths = [...files].sort();
  return phase.run.step({
    name: phase.steps.next(0, "files-size"),
    input: paths,
    work: async () => {
      const texts = await Promise.all(paths.map((path) => phase.ports.tree.read(path).catch(() => undefined)));
      return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    },
  });
}

export function listFiles({ files }: Implementation): string {
  return [...files]
    .sort()
    .map((file) => `- ${file}`)
    .join("\n");
}

/** Adds a marker if a fresh agent was told to read files, but neither confirmed it nor was seen reading them. */
export function confirmReads(
  code: Implementation,
  name: string,
  answer: { readonly reply: string; readonly reads: readonly string[] },
  paths: readonly string[],
): void {
  if (!confirmsReads(answer, paths)) code.markers.push(lazyLoadWarning(name));
}

/** Warns; the work continues. */
export function warnOf(phase: PhaseRun, name: string, problem: string): Promise<void> {
  return tellOnce(phase, `${name}-warning`, problem, [`${name}: ${problem}`]);
}
