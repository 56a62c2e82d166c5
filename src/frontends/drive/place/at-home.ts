// A feature with a work tree of its own is worked on there, wherever the command is typed: HEAD of the person's own tree stays
// where it is. Agents of a host work in the host's folder, so a host is not taken elsewhere.
import { currentFeature, namedKey } from "../../../app/feature/features.ts";
import { homeOf } from "../../../app/trees/home.ts";
import { homeIsLost, lostHome, remakeHome } from "../../../app/trees/lost-home.ts";
import { makeTree } from "../../../app/trees/make-tree.ts";
import { branchOf } from "../../../domain/feature/feature-key.ts";
import { brainstormNumber } from "../../../domain/review/brainstorm.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { trustedPlace } from "../before/require-trust.ts";
import type { DrivePlace } from "../context.ts";
import type { PhaseFlags } from "../run-driver.ts";
import { nearPath } from "./near-path.ts";

/** The same place where the feature or brainstorm has no other tree. */
export async function atHome<Place extends DrivePlace>(
  place: Place,
  key: string | undefined,
  { proof, worktree }: Pick<PhaseFlags, "proof" | "worktree"> = {},
): Promise<Place> {
  if (key === undefined || proof !== undefined) return place;
  const isToMove = worktree === true && brainstormNumber(key) === undefined;
  const lost = await lostHome(place.ports, key);
  if (lost && !isToMove) throw homeIsLost(lost);
  const root = lost
    ? await remakeHome(place.ports, lost)
    : ((await homeOf(place.ports, key)) ?? (isToMove ? await giveTree(place, key) : undefined));
  if (root === undefined) return place;
  place.person.say(`${key} is worked on in ${nearPath(place.cwd, root)}`);
  const home = await inTree(place, root);
  await meetBranch(home.ports, key);
  return home;
}

/** A feature that was begun without one; undefined where this tree is its own already. */
async function giveTree(place: DrivePlace, key: string): Promise<string | undefined> {
  const { ports } = place;
  const branch = branchOf(key);
  const revision = await ports.repository.tip(branch);
  if ((await ports.trees.here())?.key === key) return undefined;
  if (revision === undefined) {
    throw new IflowError("repository-state", `${key} has no branch here yet, so no work tree can be made for it`, {
      fix: `iflow continue ${key}   (begins it in this tree)`,
    });
  }
  if ((await ports.repository.where()).branch === branch) {
    throw new IflowError("repository-state", `${key} is checked out here, and git allows a branch in one tree only`, {
      fix: `git switch main   (or another branch), then: iflow continue ${key} --worktree`,
    });
  }
  const { config } = await trustedPlace(place);
  const idea = key.replace(/^\d+-/, "").replaceAll("-", " ");
  return makeTree(ports, { idea, root: config.worktree.root, branch, revision, key });
}

/** In a tree made for a feature HEAD goes to its branch, also after a kill right before that. */
async function meetBranch({ repository, trees }: DrivePlace["ports"], key: string): Promise<void> {
  const own = await trees.here();
  if (own?.key !== key || own.leaving !== undefined || (await repository.where()).branch !== undefined) return;
  if (brainstormNumber(key) !== undefined || (await repository.tip(branchOf(key))) === undefined) return;
  await repository.switchTo(branchOf(key));
}

/** For commands that only look at a feature: nothing is said, and a name that fits none is left to the command. */
export async function homeOfNamed<Place extends DrivePlace>(place: Place, asked: string | undefined): Promise<Place> {
  const { ports, config } = place;
  if (asked !== undefined && brainstormNumber(asked) !== undefined) return quietlyAt(place, asked);
  const key =
    asked === undefined
      ? await currentFeature(ports, config.artifactsRoot)
      : await namedKey(ports, config.artifactsRoot, asked).catch(() => undefined);
  return quietlyAt(place, key);
}

async function quietlyAt<Place extends DrivePlace>(place: Place, key: string | undefined): Promise<Place> {
  const root = key === undefined ? undefined : await homeOf(place.ports, key);
  return root === undefined ? place : inTree(place, root);
}

/** The command goes on in that tree, with the settings that are there. */
export async function inTree<Place extends DrivePlace>(place: Place, root: string): Promise<Place> {
  place.wiring.worksIn(root);
  const ports = await place.ports.openTree(root);
  return { ...place, cwd: root, ports, config: await place.wiring.readConfig(ports.repository) };
}
