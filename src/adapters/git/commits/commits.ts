// Commits of exactly the named files. Each is prepared in a separate index that starts at the tip of the branch, so the
// user's index is changed only after the commit exists, and only for the committed paths (`commitText`: never). Nothing
// here moves a branch that has been moved by another process meanwhile.
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { CommitRequest, CommitResult, Commits, Refusal } from "../../../ports/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Entry, rememberChild } from "../checkout/commit-facts.ts";
import { type Git, type GitOptions, gitFailure } from "../checkout/git.ts";
import { assertNamedPaths } from "../checkout/named-paths.ts";
import { withThrowawayIndex } from "../checkout/throwaway.ts";
import { readTip, requireBranch } from "../checkout/whereabouts.ts";
import { readDiff } from "../looking/diff.ts";
import { isSameEntry, printIndexInfo, readEntriesAt, zeroIdLike } from "../looking/entries.ts";
import { stageFiles } from "../looking/working-files.ts";
import { commitAsUser, requireIdentity, requireParent, stands } from "./commit-as-user.ts";
import { readIdentity, storeIdentity } from "./identity.ts";
import { type Owed, oweEntries, settleDebts } from "./index-debts.ts";
import { findStep, printMessage, rememberStep } from "./step-trailer.ts";
import { catchUpIndex, readChanges, showCommitInIndex, waitForLock } from "./user-index.ts";

export function createCommits(checkout: Checkout): Commits {
  const { git, memory } = checkout;
  /** Git has accepted the user's identity before; if it has been removed since, the commit fails and says so. */
  let isUserKnown = false;
  let isCommitterKnown = false;
  return {
    async requireIdentity() {
      if (!isUserKnown && !isCommitterKnown) await requireIdentity(git, ["GIT_COMMITTER_IDENT"]);
      isCommitterKnown = true;
    },

    identity: () => readIdentity(git),
    storeIdentity: (identity) => storeIdentity(git, identity),

    commitFiles: (request) =>
      commitOnce(checkout, request, async (tip, staged, onIndex) => {
        const tree = (await git.run(["write-tree", "--missing-ok"], onIndex)).trim();
        const commit = await writeCommit(git, request, tip, tree);
        isUserKnown = true;
        const owed = await oweEntries(checkout, request.branch, staged);
        await moveBranch(checkout, request, tip, commit).catch(cancelled(owed));
        rememberChild(memory, { parent: tip, commit }, staged);
        rememberStep(checkout, request, { parent: tip, commit });
        await showCommitInIndex(checkout, commit, staged, owed.indexed);
        await owed.settled();
        return { status: "committed", sha: commit };
      }),

    settleIndex: () => settleDebts(checkout),

    async findStep(request) {
      const tip = await readTip(checkout, request.branch);
      return tip === undefined ? undefined : findStep(checkout, request, tip);
    },

    commitWithHooks: (request) =>
      commitOnce<CommitResult | Refusal>(checkout, request, async (tip, staged, onIndex) => {
        await settleDebts(checkout); // whatever is completed now leaves no stale index behind
        if (!isUserKnown) await requireIdentity(git); // must come before any hook runs
        const planned = await oweEntries(checkout, request.branch, staged);
        const failure = await commitAsUser(git, request, onIndex);
        if (failure && !(await stands(checkout, request, tip))) {
          await planned.cancel();
          if (failure instanceof IflowError) throw failure;
          return failure;
        }
        const head = await requireBranch(checkout, request.branch);
        const commit = (await findStep(checkout, { ...request, since: tip }, head)) ?? head;
        await requireParent(git, commit, tip);
        const changes = await readChanges(checkout, tip, commit); // a hook may have changed more
        const after = new Map([...changes].map(([path, change]) => [path, change.after]));
        rememberChild(memory, { parent: tip, commit }, after);
        const found = await readEntriesAt(checkout, commit, request.paths);
        const committed = new Map(request.paths.map((path) => [path, found.get(path)]));
        const owed = await oweEntries(checkout, request.branch, new Map([...committed, ...after]));
        await showCommitInIndex(checkout, commit, committed, owed.indexed);
        await catchUpIndex(checkout, commit, changes);
        await owed.settled();
        return { status: "committed", sha: commit, ...(failure && { despiteFailure: true }) };
      }),

    async commitText(request) {
      assertNamedPaths([request.path]);
      const tip = await requireUnused(checkout, request.branch);
      const earlier = await findStep(checkout, request, tip);
      if (earlier !== undefined) return { status: "committed", sha: earlier };

      return withThrowawayIndex(checkout, "empty", async (onIndex) => {
        const id = (await git.run(["hash-object", "-w", "--stdin"], { input: request.text })).trim();
        const before = (await readEntriesAt(checkout, tip, [request.path])).get(request.path);
        if (before?.id === id) return { status: "no-change", sha: tip };
        const input = printIndexInfo([[request.path, { mode: before?.mode ?? "100644", id }]], zeroIdLike(tip));
        await git.run(["read-tree", tip], onIndex);
        await git.run(["update-index", "-z", "--index-info"], { ...onIndex, input });
        const tree = await git.run(["write-tree", "--missing-ok"], onIndex);
        const commit = await writeCommit(git, request, tip, tree.trim());
        await moveBranch(checkout, request, tip, commit);
        return { status: "committed", sha: commit };
      });
    },

    async diff(from, to, paths, form = "plain") {
      assertNamedPaths(paths);
      return readDiff(checkout, { from, to, paths, form });
    },
  };
}

