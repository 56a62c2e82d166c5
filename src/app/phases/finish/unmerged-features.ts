// Would the merge bring in another feature that has not been merged itself? The commits decide that, not a record of
// what the feature was built on: branches can be merged, rebased and deleted by hand.
import { branchOf, featureFolder, isFeatureKey, underRoot } from "../../../domain/feature/feature-key.ts";
import { begunIn, type FoundStatus, foreignRoots, isUnmerged } from "../../../domain/feature/meta/lineage.ts";
import { featureOf } from "../../../domain/feature/start-point.ts";
import type { NewCommits } from "../../../ports/git/lineage.ts";
import { statusIn } from "../../feature/feature-standing.ts";
import type { Parts } from "../../work/state/phase-run.ts";

export type UnmergedFeature = {
  readonly key: string;
  /** It has one in this repository. */
  readonly branch: string | null;
  /** As its own branch says; else as the branch to be merged says. */
  readonly status: NonNullable<FoundStatus> | null;
};

export async function findUnmerged(
  phase: Parts<"feature" | "ports" | "run">,
  base: string,
): Promise<UnmergedFeature[]> {
  const { repository, lineage } = phase.ports;
  const { artifactsRoot } = phase.run.head.config;
  const { key: own, branch } = phase.feature;
  const tip = await repository.tip(branch);
  if (tip === undefined) return [];
  const folder = underRoot(artifactsRoot, "features");
  const found = await lineage.newCommits(base, tip, folder);
  const begun = begunIn(found.commits);
  const changed = found.changed.flatMap((path) => metaKey(path.slice(folder.length + 1)) ?? []);
  const shared = await findShared(phase, found, tip, begun);
  const branches = await repository.featureBranches();
  const unmerged: UnmergedFeature[] = [];
  for (const key of [...new Set([...begun.keys(), ...changed, ...shared])].sort()) {
    if (key === own || !isFeatureKey(key)) continue;
    const here = changed.includes(key) ? await statusIn(phase.ports, artifactsRoot, tip, key) : undefined;
    const inBase = await statusInBases(phase, found.bases, key);
    const hasBranch = branches.includes(branchOf(key));
    const facts = { isBegun: begun.has(key), isShared: shared.includes(key), hasBranch, here, inBase };
    if (!isUnmerged(facts)) continue;
    const theirs = await repository.tip(branchOf(key));
    const status = theirs === undefined ? here : await statusIn(phase.ports, artifactsRoot, theirs, key);
    unmerged.push({ key, branch: theirs === undefined ? null : branchOf(key), status: status ?? null });
  }
  return unmerged;
}

function metaKey(path: string): string | undefined {
  return /^([^/]+)\/\.meta\.json$/.exec(path)?.[1];
}

async function statusInBases(
  { ports, run }: Parts<"ports" | "run">,
  bases: readonly string[],
  key: string,
): Promise<FoundStatus> {
  const statuses = await Promise.all(bases.map((one) => statusIn(ports, run.head.config.artifactsRoot, one, key)));
  return statuses.includes("completed") ? "completed" : statuses.find((status) => status !== undefined);
}

/** Features whose branches have commits of this one that are not its own. */
async function findShared(
  phase: Parts<"feature" | "ports" | "run">,
  { commits, bases }: NewCommits,
  tip: string,
  begun: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { lineage } = phase.ports;
  const { key: own } = phase.feature;
  const changesOf = (key: string, where: string) =>
    lineage.changesIn(featureFolder(phase.run.head.config.artifactsRoot, key), where, bases);
  const starts = [begun.get(own) ?? (await changesOf(own, tip))[0]];
  for (const [key, start] of begun) {
    if ((await statusInBases(phase, bases, key)) === "completed") starts.push(start);
  }
  const roots = foreignRoots(
    commits,
    starts.filter((sha) => sha !== undefined),
  );
  const shared = new Set<string>();
  for (const ref of await lineage.branchesWith(roots)) {
    const key = featureOf(ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ""));
    if (key === undefined || key === own) continue;
    // Two features may have begun on a third branch: then neither has a commit of the other.
    const theirs = await changesOf(key, ref);
    if (theirs.length === 0 || theirs.some((sha) => commits.some((commit) => commit.sha === sha))) shared.add(key);
  }
  return [...shared];
}
