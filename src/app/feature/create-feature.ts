// A new feature: its number, its branch (reserved first, so that two people cannot get the same one), its folder with
// `.meta.json` and the PRD if there is one; one commit. If the PRD grew out of a backlog row, that row is marked.
import { backlogSourceOf, promoteBacklogRow } from "../../domain/feature/backlog.ts";
import type { Decision } from "../../domain/feature/decision.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import {
  branchOf,
  featureFolder,
  featureKey,
  nextNumber,
  slugOf,
  underRoot,
} from "../../domain/feature/feature-key.ts";
import { newMeta, printMeta } from "../../domain/feature/feature-meta.ts";
import { creationStep } from "../../domain/feature/lineage.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { knownFeatures } from "./features.ts";
import { requireStart, type StartConfig, type StartPoint } from "./start-point.ts";

export interface NewFeature {
  readonly text: string;
  /** The PRD's text and its origin. */
  readonly prd?: { readonly path: string; readonly text: string };
  readonly project?: string;
  readonly dependsOn?: readonly string[];
  /** Where its branch begins: `base`, or the key of the feature to build on; undefined when nobody has decided. */
  readonly from?: string;
  /** What the person decided before there was a feature. */
  readonly decisions?: readonly Decision[];
}

export interface CreatedFeature extends Feature {
  readonly start: StartPoint;
}

export async function createFeature(ports: Ports, config: StartConfig, wanted: NewFeature): Promise<CreatedFeature> {
  const description = wanted.text.trim().replaceAll(/\s+/g, " ");
  if (description === "") {
    throw new IflowError("usage", "a feature needs a description", { fix: 'iflow create-feature "<what you want>"' });
  }
  if (wanted.prd && wanted.prd.text.trim() === "") {
    throw new IflowError("usage", `${wanted.prd.path} is empty`, {
      fix: "give a PRD with content, or leave out --prd",
    });
  }
  // This switches the branch, so nothing else may be working in this tree.
  const lock = await ports.runs.lock("create-feature", { command: "iflow create-feature" });
  try {
    return await reserveAndCommit(ports, config, { ...wanted, text: description });
  } finally {
    await lock.release();
  }
}

async function reserveAndCommit(ports: Ports, config: StartConfig, wanted: NewFeature): Promise<CreatedFeature> {
  const { artifactsRoot } = config;
  const start = await requireStart(ports, config, wanted.from);
  const keys = (await knownFeatures(ports, artifactsRoot)).map(({ feature }) => feature.key);
  requireKnown(keys, wanted.dependsOn ?? []);
  const key = await reserve(ports, keys, slugOf(wanted.text), start.revision);
  const feature: Feature = {
    key,
    slug: key.replace(/^\d+-/, ""),
    folder: featureFolder(artifactsRoot, key),
    description: wanted.text,
    branch: branchOf(key),
  };
  await ports.repository.switchTo(feature.branch);
  await writeAndCommit(ports, feature, artifactsRoot, wanted, start);
  return { ...feature, start };
}

async function reserve(ports: Ports, keys: readonly string[], slug: string, revision: string): Promise<string> {
  for (let number = nextNumber(keys); ; number++) {
    const key = featureKey(number, slug);
    if (await ports.repository.reserveBranch(branchOf(key), revision)) return key;
  }
}

async function writeAndCommit(
  ports: Ports,
  feature: Feature,
  artifactsRoot: string,
  wanted: NewFeature,
  start: StartPoint,
): Promise<void> {
  const metaPath = `${feature.folder}/.meta.json`;
  const prdPath = `${feature.folder}/prd.md`;
  const source = backlogSourceOf(wanted.prd?.text ?? "");
  const needed = withStack(wanted.dependsOn, start);
  const meta = newMeta({
    id: feature.key.slice(0, feature.key.indexOf("-")),
    slug: feature.slug,
    description: feature.description,
    created: ports.clock.now().toISOString(),
    branch: feature.branch,
    ...(wanted.prd && { brainstorm_source: wanted.prd.path }),
    ...(source !== undefined && { backlog_source: source }),
    ...(wanted.project !== undefined && { project_id: wanted.project }),
    ...(needed.length > 0 && { depends_on_features: needed }),
    ...(wanted.decisions && wanted.decisions.length > 0 && { decisions: [...wanted.decisions] }),
  });
  await ports.tree.write(metaPath, printMeta(meta));
  if (wanted.prd) await ports.tree.write(prdPath, wanted.prd.text);
  const backlog = source === undefined ? [] : await markBacklog(ports, artifactsRoot, source, feature.key);
  await ports.commits.commitFiles({
    branch: feature.branch,
    paths: [metaPath, ...(wanted.prd ? [prdPath] : []), ...backlog],
    message: `iflow: create feature ${feature.key}`,
    step: creationStep(feature.key),
    since: start.revision,
  });
}

/** A feature depends on the one it is built on. */
export function withStack(dependsOn: readonly string[] | null | undefined, { stackedOn }: StartPoint): string[] {
  return [...new Set([...(dependsOn ?? []), ...(stackedOn === undefined ? [] : [stackedOn])])];
}

/** The file to commit with the feature; none, with a warning, if it lacks the row or has uncommitted changes. */
async function markBacklog(ports: Ports, artifactsRoot: string, id: string, key: string): Promise<string[]> {
  const { tree, repository, emit } = ports;
  const path = underRoot(artifactsRoot, "backlog.md");
  const marked = promoteBacklogRow((await tree.read(path)) ?? "", id, key);
  if (marked === undefined) {
    emit({ type: "warned", text: `the PRD comes from backlog #${id}, but ${path} has no such row` });
    return [];
  }
  if ((await repository.dirty([path])).length > 0) {
    emit({ type: "warned", text: `${path} has uncommitted changes, so its row #${id} was not marked` });
    return [];
  }
  await tree.write(path, marked);
  return [path];
}

function requireKnown(keys: readonly string[], dependsOn: readonly string[]): void {
  for (const key of dependsOn) {
    if (keys.includes(key)) continue;
    throw new IflowError("feature-unknown", `--depends-on ${key}: there is no such feature`, {
      fix: keys.length > 0 ? `known features: ${keys.join(", ")}` : "create it first",
    });
  }
}