/** What cannot be settled now stays written down. */
function leaveDebt(error: unknown): void {
  if (!(error instanceof IflowError)) throw error;
}

/** Rethrows what kept the branch from moving: then nothing is owed. */
function cancelled({ cancel }: Owed) {
  return async (error: unknown): Promise<never> => {
    await cancel();
    throw error;
  };
}

/** Checks, looks for the step, stages the files; `commit` is called only when there is something to commit. */
async function commitOnce<Result>(
  checkout: Checkout,
  request: CommitRequest,
  commit: (tip: string, staged: ReadonlyMap<string, Entry | undefined>, onIndex: GitOptions) => Promise<Result>,
): Promise<Result | CommitResult> {
  assertNamedPaths(request.paths);
  const tip = await requireBranch(checkout, request.branch);
  await settleDebts(checkout).catch(leaveDebt);
  const earlier = await findStep(checkout, request, tip);
  if (earlier !== undefined) {
    await settleDebts(checkout);
    if (earlier === tip) await catchUpIndex(checkout, earlier);
    return { status: "committed", sha: earlier };
  }

  return withThrowawayIndex(checkout, "copy", async (onIndex) => {
    await checkout.git.run(["read-tree", "--reset", tip], onIndex);
    const staged = await stageFiles(checkout, tip, request.paths, onIndex);
    const before = await readEntriesAt(checkout, tip, request.paths);
    const isChanged = [...staged].some(([path, entry]) => !isSameEntry(entry, before.get(path)));
    return isChanged ? commit(tip, staged, onIndex) : { status: "no-change", sha: tip };
  });
}

/** The tip of a branch that no working tree has checked out, so that moving it disturbs no working tree. */
async function requireUnused(checkout: Checkout, branch: string): Promise<string> {
  const tip = await readTip(checkout, branch);
  if (tip === undefined) {
    throw new IflowError("repository-state", `there is no branch ${branch} here`, {
      fix: `git switch --track origin/${branch}`,
    });
  }
  const tree = (await checkout.git.run(["for-each-ref", "--format=%(worktreepath)", `refs/heads/${branch}`])).trim();
  if (tree === "") return tip;
  throw new IflowError("repository-state", `${branch} is checked out in ${tree}`, {
    fix: `run the command there: cd ${shellWord(tree)}`,
  });
}

type Message = Pick<CommitRequest, "branch" | "message" | "step">;

async function writeCommit(git: Git, request: Message, tip: string, tree: string): Promise<string> {
  const args = ["commit-tree", tree, "-p", tip, "-F", "-"];
  const config = { "i18n.commitEncoding": "UTF-8" };
  const outcome = await git.attempt(args, { input: printMessage(request), config });
  if (outcome.exitCode === 0) return outcome.stdout.trim();
  await requireIdentity(git);
  throw gitFailure(args, outcome);
}

async function moveBranch(checkout: Checkout, request: Message, tip: string, commit: string): Promise<void> {
  const ref = `refs/heads/${request.branch}`;
  const args = ["update-ref", "-m", `iflow: ${request.step}`, ref, commit, tip];
  const move = () => checkout.git.attempt(args, { config: { "core.hooksPath": "/dev/null" } });
  const outcome = await waitForLock(move, ".lock");
  if (outcome.exitCode === 0) return;
  if ((await readTip(checkout, request.branch)) === tip) throw gitFailure(args, outcome);
  const message = `The branch ${request.branch} moved while iflow was committing to it: ${outcome.stderr.trim()}`;
  throw new IflowError("git-failed", message, {
    fix: `Look at the new commit with \`git log -3 ${request.branch}\`, then run the command again.`,
  });
}
