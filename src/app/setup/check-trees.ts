// The work trees of this repository, a line each. What is plainly left behind is put right on the way: a tree whose feature is
// merged or abandoned goes once nothing in it would be lost, a record without a tree is forgotten.
import { branchOf, isFeatureKey } from "../../domain/feature/feature-key.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { TreeAt } from "../../ports/git/trees.ts";
import type { Ports } from "../../ports/ports.ts";
import { leaveTree } from "../trees/leave.ts";
import type { Check } from "./doctor.ts";

type TreePorts = Pick<Ports, "trees" | "merging" | "repository" | "runs">;

/** `base`: the branch that features are merged into, where it is known. */
export async function checkTrees(ports: TreePorts, base: string | undefined): Promise<Check[]> {
  const own = await ports.trees.own();
  if (own.length > 0) await ports.runs.tidy(); // locks of a command that was killed
  const others = await ports.trees.others();
  const checks: Check[] = [];
  for (const tree of own) checks.push(...(await checkOwn(ports, tree, others, base)));
  for (const other of others) {
    if (own.some(({ path }) => path === other.root)) continue;
    checks.push(other.isThere ? row("ok", `${other.root}: ${other.branch ?? "no branch"}`) : goneRow(other));
  }
  return checks;
}

async function checkOwn(
  ports: TreePorts,
  tree: OwnTree,
  others: readonly TreeAt[],
  base: string | undefined,
): Promise<Check[]> {
  const { path, idea, lane, name } = tree;
  const { root } = ports.repository;
  const found = root === path ? { root, isThere: true } : others.find((other) => other.root === path);
  if (root !== path && (tree.leaving !== undefined || (found?.isThere && (await isMerged(ports, tree, base))))) {
    return [await leave(ports, tree)];
  }
  if (tree.made && (await ports.trees.standing(path)) === "cut-off") return [cutOffRow(tree)];
  if (found === undefined) {
    if (tree.made === undefined) {
      const again = lane ? `iflow continue ${lane.of}` : `iflow run ${shellWord(idea)} --worktree`;
      return [row("warning", `${path}: not made yet, for ${whose(tree)}`, again)];
    }
    await ports.trees.forget(name);
    return [row("ok", `${path}: is gone, so it is forgotten`)];
  }
  if (!found.isThere) return [goneRow(found)];
  return [row("ok", `${path}: ${tree.key ?? `for ${whose(tree)}`}`)];
}

function whose({ idea, lane }: OwnTree): string {
  return lane ? `tasks of ${lane.of}` : `"${idea}"`;
}

async function leave(ports: TreePorts, tree: OwnTree): Promise<Check> {
  const { path, unsaved, why } = await leaveTree(ports, tree);
  const of = tree.lane ? whose(tree) : (tree.key ?? "its idea");
  const verb = tree.lane ? "are" : "is";
  if (why === undefined) return row("ok", `${path} removed: ${of} ${verb} ${tree.leaving ?? "merged"}`);
  const files = unsaved.length === 0 ? "" : `: ${listNames(unsaved)}`;
  const fix = unsaved.length === 0 ? "iflow doctor   (again)" : "move them to where you need them, then: iflow doctor";
  return row("warning", `${path} stays: ${why}${files}`, fix);
}

/** Its branch brings nothing that the base branch does not have, as after a pull request, and no run is open. */
async function isMerged({ merging, repository, runs }: TreePorts, tree: OwnTree, base: string | undefined) {
  const { key = tree.lane?.of } = tree;
  if (key === undefined || base === undefined || !isFeatureKey(key)) return false;
  if ((await runs.open()).some(({ head }) => head.feature === key)) return false;
  if (!(await runs.ofFeature(key)).some(({ head }) => head.phase === "finish")) return false;
  const tip = await repository.tip(branchOf(key));
  return tip === undefined || (await merging.log({ tip, without: [`refs/heads/${base}`] })).length === 0;
}

function cutOffRow({ path, lane }: OwnTree): Check {
  const fix = lane
    ? `iflow continue ${lane.of}   (mends it, or keeps its files in another folder)`
    : `git worktree repair ${shellWord(path)}   (or move the folder away)`;
  return row("warning", `${path}: git does not know the folder as a working tree any more; its files are there`, fix);
}

function goneRow({ root }: Pick<TreeAt, "root">): Check {
  const fix = "git worktree prune   (if you removed it; moved: git worktree repair NEWPATH)";
  return row("warning", `${root}: the folder is gone, and git still keeps its branch for it`, fix);
}

function row(state: Check["state"], detail: string, fix?: string): Check {
  return { name: "work tree", state, detail, ...(fix !== undefined && { fix }) };
}
