// Where a new branch begins, and whether git can go there. Everything is found out before anything is created.
import type { Config } from "../../../domain/config/config.ts";
import { chooseBase, fixOfMissing } from "../../../domain/feature/base-branch.ts";
import { branchOf, isFeatureKey } from "../../../domain/feature/feature-key.ts";
import { findFeature } from "../../../domain/feature/feature-name.ts";
import { BASE, chooseStart, featureOf, type OpenStart } from "../../../domain/feature/start-point.ts";
import { AgainWith, type Way } from "../../../domain/text/again-with.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import { standingOf } from "../feature-standing.ts";
import { requireIdleRepository } from "../require-idle-repository.ts";
import { requireNamed } from "../unclear-feature.ts";

export type StartConfig = Pick<Config, "artifactsRoot" | "baseBranch">;
type StartPorts = Pick<Ports, "repository" | "merging" | "lineage" | "trees">;

export interface StartPoint {
  readonly branch: string;
  readonly revision: string;
  /** The feature whose branch this is, which is not merged yet. */
  readonly stackedOn: string | undefined;
  /** The branch HEAD is on, if it is another one. */
  readonly left: string | undefined;
}

/** Whether HEAD of this tree goes to the new branch, or another tree is made for it: then this one may be as it likes. */
type NewBranch = "here" | "beside";

/** What a person has to decide first; undefined when nothing is open. */
export async function findOpenStart(ports: StartPorts, config: StartConfig): Promise<OpenStart | undefined> {
  const { start } = await findStart(ports, config, undefined, "here");
  return start.type === "ask" ? start : undefined;
}

/** Throws when something is still open, and says how to decide it without a terminal. */
export async function requireStart(
  ports: StartPorts,
  config: StartConfig,
  from: string | undefined,
  where: NewBranch = "here",
): Promise<StartPoint> {
  const { start, current } = await findStart(ports, config, from, where);
  if (start.type === "no-base") throw noBase(start.missing, (await ports.repository.branches()).local);
  if (start.type === "ask") throw undecided(start);
  const { branch, stackedOn } = start;
  const isSwitched = where === "here" && branch !== current;
  const obstacle = isSwitched ? await ports.merging.switchObstacle(branch) : undefined;
  if (obstacle !== undefined) {
    throw new IflowError("repository-state", `git cannot switch to ${branch} with the changes in your working tree`, {
      detail: `${obstacle}\nNothing was created.`,
      fix: "commit them or move them away, then run this again",
    });
  }
  const revision = await ports.repository.tip(branch);
  if (revision === undefined) throw noBase(branch, []); // deleted this very moment
  return { branch, revision, stackedOn, left: branch === current ? undefined : current };
}

async function findStart(ports: StartPorts, config: StartConfig, from: string | undefined, where: NewBranch) {
  const current = await currentBranch(ports, where);
  const { local, remoteDefault } = await ports.merging.branches();
  const base = chooseBase({ configured: config.baseBranch, remoteDefault, local });
  const named = from === undefined || from === BASE ? undefined : from;
  // a tree of its own leaves this one alone, so what is checked out here says nothing about the idea
  const key = named !== undefined ? requireKey(named, local) : where === "here" ? featureOf(current) : undefined;
  const standing = key === undefined ? "merged" : await standingHere(ports, config, base, key);
  if (named !== undefined && (standing === "unknown" || standing === "abandoned")) throw notToBuildOn(named, standing);
  const feature = standing === "unmerged" ? key : undefined;
  return { start: chooseStart({ base, current, feature, from }), current };
}

async function currentBranch({ repository, trees }: StartPorts, where: NewBranch): Promise<string> {
  if (where === "beside") return (await repository.where()).branch ?? "";
  return (await requireIdleRepository(repository, trees)).branch;
}

async function standingHere(
  ports: StartPorts,
  { artifactsRoot }: StartConfig,
  base: ReturnType<typeof chooseBase>,
  key: string,
) {
  if (base.type === "known") return standingOf(ports, artifactsRoot, base.branch, key);
  return (await ports.repository.tip(branchOf(key))) === undefined ? "unknown" : "unmerged";
}

/** A key of no branch here is refused later, with what is known about it. */
function requireKey(named: string, branches: readonly string[]): string {
  const found = findFeature(
    branches.flatMap((branch) => featureOf(branch) ?? []),
    named,
  );
  if (found.type === "found") return found.key;
  if (found.type === "several") return requireNamed(found.keys, named);
  const key = featureOf(named) ?? named;
  if (isFeatureKey(key)) return key;
  throw new IflowError("usage", `--from ${named} is neither "base" nor the key of a feature`, { fix: FROM_FIX });
}

const FROM_FIX = "--from base, or --from with a key, such as 007-rate-limit";

function notToBuildOn(named: string, standing: "unknown" | "abandoned"): IflowError {
  if (standing === "unknown") {
    return new IflowError("feature-unknown", `--from ${named}: there is no such branch here`, { fix: FROM_FIX });
  }
  return new IflowError("usage", `--from ${named}: that feature was abandoned`, { fix: "--from base" });
}

function undecided({ base, feature }: OpenStart): IflowError {
  const ways: readonly Way[] = [
    { flag: ["--from", "base"], means: `At ${base}, without the work of ${feature}` },
    { flag: ["--from", feature], means: "On top of it, to be merged after it" },
  ];
  return new AgainWith("needs-answer", `HEAD is on ${branchOf(feature)}, which is not merged`, ways, [
    "Where should the new branch begin?",
    "Nothing was created.",
  ]);
}

function noBase(missing: string | undefined, local: readonly string[]): IflowError {
  if (missing === undefined) {
    return new IflowError("repository-state", "it is not clear which branch is the base branch", {
      fix: 'name it in iflow.config.json: {"baseBranch": "main"}',
    });
  }
  return new IflowError("repository-state", `there is no branch ${missing} to begin at`, {
    fix: fixOfMissing(missing, local),
  });
}
