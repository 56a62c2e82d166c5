// The Trees door but for opening one: what git does, the records, and a lock that is held for a moment.
import { IflowError } from "../../domain/text/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TreeAt, Trees } from "../../ports/git/trees.ts";
import { featureLock, isAlive, takeLocks, treeLock } from "./processes/locks.ts";
import { selfIdentity } from "./processes/processes.ts";
import { createTreeFiles } from "./tree-files.ts";

export interface OwnTreesPlace {
  readonly git: GitSide;
  readonly commonDir: string;
  readonly root: string;
  readonly clock: Clock;
}

/** The part that is git's; `isTaken`: a record has that name. */
interface GitSide
  extends Pick<Trees, "others" | "standing" | "mend" | "mark" | "make" | "unsaved" | "remove" | "detach"> {
  place(root: string, name: string, isTaken: (name: string) => boolean): ReturnType<Trees["place"]>;
}

export function createOwnTrees({ git, commonDir, root, clock }: OwnTreesPlace): Omit<Trees, "text"> {
  const files = createTreeFiles(commonDir);
  return {
    ...git,
    ...files,
    here: async () => (await files.own()).find(({ path }) => path === root),

    async place(folder, name) {
      const names = (await files.own()).map((one) => one.name);
      return git.place(folder, name, (one) => names.includes(one));
    },

    async leave(tree, why) {
      const { pid, startTime, bootId, host } = await selfIdentity();
      await files.keep({ ...tree, leaving: why, leaver: { pid, startTime, bootId, host } });
    },

    async isBeingLeft({ leaver }) {
      return leaver !== undefined && leaver.pid !== process.pid && (await isAlive(leaver, await selfIdentity()));
    },

    async hold(name, command, tree) {
      const paths = [featureLock(commonDir, name)];
      if (tree !== undefined) paths.push(treeLock(gitDirOf(await git.others(), tree)));
      const about = { ...(await selfIdentity()), feature: name, command, at: clock.now().toISOString() };
      return takeLocks(paths, about, false);
    },
  };
}

function gitDirOf(others: readonly TreeAt[], root: string): string {
  const gitDir = others.find((one) => one.root === root)?.gitDir;
  if (gitDir !== undefined) return gitDir;
  throw new IflowError("repository-state", `${root} is no working tree of this repository any more`, {
    fix: `git worktree list   (shows where they are)`,
  });
}
