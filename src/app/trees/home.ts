// Where a feature lives: the working tree that is on its branch, or the one that iflow made for it.
import { branchOf } from "../../domain/feature/feature-key.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import type { TreeAt } from "../../ports/git/trees.ts";
import type { Ports } from "../../ports/ports.ts";

export type HomePorts = {
  readonly repository: Pick<Ports["repository"], "where">;
  readonly trees: Pick<Ports["trees"], "others" | "own">;
  readonly creations: Pick<Ports["creations"], "all">;
};

/** The root of another working tree; undefined when it is this one, or when it has none. */
export async function homeOf(ports: HomePorts, key: string): Promise<string | undefined> {
  const others = (await ports.trees.others()).filter(({ isThere }) => isThere);
  if (others.length === 0 || (await ports.repository.where()).branch === branchOf(key)) return undefined;
  const onBranch = others.find(({ branch }) => branch === branchOf(key));
  if (onBranch) return onBranch.root;
  const own = (await ports.trees.own()).find((one) => one.key === key && one.leaving === undefined);
  const made = others.find(({ root }) => root === own?.path);
  return made?.root ?? (await creationTree(ports, others, key))?.root;
}

/** All at once, for a look: features by their key. */
export async function homesOf(
  { trees }: Pick<HomePorts, "trees">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const others = (await trees.others()).filter(({ isThere }) => isThere);
  if (others.length === 0) return new Map();
  const own = await trees.own();
  const homes = keys.flatMap((key) => {
    const root = others.find(({ branch }) => branch === branchOf(key))?.root ?? rootOf(own, others, key);
    return root === undefined ? [] : [[key, root] as const];
  });
  return new Map(homes);
}

function rootOf(own: readonly OwnTree[], others: readonly TreeAt[], key: string): string | undefined {
  const path = own.find((one) => one.key === key)?.path;
  return others.find(({ root }) => root === path)?.root;
}

/** One that is half created has perhaps not switched to its branch yet. Trees that iflow did not make are the person's. */
async function creationTree(ports: HomePorts, others: readonly TreeAt[], key: string): Promise<TreeAt | undefined> {
  const creation = (await ports.creations.all()).find((one) => one.key === key);
  const tree = creation && others.find(({ gitDir }) => gitDir === creation.gitDir);
  return tree && (await ports.trees.own()).some(({ path }) => path === tree.root) ? tree : undefined;
}
