// The part of the Trees door that is git's.
import type { Trees } from "../../../ports/git/trees.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { otherTrees } from "../checkout/linked-trees.ts";
import { readTip, readWhereabouts } from "../checkout/whereabouts.ts";
import { readUnsaved, removeTree } from "./leave-tree.ts";
import { makeTree } from "./make-tree.ts";
import { mendTree } from "./mend-tree.ts";
import { findPlace } from "./tree-place.ts";
import { markTree, readMark, readStanding } from "./tree-standing.ts";

export interface GitTrees
  extends Pick<Trees, "others" | "standing" | "mend" | "mark" | "make" | "unsaved" | "remove" | "detach"> {
  place(root: string, name: string, isTaken: (name: string) => boolean): ReturnType<Trees["place"]>;
}

export function createGitTrees(checkout: Checkout): GitTrees {
  return {
    others: () => otherTrees(checkout),
    place: (root, name, isTaken) => findPlace(checkout, root, name, isTaken),
    standing: (root) => readStanding(checkout, root),
    mend: (root) => mendTree(checkout, root),
    mark: async (root) => readMark(checkout, root),
    async make(tree) {
      await makeTree(checkout, tree);
      await markTree(checkout, tree.path);
    },
    unsaved: (root) => readUnsaved(checkout, root),
    remove: (root) => removeTree(checkout, root),
    async detach() {
      const { branch, head } = await readWhereabouts(checkout);
      if (branch === undefined || head === undefined || (await readTip(checkout, branch)) !== head) return;
      await checkout.git.run(["update-ref", "--no-deref", "-m", `iflow: leaves ${branch}`, "HEAD", head]);
    },
  };
}
