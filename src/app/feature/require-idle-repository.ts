// Repository states in which iflow does not begin; each refusal says how to resolve it.
import { IflowError } from "../../domain/text/errors.ts";
import type { Repository } from "../../ports/repository.ts";

export async function requireIdleRepository(
  repository: Repository,
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
  if (branch === undefined) {
    throw new IflowError("repository-state", `HEAD is detached at ${head.slice(0, 8)}`, {
      fix: "git switch -   (the branch you came from; or: git switch BRANCH)",
    });
  }
  return { branch, head };
}
