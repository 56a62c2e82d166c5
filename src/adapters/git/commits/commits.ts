// Commits of exactly the named files. Each is prepared in a separate index that starts at the tip of the branch, so the
// user's index is changed only after the commit exists, and only for the committed paths (`commitText`: never). Nothing
// here moves a branch that has been moved by another process meanwhile.
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { CommitRequest, CommitResult, Commits, Refusal } from "../../../ports/git/repository.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Entry, rememberChild } from "../checkout/commit-facts.ts";
import type { GitOptions } from "../checkout/git.ts";
import { assertNamedPaths } from "../checkout/named-paths.ts";
import { withThrowawayIndex } from "../checkout/throwaway.ts";
import { readTip, requireBranch } from "../checkout/whereabouts.ts";
import { readDiff } from "../looking/diff.ts";
import { isSameEntry, printIndexInfo, readEntriesAt, zeroIdLike } from "../looking/entries.ts";
import { stageFiles } from "../looking/working-files.ts";
import { commitAsUser, requireIdentity, requireParent, stands } from "./commit-as-user.ts";
import { readIdentity, storeIdentity } from "./identity.ts";
import { oweEntries, settleDebts } from "./index-debts.ts";
import { joinWork } from "./join-work.ts";
import { findStep, rememberStep } from "./step-trailer.ts";
import { catchUpIndex, readChanges, showCommitInIndex } from "./user-index.ts";
import { cancelled, moveBranch, writeCommit } from "./write-commit.ts";

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

    join: (request) => joinWork(checkout, request),

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
