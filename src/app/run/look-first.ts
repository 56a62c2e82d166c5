// What a person can read before they answer: the document that a question is about and its last change, or the code.
// Found from the run and the question's topic, so a question that an earlier build recorded can be looked at too.
import { chooseBase } from "../../domain/feature/base-branch.ts";
import { underRoot } from "../../domain/feature/feature-key.ts";
import { artifactOf, isPhase } from "../../domain/feature/phase.ts";
import type { Question } from "../../domain/run/question.ts";
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

type LookPorts = Pick<Ports, "commits" | "merging" | "repository" | "tree">;

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
  if (artifactOf(head.phase) === undefined) return undefined;
  const file = artifactPath(head, { folder: folderOf(head) });
  const name = file.slice(file.lastIndexOf("/") + 1);
  const what = head.phase === "brainstorm" ? name : `${name} and its last change`;
  return { what, file, read: () => readDocument(ports, head, file) };
}

function folderOf(head: RunHead): string {
  if (head.idea !== undefined) return brainstormOf(head).feature.folder;
  return underRoot(head.config.artifactsRoot, "features", head.feature);
}

/** The text as it is in the working tree, then what the last revision changed; a first draft is all new anyway. */
async function readDocument({ tree, merging, commits }: LookPorts, head: RunHead, file: string): Promise<string> {
  const text = (await tree.read(file)) ?? `${file} is not there.\n`;
  if (head.idea !== undefined) return text;
  const log = await merging.log({ tip: head.branch, folder: folderOf(head) });
  const [newest, before] = log.filter(({ paths }) => paths.includes(file));
  if (newest === undefined || before === undefined) return text;
  const { patch } = await commits.diff(before.sha, newest.sha, [file]);
  return `${text.trimEnd()}\n\n\n${"─".repeat(20)} ${newest.subject}\n\n${patch}`;
}

/** What implement has committed since it began. */
async function readCode(ports: LookPorts, { base, branch }: RunHead): Promise<string> {
  const tip = await ports.repository.tip(branch);
  if (tip === undefined) return `There is no branch ${branch}.\n`;
  const log = await ports.merging.log({ tip, without: [base] });
  return printChanges(ports, { from: base, tip, files: [...new Set(log.flatMap(({ paths }) => paths))] });
}

/** Relative to where the branch left its base. */
async function readFeature(ports: LookPorts, { branch, config }: RunHead): Promise<string> {
  const { local, remoteDefault } = await ports.merging.branches();
  const base = chooseBase({ configured: config.baseBranch, remoteDefault, local });
  const tip = await ports.repository.tip(branch);
  if (base.type !== "known" || tip === undefined) return "There is nothing to compare with.\n";
  const { files, ...changes } = await ports.merging.changes(base.branch, tip);
  const [code, documents] = parted(files, underRoot(config.artifactsRoot, "features"));
  if (code.length + documents.length === 0) return NOTHING;
  const parts = [code, documents].filter(({ length }) => length > 0);
  const texts = await Promise.all(parts.map((part) => printChanges(ports, { tip, ...changes, files: part })));
  return texts.join("\n");
}

/** The code, then iflow's own documents; its records are left out, which nobody reads here. */
function parted(files: readonly string[], folder: string): readonly [code: string[], documents: string[]] {
  const isOwn = (path: string) => path.startsWith(`${folder}/`);
  const isRecord = (path: string) => path.slice(path.lastIndexOf("/") + 1).startsWith(".");
  return [files.filter((path) => !isOwn(path)), files.filter((path) => isOwn(path) && !isRecord(path))];
}

const NOTHING = "Nothing has changed.\n";

interface Changes {
  readonly from: string;
  readonly tip: string;
  readonly files: readonly string[];
}

async function printChanges({ commits }: LookPorts, { from, tip, files }: Changes): Promise<string> {
  if (files.length === 0) return NOTHING;
  const { stat, patch } = await commits.diff(from, tip, files);
  return `${stat.trimEnd()}\n\n${patch}`;
}
