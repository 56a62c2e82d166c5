// `git commit` with the user's hooks and signing, on an index of ours, and what it has left behind.
import { IflowError } from "../../../domain/text/errors.ts";
import type { CommitRequest, Refusal } from "../../../ports/git/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Git, type GitOptions, gitFailure } from "../checkout/git.ts";
import { readTip } from "../checkout/whereabouts.ts";
import { findStep, printMessage } from "./step-trailer.ts";

/**
 * `git commit` on the prepared index, so that a hook that refuses leaves the user's index untouched. Returns what went
 * wrong.
 */
export async function commitAsUser(
  git: Git,
  request: CommitRequest,
  { env }: GitOptions,
): Promise<Refusal | IflowError | undefined> {
  const args = ["commit", "--quiet", "--cleanup=whitespace", "--file=-"];
  const config = { "core.splitIndex": "false", "i18n.commitEncoding": "UTF-8" };
  const { shown = [] } = request;
  const input = printMessage(request);
  const outcome = await git.attempt(args, { input, env: env ?? {}, config, asUser: true, shown });
  if (outcome.exitCode === 0) return undefined;
  const refusedByHook = outcome.exitCode === 1 || outcome.stderr.includes("aborted by hook");
  if (!refusedByHook) {
    await requireIdentity(git);
    return gitFailure(args, outcome, "Try the same with `git commit`: your own hooks and signing apply.");
  }
  return { status: "refused", output: git.wordsOf(outcome) };
}

/** git may fail, or be ended, after it has made the commit: by a full disk, by a signal during a later hook. */
export async function stands(checkout: Checkout, request: CommitRequest, tip: string): Promise<boolean> {
  const now = (await readTip(checkout, request.branch)) ?? tip;
  return (await findStep(checkout, { ...request, since: tip }, now)) !== undefined;
}

/** `git commit` builds on the current tip; a tree prepared for another commit would undo the changes in between. */
export async function requireParent(git: Git, commit: string, tip: string): Promise<void> {
  const parent = (await git.run(["rev-parse", "--verify", `${commit}^`])).trim();
  if (parent === tip) return;
  const message = `The branch moved from ${tip} to ${parent} while iflow was committing; ${commit} does not contain that change.`;
  throw new IflowError("git-failed", message, { fix: `Compare them: git diff ${parent} ${commit}` });
}

type Identity = "GIT_AUTHOR_IDENT" | "GIT_COMMITTER_IDENT";

export async function requireIdentity(
  git: Git,
  names: readonly Identity[] = ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"],
): Promise<void> {
  const known = await Promise.all(names.map((name) => git.attempt(["var", name])));
  const unknown = known.find(({ exitCode }) => exitCode !== 0);
  if (unknown === undefined) return;
  const words = unknown.stderr.match(/^fatal: (.+)$/m)?.[1] ?? unknown.stderr.trim();
  throw new IflowError("git-failed", `git does not know who you are: ${words}`, {
    fix: 'git config user.name "You" && git config user.email you@example.com',
  });
}
