// Work trees whose feature is merged or abandoned are taken away, by the command that ended it or by the next one. Never one
// with files that are nowhere else, and never from under a process that works in it.
import type { OwnTree } from "../../domain/run/own-tree.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

export interface LeftTree {
  readonly path: string;
  readonly key: string;
  /** Files that only it has. */
  readonly unsaved: readonly string[];
  /** Why it stays; undefined when it is gone. */
  readonly why: string | undefined;
}

type LeavePorts = Pick<Ports, "trees">;

/** In a tree that stays. */
export async function leaveTrees(ports: LeavePorts): Promise<LeftTree[]> {
  const leaving = (await ports.trees.own()).filter((one) => one.leaving !== undefined);
  const left: LeftTree[] = [];
  for (const tree of leaving) if (!(await ports.trees.isBeingLeft(tree))) left.push(await leaveTree(ports, tree));
  return left;
}

export async function leaveTree({ trees }: LeavePorts, tree: OwnTree): Promise<LeftTree> {
  const { path, name, key = name } = tree;
  if (await trees.isBeingLeft(tree))
    return { path, key, unsaved: [], why: `the iflow that ended its feature still runs (process ${tree.leaver?.pid})` };
  const kept = await putAside(trees, tree);
  if (kept !== undefined) return { path, key, unsaved: [], why: `git knew it no more; its files are kept in ${kept}` };
  const look = async () => (await trees.others()).some((other) => other.root === path && other.isThere);
  const isThere = await look();
  const lock = await trees
    .hold(`work-tree-${name}`, "iflow", isThere ? path : undefined)
    .catch(async (error: unknown) => {
      if (isThere && !(await look())) return undefined; // another command has just taken it away
      return asLocked(error);
    });
  if (lock === undefined || typeof lock === "string") return { path, key, unsaved: [], why: lock };
  try {
    const unsaved = isThere ? await trees.unsaved(path) : [];
    const why = unsaved.length > 0 ? "it has files that are in no commit" : await trees.remove(path);
    if (why === undefined) await trees.forget(name);
    else await trees.keep(withoutLeaver(tree)); // from now on it is anybody's
    return { path, key, unsaved, why };
  } finally {
    await lock.release();
  }
}

/** Of one that was cut off from git: it is tied to it again, or its files are kept elsewhere and the tree is gone. */
async function putAside(trees: Ports["trees"], { path, name, made }: OwnTree): Promise<string | undefined> {
  if (!made || (await trees.standing(path)) !== "cut-off") return undefined;
  const mended = await trees.mend(path);
  if (mended.status === "tied" || mended.folder === undefined) return undefined;
  await trees.remove(path);
  await trees.forget(name);
  return mended.folder;
}

function withoutLeaver({ leaver: _, ...tree }: OwnTree): OwnTree {
  return tree;
}

function asLocked(error: unknown): string {
  if (error instanceof IflowError && error.code === "locked") return error.message;
  throw error;
}
