// A commit object with the step's trailer, and moving the branch to it, only from where it was.
import { IflowError } from "../../../domain/text/errors.ts";
import type { CommitRequest } from "../../../ports/git/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Git, gitFailure } from "../checkout/git.ts";
import { readTip } from "../checkout/whereabouts.ts";
import { requireIdentity } from "./commit-as-user.ts";
import type { Owed } from "./index-debts.ts";
import { printMessage } from "./step-trailer.ts";
import { waitForLock } from "./user-index.ts";

type Message = Pick<CommitRequest, "branch" | "message" | "step">;

export async function writeCommit(git: Git, request: Message, tip: string, tree: string): Promise<string> {
  const args = ["commit-tree", tree, "-p", tip, "-F", "-"];
  const config = { "i18n.commitEncoding": "UTF-8" };
  const outcome = await git.attempt(args, { input: printMessage(request), config });
  if (outcome.exitCode === 0) return outcome.stdout.trim();
  await requireIdentity(git);
  throw gitFailure(args, outcome);
}

export async function moveBranch(checkout: Checkout, request: Message, tip: string, commit: string): Promise<void> {
  const ref = `refs/heads/${request.branch}`;
  const args = ["update-ref", "-m", `iflow: ${request.step}`, ref, commit, tip];
  const move = () => checkout.git.attempt(args);
  const outcome = await waitForLock(move, ".lock");
  if (outcome.exitCode === 0) return;
  if ((await readTip(checkout, request.branch)) === tip) throw gitFailure(args, outcome);
  const message = `The branch ${request.branch} moved while iflow was committing to it: ${outcome.stderr.trim()}`;
  throw new IflowError("git-failed", message, {
    fix: `Look at the new commit with \`git log -3 ${request.branch}\`, then run the command again.`,
  });
}

/** Rethrows what kept the branch from moving: then nothing is owed. */
export function cancelled({ cancel }: Owed) {
  return async (error: unknown): Promise<never> => {
    await cancel();
    throw error;
  };
}
