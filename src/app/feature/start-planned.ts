// A planned feature has a folder and a number, but no branch and no work yet. The first phase that is asked for gives it
// its branch, as `create-feature` does for a new one, and its `.meta.json` says that it is active.
import { type FeatureMeta, printMeta } from "../../domain/feature/feature-meta.ts";
import { creationStep } from "../../domain/feature/lineage.ts";
import type { Ports } from "../../ports/ports.ts";
import { withStack } from "./create-feature.ts";
import type { KnownFeature } from "./features.ts";
import { requireStart, type StartConfig, type StartPoint } from "./start-point.ts";

/** The caller holds the lock. Any other feature is returned as it is, and so is one that was started at the remote. */
export async function startPlanned(
  ports: Ports,
  config: StartConfig,
  known: KnownFeature,
  from: string | undefined,
): Promise<KnownFeature> {
  const { feature, meta } = known;
  if (!meta || !(await isToStart(ports, known))) return known;
  const { branch, key } = feature;
  const start = await reserve(ports, config, branch, from);
  await ports.repository.switchTo(branch);
  const started = startedMeta(meta, branch, start, ports.clock.now());
  const path = `${feature.folder}/.meta.json`;
  await ports.tree.write(path, printMeta(started));
  await ports.commits.commitFiles({
    branch,
    paths: [path],
    message: `iflow: create feature ${key}`,
    step: creationStep(key),
    since: start.revision,
  });
  ports.emit({ type: "feature-started", feature: key, branch, from: start.branch, stackedOn: start.stackedOn });
  return { ...known, meta: started };
}

/** It gets a branch, or has one that an earlier attempt or a person made here. */
export async function isToStart(
  { repository }: Pick<Ports, "repository">,
  { feature, meta }: KnownFeature,
): Promise<boolean> {
  if (meta?.status !== "planned") return false;
  if ((await repository.tip(feature.branch)) !== undefined) return true;
  return !(await repository.featureBranches()).includes(feature.branch);
}

async function reserve(
  ports: Ports,
  config: StartConfig,
  branch: string,
  from: string | undefined,
): Promise<StartPoint> {
  const tip = await ports.repository.tip(branch);
  if (tip !== undefined) return { branch, revision: tip, stackedOn: undefined, left: undefined };
  const start = await requireStart(ports, config, from);
  await ports.repository.reserveBranch(branch, start.revision);
  return start;
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
