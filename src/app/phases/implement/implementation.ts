// What the parts of implement share: the documents as they were when it began, and the files of the implementation so far.
// Files grow with every task and fix; all of it is rebuilt by a replay.

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
import type { PhaseRun } from "../../work/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { askAboutMixed, isMixed } from "../../work/unsaved-work.ts";
import { writeOwned } from "../../work/write-owned.ts";
import { type Documents, settleDocuments } from "./approved-documents.ts";

/** Kept by the implementation; rebuilt by a replay from commits, which never change. */
export interface LaidTrunk extends CodeTrunk {
  /** The commit up to which the changes reach. */
  readonly head: string;
  /** What fixers said of the changes. */
  readonly told: readonly string[];
  /** Characters of the code, also where it does not stand here and everybody has read it for themselves. */
  readonly codeChars: number;
}

export interface Implementation {
  readonly setup: Setup;
  readonly documents: Documents;
  /** `## Project Context` of a feature that belongs to a project. */
  readonly project: string | undefined;
  /** Changed by tasks, simplifier, tests and fixes; sorted, unique. */
  readonly files: Set<string>;
  /** Lines for the entry of the first round. */
  readonly markers: string[];
  /** Commits git refused. They are made before anybody judges the code. */
  readonly owed: PathsJob[];
  /** The log as iflow last wrote it. */
  readonly log: { text: string };
  /** What everybody who looks at the code is shown first; empty until somebody does, and where there is no trunk. */
  readonly trunk: { laid?: LaidTrunk };
}

/** What the branch holds of code already: of an earlier run, or of a clone that has no journal. */
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
  /** Why it was given up; the phase goes on. */
  readonly failed?: string;
}

export interface Change {
  readonly role: RoleId;
  readonly round: number;
  readonly segment: string;
  readonly message: string;
  readonly changed: readonly string[];
  /** What the task, the report or the tool calls name. */
  readonly named: readonly string[];
  /** Files that held somebody's unsaved work before the agent began. */
  readonly dirty: readonly string[];
}

/** Commits exactly the files that really changed and that somebody named; about the others the person is asked. */
export async function commitChange(phase: PhaseRun, code: Implementation, change: Change): Promise<CommittedChange> {
  const { role, round, segment, message, dirty } = change;
  await keepLog(phase, code, change.changed);
  const found = await settleDocuments(phase, code.documents, role, change.changed);
  const { folder } = phase.feature;
  const changed = [...new Set(found)].filter((path) => !isEngineFile(folder, path) && path !== phase.artifact);
  // beside the documents nothing of the code has its place: whatever an agent puts there is asked about
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

/** Where an agent that uses git itself may have put its work. */
const LOOK = "see git log --all and git stash list";

/** The log is iflow's own: what an agent wrote into it goes. */
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

/** How much code a fresh agent has to read; recorded, so that a replay measures the same. */
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

/** A fresh agent that was told to read and neither says so nor was seen reading is noted. */
export function confirmReads(
  code: Implementation,
  name: string,
  answer: { readonly reply: string; readonly reads: readonly string[] },
  paths: readonly string[],
): void {
  if (!confirmsReads(answer, paths)) code.markers.push(lazyLoadWarning(name));
}

/** The work goes on. */
export function warnOf(phase: PhaseRun, name: string, problem: string): Promise<void> {
  return tellOnce(phase, `${name}-warning`, problem, [`${name}: ${problem}`]);
}
