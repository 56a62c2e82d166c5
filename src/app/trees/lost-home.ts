// The tree that iflow made for a feature was removed by hand, or something else is in its place. Nothing is done in another tree
// before the person knows.
import { branchOf, isFeatureKey } from "../../domain/feature/feature-key.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { TreeStanding } from "../../ports/git/trees.ts";
import type { Ports } from "../../ports/ports.ts";

interface LostHome {
  readonly tree: OwnTree;
  readonly standing: Exclude<TreeStanding, "whole">;
}

/** Undefined where its tree is whole, where it has none, and where its branch is checked out in another tree or here. */
export async function lostHome(
  { repository, trees }: { repository: Pick<Ports["repository"], "where">; trees: LookTrees },
  key: string,
): Promise<LostHome | undefined> {
  const tree = (await trees.own()).find((one) => one.key === key && one.made && one.leaving === undefined);
  if (tree === undefined || !isFeatureKey(key)) return undefined;
  const standing = await trees.standing(tree.path);
  if (standing === "whole" || (await repository.where()).branch === branchOf(key)) return undefined;
  const others = await trees.others();
  const isElsewhere = others.some(
    ({ root, isThere, branch }) => isThere && root !== tree.path && branch === branchOf(key),
  );
  return isElsewhere ? undefined : { tree, standing };
}

type LookTrees = Pick<Ports["trees"], "own" | "others" | "standing">;

/** As bare as it was at first; its root. */
export async function remakeHome(
  { trees, emit }: Pick<Ports, "emit" | "trees">,
  { tree, standing }: LostHome,
): Promise<string> {
  if (standing === "cut-off") throw homeIsLost({ tree, standing });
  const lock = await trees.hold(`work-tree-${tree.name}`, "iflow continue --worktree");
  try {
    const { setUp, ...bare } = tree;
    await trees.keep(bare);
    await trees.make(bare);
  } finally {
    await lock.release();
  }
  const text = `work tree ${tree.path} was gone and is made again; what was not committed in it is lost`;
  emit({ type: "warned", text });
  return tree.path;
}

export function homeIsLost({ tree, standing }: LostHome): IflowError {
  const { path, key = tree.name } = tree;
  const again = `iflow continue ${key} --worktree`;
  if (standing === "gone") {
    return new IflowError("repository-state", `${key} is worked on in ${path}, and that folder is gone`, {
      detail: "Moved: git worktree repair, with the new path. To go on without it: git worktree prune && iflow doctor",
      fix: `${again}   (makes it again)`,
    });
  }
  return new IflowError(
    "repository-state",
    `${key} is worked on in ${path}, which git does not know as its tree any more`,
    {
      detail: `Its files are there. If only its file .git is missing: git worktree repair ${shellWord(path)}`,
      fix: `move the folder away, then: ${again}   (makes it again)`,
    },
  );
}
