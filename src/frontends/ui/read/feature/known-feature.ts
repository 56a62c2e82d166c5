// A feature that is shown: where it stands, its runs, and the doors of the tree it lives in; its issues and its commits.
import type { OverviewRow } from "../../../../app/feature/overview.ts";
import { readHistory } from "../../../../app/feature/read-history.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { isFeatureKey } from "../../../../domain/feature/feature-key.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { issueViews } from "../../view/feature/issue-views.ts";
import { type Gathered, runsOf } from "../../view/gathered.ts";
import type { IssueView } from "../../view/model/common.ts";
import type { RunState } from "../../view/run-state.ts";
import type { WatchedRepository } from "../watched-repository.ts";
import { type FeaturePlace, placeOf } from "./feature-place.ts";

export interface KnownFeature {
  readonly row: OverviewRow;
  readonly config: Config;
  /** Where its files are, and doors of the tree it lives in. */
  readonly place: FeaturePlace;
  readonly ports: Ports;
  readonly runs: readonly RunState[];
}

export async function findFeature(
  repository: WatchedRepository,
  gathered: Gathered,
  key: string,
): Promise<KnownFeature> {
  const row = gathered.features.find((one) => one.key === key);
  if (row === undefined) {
    const { problem } = gathered.repository;
    if (problem) throw new IflowError("repository-state", problem.message, { fix: problem.fix });
    throw new IflowError("feature-unknown", `there is no feature of that name in ${repository.id}`, {
      fix: "iflow list --all",
    });
  }
  const { ports } = repository.place;
  const config = await repository.config();
  const home = row.tree === null ? ports : await ports.openTree(row.tree);
  return { row, config, ports: home, place: await placeOf(ports, config, row), runs: runsOf(gathered, key) };
}

/** Empty where its history cannot be read: the page shows the rest. */
export async function issuesOf({ row, config, ports }: KnownFeature): Promise<IssueView[]> {
  if (!isFeatureKey(row.key)) return [];
  const history = await readHistory(ports, config.artifactsRoot, row.key).catch(() => undefined);
  return history ? issueViews(history.issues, history.entries) : [];
}

/** Its commits, newest first; also when it is merged and its branch is gone. */
export async function logOf({ row, ports, runs }: KnownFeature): Promise<readonly LoggedCommit[]> {
  if (!isFeatureKey(row.key)) return [];
  const heads = (await ports.runs.ofFeature(row.key)).map(({ head }) => head);
  const tip = (await ports.repository.tip(row.branch)) ?? runs.findLast(({ completed }) => completed)?.completed?.sha;
  if (tip === undefined) return [];
  const [first] = heads;
  const without = first ? [first.base] : await baseOf(ports);
  return ports.merging.log({ tip, without, ownOnly: true }).catch(() => []);
}

async function baseOf({ merging }: Ports): Promise<string[]> {
  const { local, remoteDefault } = await merging.branches();
  const base = [remoteDefault, "main", "master"].find((name) => name !== undefined && local.includes(name));
  return base === undefined ? [] : [base];
}
