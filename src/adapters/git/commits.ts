// Commits of exactly the named files. Both kinds are prepared in an index of their own that starts at the tip of the
// branch, so the user's index is touched only after the commit stands, and only for the paths committed. Nothing here
// moves a branch that somebody else has moved meanwhile.
import { IflowError } from "../../domain/errors.ts";
import type { CommitOrder, CommitResult, Commits, Diff, DiffForm, TextOrder } from "../../ports/repository.ts";
import type { Checkout } from "./checkout.ts";
import { readDiff } from "./diff.ts";
import { printIndexInfo, readEntriesAt, zeroIdLike } from "./entries.ts";
import { type Git, type GitOptions, gitFailure } from "./git.ts";
import { assertNamedPaths } from "./named-paths.ts";
import { findStep, printMessage } from "./step-trailer.ts";
import { withThrowawayIndex } from "./throwaway.ts";
import { catchUpIndex, showCommitInIndex } from "./user-index.ts";
import { readTip, requireBranch } from "./whereabouts.ts";
import { stageFiles } from "./working-files.ts";

type Refusal = { readonly status: "refused"; readonly output: string };

export class GitCommits implements Commits {
  readonly #checkout: Checkout;

  constructor(checkout: Checkout) {
    this.#checkout = checkout;
  }

