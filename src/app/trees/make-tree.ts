// A work tree for an idea. What is wanted is on disk before git makes anything; the same idea typed again finds the tree that
// a killed command made for it, and uses it.
import { featureSlugOf, slugOf } from "../../domain/feature/feature-key.ts";
import { compareIdeas } from "../../domain/feature/same-idea.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import type { Ports } from "../../ports/ports.ts";
import { inTurn } from "./in-turn.ts";

export interface WantedTree {
  readonly idea: string;
  /** `worktree.root` */
  readonly root: string;
  /** Where it begins. */
  readonly branch: string;
  readonly revision: string;
  /** Of a feature that has its branch already. */
  readonly key?: string;
}

/** Its root; HEAD is detached there. */
export async function makeTree(ports: Pick<Ports, "trees" | "clock">, wanted: WantedTree): Promise<string> {
  const { trees } = ports;
  const command = "iflow run --worktree";
  // Only names are given out one by one: git makes several trees at once.
  const [tree, lock] = await inTurn(
    ports,
    () => trees.hold("work-trees", command),
    async () => {
      const found = (await findLeft(ports, wanted)) ?? (await begin(ports, wanted));
      return [found, await trees.hold(`work-tree-${found.name}`, command)] as const;
    },
  );
  try {
    await trees.make(tree);
    await trees.keep({ ...tree, made: true });
    return tree.path;
  } finally {
    await lock.release();
  }
}

async function begin({ trees }: Pick<Ports, "trees">, wanted: WantedTree): Promise<OwnTree> {
  const { idea, root, branch, revision, key } = wanted;
  // as the feature will be called, in letters that every tool takes in a path
  const place = await trees.place(root, slugOf(featureSlugOf(idea)));
  const tree: OwnTree = { ...place, idea, from: branch, revision, ...(key !== undefined && { key }) };
  await trees.keep(tree);
  return tree;
}

/** One whose command was killed before anything of the idea was recorded. */
async function findLeft({ trees }: Pick<Ports, "trees">, { idea, key }: WantedTree): Promise<OwnTree | undefined> {
  const isSame = (one: OwnTree) =>
    one.lane === undefined && one.key === key && (key !== undefined || compareIdeas(one.idea, idea) === "same");
  const left = (await trees.own()).filter((one) => one.leaving === undefined && isSame(one));
  if (left.length === 0) return undefined;
  const others = await trees.others();
  return left.find((one) => {
    const tree = others.find(({ root }) => root === one.path);
    return one.made ? tree?.isThere === true && tree.branch === undefined : true;
  });
}

/** This tree is the feature's, or the brainstorm's, from now on; nothing to note where iflow did not make it. */
export async function noteKey({ trees }: Pick<Ports, "trees">, key: string): Promise<void> {
  const here = await trees.here();
  if (here && here.key !== key) await trees.keep({ ...here, key });
}
