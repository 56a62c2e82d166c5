// Which features exist: folders in the tree, feature branches (local and remote-tracking), open runs. A feature is
// never guessed: if none or several are active, the person is told and names one.
import type { Feature } from "../../domain/feature/feature.ts";
import { branchOf, featureFolder, isFeatureKey } from "../../domain/feature/feature-key.ts";
import { type FeatureMeta, type ParsedMeta, parseMeta } from "../../domain/feature/feature-meta.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

export interface KnownFeature {
  readonly feature: Feature;
  /** Undefined when only a branch of that name exists. */
  readonly meta: FeatureMeta | undefined;
  /** Why `.meta.json` cannot be read. */
  readonly problem: string | undefined;
}

type FeaturePorts = Pick<Ports, "repository" | "tree" | "runs">;

export async function knownFeatures(ports: FeaturePorts, artifactsRoot: string): Promise<KnownFeature[]> {
  const keys = await knownKeys(ports, artifactsRoot);
  return Promise.all(keys.map((key) => readFeature(ports, artifactsRoot, key)));
}

/** Only their names, sorted, which is faster. */
export async function knownKeys(ports: FeaturePorts, artifactsRoot: string): Promise<string[]> {
  const [folders, branches, runs] = await Promise.all([
    ports.tree.list(`${artifactsRoot}/features`),
    ports.repository.featureBranches(),
    ports.runs.open(),
  ]);
  const keys = new Set([
    ...folders,
    ...branches.map((branch) => branch.replace(/^feature\//, "")),
    ...runs.map((run) => run.head.feature),
  ]);
  return [...keys].filter(isFeatureKey).sort();
}

export async function resolveFeature(
  ports: FeaturePorts,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<KnownFeature & { readonly meta: FeatureMeta }> {
  const known = await knownFeatures(ports, artifactsRoot);
  const found = asked === undefined ? theActiveOne(known) : theNamedOne(known, asked);
  const path = `${found.feature.folder}/.meta.json`;
  if (found.problem !== undefined) {
    throw new IflowError("meta-corrupt", `${path} cannot be read: ${found.problem}`, {
      detail: "The file is left exactly as it is; nothing was changed.",
      fix: `repair it, or set it aside and restore the last good one: mv ${path} ${path}.bad && git restore --source=HEAD -- ${path}`,
    });
  }
  if (!found.meta) {
    throw new IflowError("feature-unknown", `Feature ${found.feature.key} has no metadata (${path})`, {
      fix: `git switch ${found.feature.branch}, or create it again: iflow create-feature "<text>"`,
    });
  }
  return { ...found, meta: found.meta };
}

function theNamedOne(known: readonly KnownFeature[], asked: string): KnownFeature {
  const found = known.find(({ feature }) => feature.key === asked);
  if (found) return found;
  const names = known.map(({ feature }) => feature.key);
  throw new IflowError("feature-unknown", `Feature ${asked} not found`, {
    fix: names.length > 0 ? `known features: ${names.join(", ")}` : 'iflow create-feature "<what you want>"',
  });
}

function theActiveOne(known: readonly KnownFeature[]): KnownFeature {
  const active = known.filter(({ meta, problem }) => meta?.status === "active" || problem !== undefined);
  const [first, ...others] = active;
  if (!first) {
    const planned = known.find(({ meta }) => meta?.status === "planned")?.feature.key;
    throw new IflowError("feature-unknown", "No active feature found", {
      fix: planned ? `name a planned one: --feature=${planned}` : 'iflow create-feature "<what you want>"',
    });
  }
  if (others.length === 0) return first;
  throw new IflowError("needs-answer", "Several features are active", {
    detail: active.map(({ feature }) => `  ${feature.key}`).join("\n"),
    fix: `name one: --feature=${first.feature.key}`,
  });
}

async function readFeature(ports: FeaturePorts, artifactsRoot: string, key: string): Promise<KnownFeature> {
  const folder = featureFolder(artifactsRoot, key);
  const branch = branchOf(key);
  const parsed = await readMeta(ports, branch, `${folder}/.meta.json`);
  const meta = parsed?.ok ? parsed.meta : undefined;
  const slug = key.replace(/^\d+-/, "");
  return {
    feature: { key, slug, folder, branch, description: meta?.description ?? slug.replaceAll("-", " ") },
    meta,
    problem: parsed && !parsed.ok ? parsed.problem : undefined,
  };
}

/** A file that cannot be read is a problem of that feature only. */
async function readMeta(ports: FeaturePorts, branch: string, path: string): Promise<ParsedMeta | undefined> {
  try {
    const text = await readMetaText(ports, branch, path);
    return text === undefined ? undefined : parseMeta(text);
  } catch (error) {
    if (error instanceof IflowError) return { ok: false, problem: error.message };
    throw error;
  }
}

/**
 * The working tree's copy, if HEAD is on the feature's branch or there is no such branch. On another branch that copy is
 * as old as the moment at which the two parted, so the branch's own comes first.
 */
async function readMetaText(ports: FeaturePorts, branch: string, path: string): Promise<string | undefined> {
  const inTree = await ports.tree.read(path);
  const tip = await ports.repository.tip(branch);
  if (tip === undefined || (inTree !== undefined && (await ports.repository.where()).branch === branch)) return inTree;
  return (await ports.repository.show(tip, path)) ?? inTree;
}
