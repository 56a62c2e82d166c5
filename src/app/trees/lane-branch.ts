// HEAD of a lane's tree is on the branch of its task. The tree is ours, so what an agent or a killed process left elsewhere is
// brought back, with what is not committed. No hook runs: an agent may have written it.
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { Ports } from "../../ports/ports.ts";

/** Where HEAD was, if it was elsewhere. */
export async function bringToBranch(
  { repository }: Pick<Ports, "repository">,
  branch: string,
): Promise<string | undefined> {
  const found = await repository.where();
  if (found.branch === branch) return undefined;
  const where = found.branch ?? found.head?.slice(0, 12) ?? "no commit";
  await repository.switchTo(branch, { hooks: false }).catch((cause: unknown) => {
    const words = cause instanceof Error ? cause.message : String(cause);
    const { root } = repository;
    throw new IflowError("repository-state", `the work tree ${root} is on ${where} and cannot be brought back`, {
      cause,
      detail: words,
      fix: `cd ${shellWord(root)} && git switch ${shellWord(branch)}   (put away what git names), then: iflow continue`,
    });
  });
  return where;
}
