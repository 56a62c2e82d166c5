// What a person can read before they answer: the document that a question is about and its last change, or the code.
// Found from the run and the question's topic, so a question that an earlier build recorded can be looked at too.
import { chooseBase } from "../../domain/feature/base-branch.ts";
import { underRoot } from "../../domain/feature/feature-key.ts";
import { artifactOf, isPhase } from "../../domain/feature/phase.ts";
import type { Question } from "../../domain/run/questions/question.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import { brainstormOf } from "../feature/brainstorm-run.ts";
import { artifactPath } from "./walk.ts";

export interface Look {
  /** In a few words: `spec.md and its last change`. */
  readonly what: string;
  /** The document, which the person may edit; missing where it is about code. */
  readonly file?: string;
  read(): Promise<string>;
}

/** A change between two commits. */
export interface LookedChange {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly files: readonly string[];
}

export type LookPorts = Pick<Ports, "commits" | "merging" | "repository" | "tree">;

/** Undefined where there is nothing to look at. */
export function lookFirst(ports: LookPorts, head: RunHead, { topic }: Pick<Question, "topic">): Look | undefined {
  if (topic === "finish") {
    return { what: "everything that would be merged", read: () => readFeature(ports, head) };
  }
  const isDecision = ["closing", "at-cap", "breaker", "brainstorm-decision", "brainstorm-blocked"].includes(topic);
  if (!isDecision || !isPhase(head.phase)) return undefined;
  if (head.phase === "implement") {
    return { what: "what implement changed", read: () => readCode(ports, head) };
  }
  const file = documentOf(head);
  if (file === undefined) return undefined;
  const name = file.slice(file.lastIndexOf("/") + 1);
  const what = head.phase === "brainstorm" ? name : `${name} and its last change`;
  return { what, file, read: () => readDocument(ports, head, file) };
}

/** The path of what the run writes; undefined where that is no document. */
export function documentOf(head: RunHead): string | undefined {
  if (!isPhase(head.phase) || artifactOf(head.phase) === undefined) return undefined;
  return artifactPath(head, { folder: folderOf(head) });
}

function folderOf(head: RunHead): string {
  if (head.idea !== undefined) return brainstormOf(head).feature.folder;
  return underRoot(head.config.artifactsRoot, "features", head.feature);
}

/** What the last revision of the document changed; undefined while there is none. */
export async function lastRevision({ merging }: LookPorts, head: RunHead): Promise<LookedChange | undefined> {
  const file = documentOf(head);
  if (file === undefined || head.idea !== undefined) return undefined;
  const log = await merging.log({ tip: head.branch, folder: folderOf(head) });
  const [newest, before] = log.filter(({ paths }) => paths.includes(file));
  if (newest === undefined || before === undefined) return undefined;
  return { title: newest.subject, from: before.sha, to: newest.sha, files: [file] };
}

/** What implement has committed since it began; undefined where its branch is gone. */
export async function implementedChange(
  ports: LookPorts,
  { base, branch, config }: RunHead,
): Promise<LookedChange | undefined> {
  const tip = await ports.repository.tip(branch);
  if (tip === undefined) return undefined;
  const log = await ports.merging.log({ tip, without: [base] });
  const files = parted([...new Set(log.flatMap(({ paths }) => paths))], underRoot(config.artifactsRoot, "features"));
  return { title: "what implement changed", from: base, to: tip, files: files.flat() };
}

/** Everything of a branch relative to where it left its base: the code first, then iflow's own documents, not its records. */
export async function wholeChange(
  ports: LookPorts,
  {
    branch,
    config,
  }: Pick<RunHead, "branch"> & { readonly config: Pick<RunHead["config"], "baseBranch" | "artifactsRoot"> },
): Promise<(LookedChange & { readonly base: string; readonly documents: number }) | undefined> {
  const { local, remoteDefault } = await ports.merging.branches();
  const base = chooseBase({ configured: config.baseBranch, remoteDefault, local });
  const tip = await ports.repository.tip(branch);
  if (base.type !== "known" || tip === undefined) return undefined;
  const { files, from } = await ports.merging.changes(base.branch, tip);
  const [code, documents] = parted(files, underRoot(config.artifactsRoot, "features"));
  const all = [...code, ...documents];
  return { title: "what would merge", base: base.branch, from, to: tip, files: all, documents: documents.length };
}

/** The text as it is in the working tree, then what the last revision changed; a first draft is all new anyway. */
async function readDocument(ports: LookPorts, head: RunHead, file: string): Promise<string> {
  const text = (await textOf(ports, head, file)) ?? `${file} is not there.\n`;
  const last = await lastRevision(ports, head);
  if (last === undefined) return text;
  const { patch } = await ports.commits.diff(last.from, last.to, last.files);
  return `${text.trimEnd()}\n\n\n${"─".repeat(20)} ${last.title}\n\n${patch}`;
}

/** The working tree's, unless HEAD is on another branch: then its own branch has it. */
async function textOf({ tree, repository }: LookPorts, head: RunHead, file: string): Promise<string | undefined> {
  if (head.idea !== undefined || (await repository.where()).branch === head.branch) return tree.read(file);
  const tip = await repository.tip(head.branch);
  return tip === undefined ? undefined : repository.show(tip, file);
}

async function readCode(ports: LookPorts, head: RunHead): Promise<string> {
  const change = await implementedChange(ports, head);
  return change ? printChange(ports, change) : `There is no branch ${head.branch}.\n`;
}

async function readFeature(ports: LookPorts, head: RunHead): Promise<string> {
  const change = await wholeChange(ports, head);
  if (change === undefined) return "There is nothing to compare with.\n";
  const cut = change.files.length - change.documents;
  const parts = [change.files.slice(0, cut), change.files.slice(cut)].filter(({ length }) => length > 0);
  if (parts.length === 0) return NOTHING;
  const texts = await Promise.all(parts.map((files) => printChange(ports, { ...change, files })));
  return texts.join("\n");
}

/** The code, then iflow's own documents; its records are left out, which nobody reads here. */
function parted(files: readonly string[], folder: string): readonly [code: string[], documents: string[]] {
  const isOwn = (path: string) => path.startsWith(`${folder}/`);
  const isRecord = (path: string) => path.slice(path.lastIndexOf("/") + 1).startsWith(".");
  return [files.filter((path) => !isOwn(path)), files.filter((path) => isOwn(path) && !isRecord(path))];
}

const NOTHING = "Nothing has changed.\n";

async function printChange({ commits }: LookPorts, { from, to, files }: LookedChange): Promise<string> {
  if (files.length === 0) return NOTHING;
  const { stat, patch } = await commits.diff(from, to, files);
  return `${stat.trimEnd()}\n\n${patch}`;
}
