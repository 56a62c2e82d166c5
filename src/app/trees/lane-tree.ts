// The work tree of a lane, in which tasks of a feature are worked on beside its other ones. It is made when its first task
// begins and used by one task after the other, each on a branch of its own; when all are joined it goes.
import { slugOf } from "../../domain/feature/feature-key.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import type { Mended } from "../../ports/git/trees.ts";
import type { Ports } from "../../ports/ports.ts";
import { inTurn } from "./in-turn.ts";
import { bringToBranch } from "./lane-branch.ts";
import { type LeftTree, leaveTree } from "./leave.ts";

export interface Lane {
  /** The feature. */
  readonly key: string;
  readonly number: number;
  /** `worktree.root` */
  readonly root: string;
  /** Of the task, and where it begins. */
  readonly branch: string;
  readonly head: string;
  /** Of the feature. */
  readonly from: string;
}

/** Its work tree, as it was left by the task before. Repeatable. */
export async function laneTree(ports: Ports, lane: Lane): Promise<OwnTree> {
  return madeTree(ports, (await laneOf(ports, lane)) ?? (await place(ports, lane)));
}

/** HEAD is on the branch of the task then. `there`: the doors of the lane's tree. */
export async function enterBranch(
  { commits, repository }: Pick<Ports, "commits" | "repository">,
  { branch, head }: Pick<Lane, "branch" | "head">,
): Promise<void> {
  await commits.settleIndex();
  await repository.reserveBranch(branch, head);
  await bringToBranch({ repository }, branch);
}

/** One that somebody has removed is made again, and is as bare as it was at first. */
async function madeTree({ trees, emit }: Pick<Ports, "emit" | "trees">, tree: OwnTree): Promise<OwnTree> {
  if (tree.made) {
    const standing = await trees.standing(tree.path);
    if (standing === "whole") return tree;
    const mended = standing === "cut-off" ? await trees.mend(tree.path) : undefined;
    emit({ type: "warned", text: lossText(tree.path, mended) });
    if (mended?.status === "tied") return tree;
  }
  const { setUp, ...bare } = tree;
  await trees.keep(bare);
  await trees.make(bare);
  const made: OwnTree = { ...bare, made: true };
  await trees.keep(made);
  return made;
}

function lossText(path: string, mended: Mended | undefined): string {
  if (mended?.status === "tied") return `mended: work tree ${path} had lost its .git; its files are as they were`;
  const folder = mended?.folder;
  return folder === undefined
    ? `work tree ${path} is gone and is made again; what was committed is on its branches, what was not is lost with it`
    : `work tree ${path} was none of this repository any more and is made again; its files are kept in ${folder}`;
}

async function laneOf({ trees }: Pick<Ports, "trees">, { key, number }: Lane): Promise<OwnTree | undefined> {
  const lanes = await lanesOf({ trees }, key);
  return lanes.find(({ lane, leaving }) => lane?.number === number && leaving === undefined);
}

/** Names are given out one by one, also to other commands. */
function place(ports: Ports, { key, number, root, from, head }: Lane): Promise<OwnTree> {
  const { trees } = ports;
  const hold = () => trees.hold("work-trees", "iflow implement");
  return inTurn(ports, hold, async () => {
    const free = await trees.place(root, `${slugOf(key)}-lane-${number}`);
    const tree: OwnTree = { ...free, idea: key, from, revision: head, lane: { of: key, number } };
    await trees.keep(tree);
    return tree;
  });
}

async function lanesOf({ trees }: Pick<Ports, "trees">, key: string): Promise<OwnTree[]> {
  return (await trees.own()).filter(({ lane }) => lane?.of === key);
}

/** Takes the trees away; one with files that are nowhere else stays, and is looked at again by later commands. */
export async function endLanes(ports: Pick<Ports, "trees">, key: string): Promise<LeftTree[]> {
  const left: LeftTree[] = [];
  for (const tree of await markLanes(ports, key, "joined")) left.push(await leaveTree(ports, tree));
  return left;
}

/** They go as soon as nothing in them would be lost. */
export async function markLanes(
  ports: Pick<Ports, "trees">,
  key: string,
  leaving: NonNullable<OwnTree["leaving"]>,
): Promise<OwnTree[]> {
  const lanes = (await lanesOf(ports, key)).map((lane) => ({ ...lane, leaving }));
  for (const lane of lanes) await ports.trees.keep(lane);
  return lanes;
}
