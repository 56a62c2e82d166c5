// What the parts of implement share: the documents as they were when it began, and the files of the implementation so far.
// Files grow with every task and fix; all of it is rebuilt by a replay.
import { artifactFile } from "../domain/artifact.ts";
import { lazyLoadWarning } from "../domain/review-history.ts";
import type { RoleId } from "../domain/role.ts";
import { checkPath } from "../domain/safe-path.ts";
import { type Committed, settleOtherFiles } from "./commit-artifact.ts";
import { commitPaths, type PathsJob } from "./commit-paths.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";
import type { Setup } from "./set-up-phase.ts";

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
}

/** What the branch holds of code already: of an earlier run, or of a clone that has no journal. */
export async function filesOnBranch(work: PhaseWork): Promise<string[]> {
  return work.run.step({
    name: stepName(work, 0, "files-on-branch"),
    input: null,
    work: async () => {
      const log = (await work.ports.tree.read(work.artifact)) ?? "";
      const named = [...log.matchAll(/^- \*\*Files changed:\*\* (.+)$/gm)].flatMap(([, list = ""]) => list.split(", "));
      const found: string[] = [];
      for (const name of new Set(named)) {
        const check = checkPath(name);
        const isThere = check.ok && (await work.ports.tree.isPlainFile(check.path).catch(() => false));
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
}

const KINDS = ["spec", "design", "plan", "tasks"] as const;
type Documents = Readonly<Record<(typeof KINDS)[number], string>>;

/** Copies in the run folder: an edit meanwhile must not change what a replay composes. */
export async function keepDocuments(work: PhaseWork): Promise<Documents> {
  await work.run.step({
    name: stepName(work, 0, "documents"),
    input: null,
    work: async () => {
      for (const kind of KINDS) {
        const text = await work.ports.tree.read(`${work.feature.folder}/${artifactFile(kind)}`);
        await work.run.folder.write(`documents/${kind}.md`, text ?? "");
      }
      return null;
    },
  });
  const texts = await Promise.all(KINDS.map((kind) => work.run.folder.read(`documents/${kind}.md`)));
  return Object.fromEntries(KINDS.map((kind, index) => [kind, texts[index] ?? ""])) as Documents; // one text a kind
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
export async function commitChange(work: PhaseWork, code: Implementation, change: Change): Promise<CommittedChange> {
  const { folder } = work.feature;
  await restoreDocuments(work, code, change);
  const isCode = (path: string) => !path.startsWith(`${folder}/`) && path !== work.artifact;
  const changed = [...new Set(change.changed)].filter(isCode);
  const isNamed = (path: string) => change.named.includes(path) || code.files.has(path);
  const own = changed.filter((path) => isNamed(path) && !isMixed(change, path));
  const mixed = await askAboutMixed(
    work,
    change,
    changed.filter((path) => isNamed(path) && isMixed(change, path)),
  );
  const rest = changed.filter((path) => !isNamed(path));
  const files = [...own, ...mixed, ...(await settleOtherFiles(work, change.role, rest))].sort();
  if (files.length === 0) return { files, status: "no-change", sha: work.expected.head ?? "" };
  const { round, segment, message } = change;
  const job = { round, segment, paths: files, message };
  const committed = await commitPaths(work, job);
  if (committed.status === "failed") code.owed.push(job);
  for (const path of files) code.files.add(path);
  return { ...committed, files };
}

type CommittedChange = Committed & { readonly files: readonly string[] };

/** What the person has not committed yet, looked at before a writer begins. */
export async function unsavedWork(work: PhaseWork, round: number): Promise<string[]> {
  return work.run.step({
    name: stepName(work, round, "unsaved"),
    input: null,
    work: async () => (await work.ports.merging.localChanges()).map(({ path }) => path),
  });
}

/** In a folder that is not tracked at all, git names the folder alone. */
function isMixed({ dirty }: Pick<Change, "dirty">, path: string): boolean {
  return dirty.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
}

/** The agent wrote where somebody had unsaved work: both would go into one commit. */
async function askAboutMixed(work: PhaseWork, { role }: Change, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const [answer] = await work.run.wait([
    {
      type: "question",
      name: `${role}/${work.dispatches}/mixed-files`,
      topic: "mixed-files",
      text: `${role} changed ${paths.join(", ")}, which held changes of yours that are not committed.`,
      options: [
        { value: "include", label: "Commit both together" },
        { value: "leave", label: "Leave them uncommitted", hint: "reviewers will not see the change as committed" },
      ],
    },
  ]);
  return answer === "include" ? paths : [];
}

/** The documents are what the code is judged by: whoever changed one, it is put back, and the other text is kept. */
async function restoreDocuments(work: PhaseWork, code: Implementation, { role, changed }: Change): Promise<void> {
  const paths = KINDS.map((kind) => ({ kind, path: `${work.feature.folder}/${artifactFile(kind)}` })).filter(
    ({ path }) => changed.includes(path),
  );
  if (paths.length === 0) return;
  await work.run.step({
    name: stepName(work, 0, "documents-restored"),
    input: paths.map(({ path }) => path),
    work: async () => {
      const { tree, emit } = work.ports;
      for (const { kind, path } of paths) {
        const text = await tree.read(path).catch(() => undefined);
        if (text !== undefined) await work.run.folder.write(`documents/changed-by-${role}-${kind}.md`, text);
        await tree.write(path, code.documents[kind]);
        emit({
          type: "warned",
          text: `${role} changed ${path}, which is approved: put back, its text kept in the run folder`,
        });
      }
      return null;
    },
  });
}

/** How much code a fresh agent has to read; recorded, so that a replay measures the same. */
export async function filesChars(work: PhaseWork, { files }: Implementation): Promise<number> {
  const paths = [...files].sort();
  return work.run.step({
    name: stepName(work, 0, "files-size"),
    input: paths,
    work: async () => {
      const texts = await Promise.all(paths.map((path) => work.ports.tree.read(path).catch(() => undefined)));
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
  { reply, reads }: { readonly reply: string; readonly reads: readonly string[] },
  paths: readonly string[],
): void {
  const isConfirmed = paths.length === 0 || /Files read:/i.test(reply) || reads.some((path) => paths.includes(path));
  if (!isConfirmed) code.markers.push(lazyLoadWarning(name));
}

/** Told once, also when the run is opened again; the work goes on. */
export async function warnOf(work: PhaseWork, name: string, problem: string): Promise<void> {
  await work.run.step({
    name: stepName(work, 0, `${name}-warning`),
    input: problem,
    work: async () => {
      work.ports.emit({ type: "warned", text: `${name}: ${problem}` });
      return null;
    },
  });
}
