// Which features exist: folders in the tree and on the base branch, feature branches (local and remote-tracking), open
// runs; and which one is meant. A name counts if it fits one only, without a name the current branch says which. It is
// never guessed: otherwise the person is told what it could be.
import { chooseBase } from "../../domain/feature/base-branch.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import { branchOf, featureFolder, isFeatureKey, underRoot } from "../../domain/feature/feature-key.ts";
import { type FeatureMeta, type ParsedMeta, parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import { featureOf } from "../../domain/feature/start-point.ts";
import type { OtherTree } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { Ports } from "../../ports/ports.ts";
import type { KeptElsewhere } from "../../ports/runs/team.ts";
import { requireNamed, UnclearFeature } from "./unclear-feature.ts";

export interface KnownFeature {
  readonly feature: Feature;
  /** Undefined when only a branch of that name exists. */
  readonly meta: FeatureMeta | undefined;
  /** Why `.meta.json` cannot be read. */
  readonly problem: string | undefined;
  /** Where it has come further than this clone knows; then `meta` is what was kept there last. */
  readonly elsewhere?: OtherTree;
}

/** Only what looking takes. */
export type FeaturePorts = Pick<Ports, "tree" | "team" | "baseBranch"> & {
  readonly repository: Pick<
    Ports["repository"],
    "where" | "tip" | "show" | "list" | "branches" | "beganAt" | "featureBranches"
  >;
  readonly runs: Pick<Ports["runs"], "open">;
};

export async function knownFeatures(ports: FeaturePorts, artifactsRoot: string): Promise<KnownFeature[]> {
  const keys = await knownKeys(ports, artifactsRoot);
  // most are merged and their branches are gone: git need not be asked for each of them
  const branches = new Set(await ports.repository.featureBranches());
  const kept = await ports.team?.features();
  return Promise.all(
    keys.map((key) => readFeature(ports, artifactsRoot, key, kept?.get(key), branches.has(branchOf(key)))),
  );
}

/** Only their names, sorted, which is faster. */
export async function knownKeys(ports: FeaturePorts, artifactsRoot: string): Promise<string[]> {
  const [folders, merged, branches, runs, kept] = await Promise.all([
    ports.tree.list(underRoot(artifactsRoot, "features")),
    mergedFolders(ports, artifactsRoot),
    ports.repository.featureBranches(),
    ports.runs.open(),
    ports.team?.features(),
  ]);
  const keys = new Set([
    ...folders,
    ...merged,
    ...branches.map((branch) => branch.replace(/^feature\//, "")),
    ...runs.map((run) => run.head.feature),
    ...(kept?.keys() ?? []),
  ]);
  return [...keys].filter(isFeatureKey).sort();
}

/** What was merged since HEAD's branch began is only on the base branch. */
async function mergedFolders(ports: FeaturePorts, artifactsRoot: string): Promise<string[]> {
  const base = await baseBesideHead(ports);
  return base === undefined ? [] : ports.repository.list(base, underRoot(artifactsRoot, "features"));
}

/** The commit of the base branch; undefined where HEAD has all of it, or it is not clear which branch that is. */
async function baseBesideHead({ repository, baseBranch }: FeaturePorts): Promise<string | undefined> {
  const [{ branch = "" }, { local, remoteDefault }] = await Promise.all([repository.where(), repository.branches()]);
  const base = chooseBase({ configured: await baseBranch(), remoteDefault, local });
  if (base.type !== "known" || base.branch === branch) return undefined;
  const tip = await repository.tip(base.branch);
  return tip === repository.beganAt(branch) ? undefined : tip; // nothing was merged since
}

/** Who only looks may also mean a feature that is over, if no other one can be meant. */
type Purpose = "work" | "look";

export async function resolveFeature(
  ports: FeaturePorts,
  artifactsRoot: string,
  asked: string | undefined,
  purpose: Purpose = "work",
): Promise<KnownFeature & { readonly meta: FeatureMeta }> {
  const found = await findMeant(ports, artifactsRoot, asked, purpose);
  if (found.elsewhere && purpose === "work") throw composeElsewhere(found, found.elsewhere);
  const path = `${found.feature.folder}/.meta.json`;
  if (found.problem !== undefined) {
    const file = shellWord(path);
    throw new IflowError("meta-corrupt", `${path} cannot be read: ${found.problem}`, {
      detail: "The file is left exactly as it is; nothing was changed.",
      fix: `repair it, or set it aside and restore the last good one: mv ${file} ${shellWord(`${path}.bad`)} && git restore --source=HEAD -- ${file}`,
    });
  }
  if (!found.meta) {
    throw new IflowError("feature-unknown", `Feature ${found.feature.key} has no metadata (${path})`, {
      fix: `git switch ${found.feature.branch}, or create it again: iflow create-feature "what you want"`,
    });
  }
  return { ...found, meta: found.meta };
}

/** What another clone has and this one lacks cannot be worked on here. */
function composeElsewhere({ feature, meta }: KnownFeature, { host, tree }: OtherTree): IflowError {
  const { key, branch } = feature;
  if (meta?.status === "completed") {
    const fix = "git pull   (once the base branch is pushed there)";
    return new IflowError("repository-state", `${key} was completed elsewhere: in ${tree} on ${host}`, { fix });
  }
  const name = shellWord(branch);
  return new IflowError("repository-state", `${key} has come further elsewhere: in ${tree} on ${host}`, {
    detail: "Its newest commits are not here.",
    fix: `git fetch origin ${name}:${name}   (there, before: git push origin ${name})`,
    feature: key,
  });
}

async function findMeant(
  ports: FeaturePorts,
  artifactsRoot: string,
  asked: string | undefined,
  purpose: Purpose,
): Promise<KnownFeature> {
  const key =
    asked === undefined ? await currentFeature(ports, artifactsRoot) : await namedKey(ports, artifactsRoot, asked);
  if (key !== undefined) return readFeature(ports, artifactsRoot, key, (await ports.team?.features())?.get(key));
  const known = await knownFeatures(ports, artifactsRoot);
  const areAllOver = known.every(({ meta }) => meta?.status === "completed" || meta?.status === "abandoned");
  const [only, ...others] = known;
  if (purpose === "look" && areAllOver && only !== undefined && others.length === 0) return only;
  return theActiveOne(known, purpose === "look" && areAllOver);
}

/** The feature whose branch is checked out in this working tree. */
export async function currentFeature(ports: FeaturePorts, artifactsRoot: string): Promise<string | undefined> {
  const { branch } = await ports.repository.where();
  const key = branch === undefined ? undefined : featureOf(branch);
  if (key === undefined) return undefined;
  const isThere = (await ports.tree.list(featureFolder(artifactsRoot, key))).length > 0;
  return isThere || (await ports.runs.open()).some(({ head }) => head.feature === key) ? key : undefined;
}

/** The key of the feature that a person named, in any way that fits only one. */
export async function namedKey(ports: FeaturePorts, artifactsRoot: string, asked: string): Promise<string> {
  return requireNamed(await knownKeys(ports, artifactsRoot), asked);
}

function theActiveOne(known: readonly KnownFeature[], isAnyMeant: boolean): KnownFeature {
  const active = known.filter(({ meta, problem }) => meta?.status === "active" || problem !== undefined);
  const [first, ...others] = active;
  const all = known.map(({ feature }) => feature.key);
  if (!first) {
    const isPlanned = ({ meta }: KnownFeature) => isAnyMeant || meta?.status === "planned";
    const choices = known.filter(isPlanned).map(({ feature }) => feature.key);
    throw new UnclearFeature("feature-unknown", "No active feature found", { choices, all });
  }
  if (others.length === 0) return first;
  const choices = active.map(({ feature }) => feature.key);
  throw new UnclearFeature("needs-answer", "Several features are active", { choices, all });
}

async function readFeature(
  ports: FeaturePorts,
  artifactsRoot: string,
  key: string,
  kept: KeptElsewhere | undefined,
  mayHaveBranch = true,
): Promise<KnownFeature> {
  const folder = featureFolder(artifactsRoot, key);
  const branch = branchOf(key);
  const path = `${folder}/.meta.json`;
  const parsed = (await readMeta(ports, mayHaveBranch ? branch : undefined, path)) ?? (await readMerged(ports, path));
  const here = parsed?.ok ? parsed.meta : undefined;
  const ahead = parsed?.ok === false ? undefined : metaAhead(kept?.meta, here);
  const meta = ahead ?? here;
  const slug = key.replace(/^\d+-/, "");
  return {
    feature: { key, slug, folder, branch, description: meta?.description ?? slug.replaceAll("-", " ") },
    meta,
    problem: parsed && !parsed.ok ? parsed.problem : undefined,
    ...(kept && (ahead || !parsed) && { elsewhere: { host: kept.host, tree: kept.tree } }),
  };
}

/** Undefined when this clone knows as much. */
function metaAhead(kept: string | undefined, here: FeatureMeta | undefined): FeatureMeta | undefined {
  const parsed = kept === undefined ? undefined : parseMeta(kept);
  if (!parsed?.ok) return undefined;
  return here === undefined || newestTime(here) < newestTime(parsed.meta) ? parsed.meta : undefined;
}

function newestTime({ created, completed, phases }: FeatureMeta): number {
  const times = [created, completed, ...Object.values(phases ?? {}).flatMap((one) => [one.started, one.completed])];
  return Math.max(0, ...times.flatMap((time) => (typeof time === "string" ? Date.parse(time) || 0 : 0)));
}

/** Keeps what people look at from other machines; nothing where there is no team. */
export async function keepForTeam(
  { team, ...ports }: Omit<FeaturePorts, "runs">,
  { key, branch, folder }: Pick<Feature, "key" | "branch" | "folder">,
): Promise<void> {
  if (!team || !isFeatureKey(key)) return;
  const read = (name: string) => readText(ports, branch, `${folder}/${name}`).catch(() => undefined);
  await team.keep(key, { meta: await read(".meta.json"), history: await read(".review-history.md") });
}

/** A file that cannot be read is a problem of that feature only. */
async function readMeta(
  ports: FeaturePorts,
  branch: string | undefined,
  path: string,
): Promise<ParsedMeta | undefined> {
  try {
    const text = await readText(ports, branch, path);
    return text === undefined ? undefined : parseMeta(text);
  } catch (error) {
    if (error instanceof IflowError) return { ok: false, problem: error.message };
    throw error;
  }
}

async function readMerged(ports: FeaturePorts, path: string): Promise<ParsedMeta | undefined> {
  const base = await baseBesideHead(ports);
  const text = base === undefined ? undefined : await ports.repository.show(base, path);
  return text === undefined ? undefined : parseMeta(text);
}

/**
 * The working tree's copy, if HEAD is on the feature's branch or there is no such branch. On another branch that copy is
 * as old as the moment at which the two parted, so the branch's own comes first.
 */
async function readText(
  ports: Pick<FeaturePorts, "tree" | "repository">,
  branch: string | undefined,
  path: string,
): Promise<string | undefined> {
  const inTree = await ports.tree.read(path);
  const tip = branch === undefined ? undefined : await ports.repository.tip(branch);
  if (tip === undefined || (inTree !== undefined && (await ports.repository.where()).branch === branch)) return inTree;
  return (await ports.repository.show(tip, path)) ?? inTree;
}
