// A planned feature has a folder and a number, but no branch and no work yet. The first phase that is asked for gives it
// its branch, as `create-feature` does for a new one, and its `.meta.json` says that it is active.
import { type FeatureMeta, printMeta } from "../../../domain/feature/meta/feature-meta.ts";
import type { BegunChain, Creation } from "../../../domain/run/creation.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { KnownFeature } from "../features.ts";
import { keptStart, withStack } from "./create-feature.ts";
import { carryOut, concludeCreation, endCreation } from "./creation.ts";
import { requireStart, type StartConfig, type StartPoint } from "./start-point.ts";

/** The caller holds the lock. Any other feature is returned as it is, and so is one that was started at the remote. */
export async function startPlanned(
  ports: Ports,
  config: StartConfig,
  known: KnownFeature,
  { from, chain }: { readonly from?: string; readonly chain?: BegunChain },
): Promise<KnownFeature> {
  const { feature, meta } = known;
  if (!meta || !(await isToStart(ports, known))) return known;
  await ports.commits.requireIdentity();
  const { branch, key, folder, description } = feature;
  const tip = await ports.repository.tip(branch);
  const start = tip === undefined ? await requireStart(ports, config, from) : startAt(branch, tip);
  const started = startedMeta(meta, branch, start, ports.clock.now());
  const creation: Creation = {
    ...{ key, description, branch, folder, start: keptStart(start), gitDir: ports.repository.gitDir, planned: true },
    files: [{ path: `${folder}/.meta.json`, text: printMeta(started) }],
    ...(tip !== undefined && { foundBranch: true }),
    ...(chain && { chain }),
  };
  await ports.creations.keep(creation);
  await carryOut(ports, creation);
  await concludeCreation(ports, creation);
  await endCreation(ports, creation);
  ports.emit({ type: "feature-started", feature: key, branch, from: start.branch, stackedOn: start.stackedOn });
  return { ...known, meta: started };
}

/** On a branch that a person made. */
function startAt(branch: string, revision: string): StartPoint {
  return { branch, revision, stackedOn: undefined, left: undefined };
}

/** It gets a branch, or has one that a person made here. */
export async function isToStart(
  { repository }: Pick<Ports, "repository">,
  { feature, meta }: KnownFeature,
): Promise<boolean> {
  if (meta?.status !== "planned") return false;
  if ((await repository.tip(feature.branch)) !== undefined) return true;
  return !(await repository.featureBranches()).includes(feature.branch);
}

function startedMeta(meta: FeatureMeta, branch: string, start: StartPoint, now: Date): FeatureMeta {
  const needed = withStack(meta.depends_on_features, start);
  return {
    ...meta,
    status: "active",
    branch,
    created: meta.created ?? now.toISOString(),
    ...(needed.length > 0 && { depends_on_features: needed }),
  };
}
