// Before anything is paid for: does what `.meta.json` claims agree with the commits? Approved work that was changed since,
// a record edited by hand, a decision nobody made: the person is told, and decides; --yolo stops.
import { artifactFile } from "../../../domain/documents/document-names.ts";
import { runDepth } from "../../../domain/feature/depth.ts";
import { underRoot } from "../../../domain/feature/feature-key.ts";
import { type FeatureMeta, parseMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { type CompletedBy, unsupportedClaims } from "../../../domain/feature/meta/judged-claims.ts";
import { artifactOf, PHASES, type Phase } from "../../../domain/feature/phase.ts";
import { featureCode } from "../../../domain/review/feature-code.ts";
import type { LoggedCommit } from "../../../ports/git/merging.ts";
import { decide } from "../../work/decide.ts";
import { metaAt, recordedCompletion } from "../../work/recorded-completion.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson } from "../../work/wait-for.ts";
import { metaPath } from "../../work/world.ts";

/** False when the person does not want to finish it like this. */
export async function requireJudged(phase: PhaseRun, base: string): Promise<boolean> {
  const name = phase.steps.next(0, "judged-claims");
  const found = await phase.run.step({ name, input: base, work: () => findClaims(phase, base) });
  const decided = new Set(phase.decisions.decisions.flatMap(({ kind, about }) => (kind === "unjudged" ? about : [])));
  const claims = found.filter((claim) => !decided.has(claim));
  if (claims.length === 0) return true;
  const answer = await askPerson(phase, {
    name: `${name}/unsupported`,
    topic: "unjudged",
    text: `Not everything here was judged: ${claims.join("; ")}.`,
    options: [
      {
        value: "stop",
        label: "Do not finish now",
        hint: "have it reviewed (--rerun of its phase), or undo the change",
      },
      { value: "continue", label: "Finish anyway", hint: "your decision is recorded" },
    ],
    default: "stop",
  });
  if (answer !== "continue") return false;
  await decide(phase, { kind: "unjudged", text: "finish it, although not everything was judged:", about: claims });
  return true;
}

async function findClaims(phase: Parts<"feature" | "ports" | "run">, base: string): Promise<string[]> {
  const { repository, merging, tree } = phase.ports;
  const { folder, branch } = phase.feature;
  const tip = (await repository.tip(branch)) ?? branch;
  const meta = metaOf(await tree.read(metaPath(phase)));
  if (!meta) return ["`.meta.json` cannot be read"];
  const commits = (await merging.log({ tip, folder })).filter(({ step }) => step !== undefined);
  const completions: Partial<Record<Phase, CompletedBy>> = {};
  for (const name of PHASES) {
    const made = commits.find(({ step }) => isCompletion(step, name));
    if (made) completions[name] = await completedBy(phase, name, made);
  }
  const { implement } = completions;
  const own = await merging.log({ tip, without: [`refs/heads/${base}`] });
  const last = commits.find(({ paths }) => paths.includes(metaPath(phase)));
  return unsupportedClaims({
    meta,
    completions,
    later: await codeWithout(
      phase,
      tip,
      [`refs/heads/${base}`, ...(implement ? [implement.sha] : [])],
      implement !== undefined,
    ),
    committed: last && ((await recordedCompletion(phase, last))?.meta ?? (await metaAt(phase, last.sha))),
    depths: runDepth(meta.depth) === "light" ? await recordedDepths(phase, commits) : [],
    rewritten: await rewrittenCode(phase, { meta: implement?.meta ?? meta, base, tip: beforeFinish(tip, own) }),
  });
}

/** Oldest first. A commit of iflow whose record cannot be read says nothing. */
async function recordedDepths(
  phase: Parts<"feature" | "ports">,
  commits: readonly LoggedCommit[],
): Promise<(string | undefined)[]> {
  const depths: (string | undefined)[] = [];
  for (const { sha, paths } of commits.toReversed()) {
    const meta = paths.includes(metaPath(phase)) ? await metaAt(phase, sha) : undefined;
    if (meta) depths.push(runDepth(meta.depth));
  }
  return depths;
}

/** Without what finish itself has committed on top: documentation comes after the judgement. */
function beforeFinish(tip: string, commits: readonly LoggedCommit[]): string {
  if (commits[0]?.sha !== tip) return tip; // a merge, which is not logged
  return commits.find(({ step }) => !step?.startsWith("finish/"))?.sha ?? tip;
}

/** Code that is not as it was judged although every commit looks right: amended, rebased, merged with a resolution. */
async function rewrittenCode(
  phase: Parts<"feature" | "ports" | "run">,
  { meta, base, tip }: { readonly meta: FeatureMeta; readonly base: string; readonly tip: string },
): Promise<string[] | "lost"> {
  const judged = meta.phases?.implement?.judged;
  if (!judged || !FULL_ID.test(judged)) return [];
  const changed = await phase.ports.merging.changedSince(judged, tip, base);
  return changed === undefined ? "lost" : featureCode(changed, phase.run.head.config.artifactsRoot);
}

const FULL_ID = /^[0-9a-f]{40,64}$/;

async function completedBy(phase: Parts<"feature" | "ports">, name: Phase, commit: LoggedCommit): Promise<CompletedBy> {
  const { repository, snapshots } = phase.ports;
  const { sha } = commit;
  const recorded = await recordedCompletion(phase, commit);
  const kind = artifactOf(name);
  const path = kind && `${phase.feature.folder}/${artifactFile(kind)}`;
  const meta = recorded?.meta ?? (await metaAt(phase, sha));
  if (path === undefined) return { sha, meta, document: null };
  const blob = (await snapshots.blobs([path]))[path];
  const judged = meta?.phases?.[name]?.judged ?? blob; // earlier versions wrote none
  const isSame = (await repository.blobAt(recorded?.sha ?? sha, path)) === blob && judged === blob;
  return { sha, meta, document: { path, isSame } };
}

/** By the step in its message: a hook may have changed the words. */
function isCompletion(step: string | undefined, phase: Phase): boolean {
  return step !== undefined && new RegExp(`^${phase}/\\d+/\\d+/complete/\\d+$`).test(step);
}

/**
 * Commits of code since implement was completed, by anybody but iflow; where it never was, all of them. Plans and
 * documents of features are no code.
 */
async function codeWithout(
  phase: Parts<"ports" | "run">,
  tip: string,
  without: readonly string[],
  isCompleted: boolean,
): Promise<LoggedCommit[]> {
  const root = phase.run.head.config.artifactsRoot;
  const documents = ["features", "projects", "brainstorms"].map((name) => underRoot(root, name));
  const isDocument = (path: string) => documents.some((folder) => path.startsWith(`${folder}/`));
  const isUnjudged = ({ step, paths }: LoggedCommit) =>
    !(isCompleted && step !== undefined) && !paths.every(isDocument);
  return (await phase.ports.merging.log({ tip, without })).filter(isUnjudged).reverse();
}

function metaOf(text: string | undefined): FeatureMeta | undefined {
  const parsed = text === undefined ? undefined : parseMeta(text);
  return parsed?.ok ? parsed.meta : undefined;
}