  commitFiles(order: CommitOrder): Promise<CommitResult> {
    return this.#commitOnce(order, async (tip, tree) => {
      const commit = await writeCommit(this.#checkout.git, order, tip, tree);
      await moveBranch(this.#checkout.git, order, tip, commit);
      await showCommitInIndex(this.#checkout, commit, order.paths);
      return { status: "committed", sha: commit };
    });
  }

  async findStep(order: Pick<CommitOrder, "branch" | "step" | "since">): Promise<string | undefined> {
    const tip = await readTip(this.#checkout.git, order.branch);
    return tip === undefined ? undefined : findStep(this.#checkout.git, order, tip);
  }

  commitWithHooks(order: CommitOrder): Promise<CommitResult | Refusal> {
    return this.#commitOnce<CommitResult | Refusal>(order, async (tip, _tree, onIndex) => {
      const refusal = await commitAsUser(this.#checkout.git, order, onIndex);
      if (refusal) return refusal;
      const head = await requireBranch(this.#checkout, order.branch);
      const commit = (await findStep(this.#checkout.git, { ...order, since: tip }, head)) ?? head;
      await requireParent(this.#checkout.git, commit, tip);
      await showCommitInIndex(this.#checkout, commit, order.paths);
      await catchUpIndex(this.#checkout, commit);
      return { status: "committed", sha: commit };
    });
  }

  async commitText(order: TextOrder): Promise<CommitResult> {
    assertNamedPaths([order.path]);
    const { git } = this.#checkout;
    const tip = await requireUnused(git, order.branch);
    const earlier = await findStep(git, order, tip);
    if (earlier !== undefined) return { status: "committed", sha: earlier };
    await requireIdentity(git);

    return withThrowawayIndex(this.#checkout, "empty", async (onIndex) => {
      const blob = await git.run(["hash-object", "-w", "--stdin"], { input: order.text });
      const mode = (await readEntriesAt(git, tip, [order.path])).get(order.path)?.mode ?? "100644";
      const input = printIndexInfo([[order.path, { mode, id: blob.trim() }]], zeroIdLike(tip));
      await git.run(["read-tree", tip], onIndex);
      await git.run(["update-index", "-z", "--index-info"], { ...onIndex, input });
      const tree = await git.run(["write-tree", "--missing-ok"], onIndex);
      if (tree === (await git.run(["rev-parse", "--verify", `${tip}^{tree}`])))
        return { status: "no-change", sha: tip };
      const commit = await writeCommit(git, order, tip, tree.trim());
      await moveBranch(git, order, tip, commit);
      return { status: "committed", sha: commit };
    });
  }

  async diff(from: string, to: string, paths: readonly string[], form: DiffForm = "plain"): Promise<Diff> {
    assertNamedPaths(paths);
    return readDiff(this.#checkout.git, { from, to, paths, form });
  }

  /** Checks, looks for the step, prepares the tree; `commit` is called only when there is something to commit. */
  async #commitOnce<Result>(
    order: CommitOrder,
    commit: (tip: string, tree: string, onIndex: GitOptions) => Promise<Result>,
  ): Promise<Result | CommitResult> {
    assertNamedPaths(order.paths);
    const { git } = this.#checkout;
    const tip = await requireBranch(this.#checkout, order.branch);
    const earlier = await findStep(git, order, tip);
    if (earlier !== undefined) {
      if (earlier === tip) await catchUpIndex(this.#checkout, earlier);
      return { status: "committed", sha: earlier };
    }

    return withThrowawayIndex(this.#checkout, "copy", async (onIndex) => {
      await git.run(["read-tree", "--reset", tip], onIndex);
      await stageFiles(this.#checkout, tip, order.paths, onIndex);
      const [tree, treeOfTip] = await Promise.all([
        git.run(["write-tree", "--missing-ok"], onIndex),
        git.run(["rev-parse", "--verify", `${tip}^{tree}`]),
      ]);
      if (tree === treeOfTip) return { status: "no-change", sha: tip };
      await requireIdentity(git);
      return commit(tip, tree.trim(), onIndex);
    });
  }
}

/** The commit on top of a branch that no working tree has checked out: moving it pulls the ground from under nobody. */
async function requireUnused(git: Git, branch: string): Promise<string> {
  const tip = await readTip(git, branch);
  if (tip === undefined) {
    throw new IflowError("repository-state", `there is no branch ${branch} here`, {
      fix: `git switch --track origin/${branch}`,
    });
  }
  const tree = (await git.run(["for-each-ref", "--format=%(worktreepath)", `refs/heads/${branch}`])).trim();
  if (tree === "") return tip;
  throw new IflowError("repository-state", `${branch} is checked out in ${tree}`, {
    fix: `run the command there: cd ${tree}`,
  });
}

async function requireIdentity(git: Git): Promise<void> {
  const known = await Promise.all(
    ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"].map((name) => git.attempt(["var", name])),
  );
  const unknown = known.find(({ exitCode }) => exitCode !== 0);
  if (unknown === undefined) return;
  const words = unknown.stderr.match(/^fatal: (.+)$/m)?.[1] ?? unknown.stderr.trim();
  throw new IflowError("git-failed", `git does not know who you are: ${words}`, {
    fix: 'git config user.name "Your Name" && git config user.email you@example.com',
  });
}

type Message = Pick<CommitOrder, "branch" | "message" | "step">;

async function writeCommit(git: Git, order: Message, tip: string, tree: string): Promise<string> {
  const options = { input: printMessage(order), config: { "i18n.commitEncoding": "UTF-8" } };
  return (await git.run(["commit-tree", tree, "-p", tip, "-F", "-"], options)).trim();
}

async function moveBranch(git: Git, order: Message, tip: string, commit: string): Promise<void> {
  const ref = `refs/heads/${order.branch}`;
  const args = ["update-ref", "-m", `iflow: ${order.step}`, ref, commit, tip];
  const outcome = await git.attempt(args, { config: { "core.hooksPath": "/dev/null" } });
  if (outcome.exitCode === 0) return;
  if ((await readTip(git, order.branch)) === tip) throw gitFailure(args, outcome);
  const message = `The branch ${order.branch} moved while iflow was committing to it: ${outcome.stderr.trim()}`;
  throw new IflowError("git-failed", message, {
    fix: `Look at the new commit with \`git log -3 ${order.branch}\`, then run the command again.`,
  });
}

/** `git commit` on the prepared index, so a hook that says no leaves the user's index untouched. */
async function commitAsUser(git: Git, order: CommitOrder, { env }: GitOptions): Promise<Refusal | undefined> {
  const args = ["commit", "--quiet", "--cleanup=whitespace", "--file=-"];
  const config = { "core.splitIndex": "false", "i18n.commitEncoding": "UTF-8" };
  const outcome = await git.attempt(args, { input: printMessage(order), env: env ?? {}, config, asUser: true });
  if (outcome.exitCode === 0) return undefined;
  const refusedByHook = outcome.exitCode === 1 || outcome.stderr.includes("aborted by hook");
  if (!refusedByHook) throw gitFailure(args, outcome, "Try the same with `git commit`: hooks and signing are yours.");
  return { status: "refused", output: lastPart(`${outcome.stderr}\n${outcome.stdout}`.trim()) };
}

/** `git commit` takes whatever is on top; a tree prepared for another commit would undo what came between. */
async function requireParent(git: Git, commit: string, tip: string): Promise<void> {
  const parent = (await git.run(["rev-parse", "--verify", `${commit}^`])).trim();
  if (parent === tip) return;
  const message = `The branch moved from ${tip} to ${parent} while iflow was committing; ${commit} does not hold that change.`;
  throw new IflowError("git-failed", message, { fix: `Compare them: git diff ${parent} ${commit}` });
}

/** Tools say what is wrong at the end. */
function lastPart(output: string): string {
  return output.length <= outputLimit ? output : `…${output.slice(1 - outputLimit)}`;
}

const outputLimit = 4000;
