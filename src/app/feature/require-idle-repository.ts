// Repository states in which iflow does not begin; each refusal says how to resolve it.
import { isForIdea } from "../../domain/run/own-tree.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Repository } from "../../ports/git/repository.ts";
import type { Trees } from "../../ports/git/trees.ts";

/** `trees`: in a work tree of an idea, HEAD counts as being on the branch that the tree was made from. */
export async function requireIdleRepository(
  repository: Repository,
  trees?: Pick<Trees, "here">,
): Promise<{ readonly branch: string; readonly head: string }> {
  const { branch, head, operation } = await repository.where();
  if (operation) {
    throw new IflowError("repository-state", `a ${operation} is in progress`, {
      fix: `finish it or undo it (git ${operation} --${operation === "bisect" ? "reset" : "abort"}), then run this again`,
    });
  }
  if (head === undefined) {
    throw new IflowError("repository-state", "this repository has no commit yet", {
      fix: 'make a first commit: git commit --allow-empty --message "start"',
    });
  }
  const own = branch === undefined ? await trees?.here() : undefined;
  if (own && isForIdea(own)) return { branch: own.from, head };
  if (branch === undefined) {
    throw new IflowError("repository-state", `no branch is checked out: HEAD is detached at ${head.slice(0, 8)}`, {
      fix: "git switch -   (the branch you came from; or: git switch BRANCH)",
    });
  }
  return { branch, head };
}
