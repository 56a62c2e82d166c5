// The repository's working trees: where each feature lives, and those that iflow makes (`--worktree`) and takes away again.
import type { OwnTree } from "../../domain/run/own-tree.ts";
import type { RunLock } from "../runs/runs.ts";

export interface Trees {
  /** The repository's other working trees, the main one first. Where there are none, git is not asked. */
  others(): Promise<readonly TreeAt[]>;
  /** Whether the folder at this path is there, and a working tree of this repository. */
  standing(root: string): Promise<TreeStanding>;
  /** Of a tree that is cut off; nothing in its folder is lost. */
  mend(root: string): Promise<Mended>;
  /** Another one whenever a tree is made, also in the same place; undefined for those that iflow did not make. */
  mark(root: string): Promise<string | undefined>;
  /** What iflow has made or begun to make, sorted by name. A damaged record is an IflowError that names the file. */
  own(): Promise<readonly OwnTree[]>;
  /** Text of a file in another tree; undefined when it is not there. */
  text(root: string, path: string): Promise<string | undefined>;
  /** The record of this tree, if iflow made it. */
  here(): Promise<OwnTree | undefined>;
  /** On disk before it resolves. */
  keep(tree: OwnTree): Promise<void>;
  /** Marks a tree as one that goes. The command that does so takes it away at its end, or, if it was killed, any other one. */
  leave(tree: OwnTree, why: NonNullable<OwnTree["leaving"]>): Promise<void>;
  /** Another command that still runs takes it away. */
  isBeingLeft(tree: OwnTree): Promise<boolean>;
  forget(name: string): Promise<void>;
  /** What the set-up command said, kept until the tree goes; the path of its file. */
  keepOutput(name: string, output: string): Promise<string>;
  /**
   * A free folder below the one that `worktree.root` names. Throws where that is git's own folder, one that git would take for
   * the project's, or one that is reached through a symlink of the project.
   */
  place(root: string, name: string): Promise<Pick<OwnTree, "name" | "path">>;
  /**
   * `git worktree add --detach`, with the user's hooks, but for a lane. Repeatable: what a killed attempt left is used if it is whole, else
   * taken away. Nobody has worked in it before this has returned.
   */
  make(tree: OwnTree): Promise<void>;
  /** What would be lost with the folder: changes, files that git does not know, ignored files that only it has; sorted. */
  unsaved(root: string): Promise<readonly string[]>;
  /** Takes away a tree in which nothing is unsaved; undefined when it is gone, else why it stays. Repeatable. */
  remove(root: string): Promise<string | undefined>;
  /** Leaves HEAD of this tree at its commit, so that the branch is free. Touches no file and runs no hook. */
  detach(): Promise<void>;
  /** Held by one process at a time; `tree`: that working tree as well. Throws `locked`. */
  hold(name: string, command: string, tree?: string): Promise<RunLock>;
}

/** `cut-off`: git does not find this repository from there, because the file `.git` is missing or another one. */
export type TreeStanding = "whole" | "gone" | "cut-off";

export type Mended =
  /** It is the tree again that it was. */
  | { readonly status: "tied" }
  /** There is no tree any more; its files are in this folder, if it had any. */
  | { readonly status: "aside"; readonly folder: string | undefined };

export interface TreeAt {
  readonly root: string;
  readonly gitDir: string | undefined;
  /** Undefined when HEAD is detached there. */
  readonly branch: string | undefined;
  /** Its folder is there; git still lists one that was removed by hand. */
  readonly isThere: boolean;
}
