// Abandoning a feature: one word in `.meta.json`, committed alone on the feature's branch; the branch and the files
// stay. The commit comes before the open run is ended, so a failed commit costs nothing, and running the command again
// does the rest.
import type { Feature } from "../../domain/feature/feature.ts";
import { type FeatureMeta, parseMeta, printMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { Ports } from "../../ports/ports.ts";
import { settleCreations } from "./create/settle-creations.ts";
import { endRun, requireUnowned } from "./end-run.ts";
import { keepForTeam, resolveFeature } from "./features.ts";
import { requireHere } from "./require-here.ts";
import { requireIdleRepository } from "./require-idle-repository.ts";

export interface AbandonPlan {
  readonly feature: Feature;
  readonly meta: FeatureMeta;
  /** Open runs, which are ended too. */
  readonly runs: readonly RunSummary[];
}

export interface Abandoned {
  readonly feature: string;
  readonly branch: string;
  readonly commit: string;
  readonly endedRuns: readonly string[];
}

/** Refuses what cannot be abandoned, before the person is asked. */
export async function planAbandon(
  ports: Ports,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<AbandonPlan> {
  await settleCreations(ports);
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, asked);
  const { key } = feature;
  await requireUnowned(ports, key);
  const runs = (await ports.runs.open()).filter(({ head }) => head.feature === key);
  for (const run of runs) requireHere(run);
  const place = await findPlace(ports, feature);
  const isOver = meta.status === "completed" || (place.committed?.status === "abandoned" && runs.length === 0);
  if (isOver) throw new IflowError("usage", `${key} is already ${meta.status}`, { fix: "iflow list --all" });
  return { feature, meta, runs };
}

export async function abandonFeature(ports: Ports, { feature, runs }: AbandonPlan): Promise<Abandoned> {
  const lock = await ports.runs.lock(feature.key, { command: "iflow abandon" });
  try {
    const { branch, commit } = await commitStatus(ports, feature);
    for (const { head } of runs) await endRun(ports, head.id);
    await ports.creations.forget(feature.key); // a chain that had not begun its first phase
    if ((await ports.runs.open()).length === 0) await ports.snapshots.clear(); // another run may need its own
    await keepForTeam(ports, feature);
    return { feature: feature.key, branch, commit, endedRuns: runs.map(({ head }) => head.id) };
  } finally {
    await lock.release();
  }
}

interface Place {
  readonly path: string;
  /** The working tree's version; undefined when the feature exists only on its branch. */
  readonly inTree: string | undefined;
  /** The branch that holds the status; undefined for a feature without one, whose status is committed where HEAD is. */
  readonly branch: string | undefined;
  readonly committed: FeatureMeta | undefined;
}

async function findPlace({ repository, tree }: Ports, feature: Feature): Promise<Place> {
  const path = `${feature.folder}/.meta.json`;
  const tip = await repository.tip(feature.branch);
  const revision = tip ?? (await repository.where()).head;
  const text = revision === undefined ? undefined : await repository.show(revision, path);
  return {
    path,
    inTree: await tree.read(path),
    branch: tip === undefined ? undefined : feature.branch,
    committed: text === undefined ? undefined : metaOf(text),
  };
}

function metaOf(text: string): FeatureMeta | undefined {
  const parsed = parseMeta(text);
  return parsed.ok ? parsed.meta : undefined;
}

async function commitStatus(ports: Ports, feature: Feature): Promise<{ branch: string; commit: string }> {
  const { path, inTree, branch: own, committed } = await findPlace(ports, feature);
  const request = { message: `iflow: abandon ${feature.slug}`, step: `abandon/${feature.key}` };
  if (inTree === undefined && own !== undefined && committed) {
    const since = (await ports.repository.tip(own)) ?? "";
    const text = printMeta({ ...committed, status: "abandoned" });
    const { sha } = await ports.commits.commitText({ ...request, branch: own, since, path, text });
    return { branch: own, commit: sha };
  }
  const { branch: current, head } = await requireIdleRepository(ports.repository);
  const branch = own ?? current;
  if (branch !== current) {
    throw new IflowError("repository-state", `HEAD is on ${current}, which has a copy of ${feature.folder}`, {
      fix: `git switch ${shellWord(branch)}, then run this again`,
    });
  }
  const meta = metaOf(inTree ?? "");
  const base = committed ?? meta;
  if (!meta || !base)
    throw new IflowError("meta-corrupt", `${path} cannot be read`, { fix: `git restore -- ${shellWord(path)}` });
  const text = printMeta({ ...base, status: "abandoned" });
  if (![printMeta(base), text].includes(printMeta(meta))) {
    throw new IflowError("repository-state", `${path} has uncommitted changes`, {
      fix: `commit them, or undo them: git restore -- ${shellWord(path)}`,
    });
  }
  await ports.tree.writeOwn(path, text);
  try {
    const { sha } = await ports.commits.commitFiles({ ...request, branch, paths: [path], since: head });
    return { branch, commit: sha };
  } catch (error) {
    const made = await ports.commits.findStep({ branch, step: request.step, since: head });
    if (made === undefined) await ports.tree.writeOwn(path, inTree ?? text); // not committed, so not abandoned
    throw error;
  }
}
