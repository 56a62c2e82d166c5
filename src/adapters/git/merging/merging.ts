// The Merging door. Inspection happens outside the user's index and object store. The merge itself is git's own, in the
// user's checkout, and anything it leaves unfinished is undone before the result is reported.
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { Branches, BranchTotal, Merging } from "../../../ports/git/merging.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type Git, type GitOutcome, gitFailure } from "../checkout/git.ts";
import { assertNamedPaths, splitRecords } from "../checkout/named-paths.ts";
import { openThrowawayObjects, withThrowawayIndex } from "../checkout/throwaway.ts";
import { readChanged } from "./changed-since.ts";
import { readLocalChanges } from "./local-changes.ts";
import { readLog } from "./log.ts";
import { findMergeOf, forgetFinishedMerge, mergeAsUser } from "./merge.ts";
import { findSquashOf, squashAsUser } from "./squash.ts";
import { findWorktree, readObstaclesAt, whereMerged } from "./where-merged.ts";

export function createMerging(checkout: Checkout): Merging {
  const { git } = checkout;
  return {
    branches: () => readBranches(git),
    localChanges: () => readLocalChanges(git),
    worktreeOf: (branch) => findWorktree(checkout, branch),
    log: (range) => readLog(git, range),
    findMerge: (branch, tip) => findMergeOf(git, branch, tip),
    merge: (request) => whereMerged(checkout, request, mergeAsUser),
    findSquash: (branch, tip) => findSquashOf(git, branch, tip),
    squash: (request) => whereMerged(checkout, request, squashAsUser),

    obstaclesAt: (branch, tip) => readObstaclesAt(checkout, branch, tip),

    switchObstacle(branch) {
      return withThrowawayIndex(checkout, "copy", async (onIndex) => {
        // changed times with unchanged bytes are no obstacle for `git switch` either
        await git.attempt(["update-index", "-q", "--refresh"], onIndex);
        const dryRun = ["read-tree", "--dry-run", "-m", "-u", "--exclude-per-directory=.gitignore"];
        const outcome = await git.attempt([...dryRun, "HEAD", `refs/heads/${branch}`], onIndex);
        return outcome.exitCode === 0 ? undefined : outcome.stderr.trim();
      });
    },

    async conflicts(branch, revision) {
      const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z"];
      const env = await openThrowawayObjects(checkout);
      const outcome = await git.attempt([...args, `refs/heads/${branch}`, revision], { env });
      if (outcome.exitCode === 0) return [];
      if (outcome.exitCode !== 1) throw explainMergeTree(args, outcome);
      return splitRecords(outcome.stdout).slice(1); // the tree comes first
    },

    deleteBranch: (branch) => deleteBranch(git, branch),

    async retireBranch(branch, tip, ref) {
      const there = await git.attempt(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`]);
      if (there.exitCode !== 0) return { deleted: true };
      const elsewhere = await findWorktree(checkout, branch);
      if (elsewhere !== undefined) return { deleted: false, why: `it is checked out in ${elsewhere}` };
      // one transaction: git writes the new ref first, and deletes the branch only while it is where it was
      const input = `update ${ref} ${tip}\ndelete refs/heads/${branch} ${tip}\n`;
      const outcome = await git.attempt(["update-ref", "--stdin"], { input });
      if (outcome.exitCode !== 0) return { deleted: false, why: firstLine(outcome.stderr) };
      await git.attempt(["config", "--local", "--remove-section", `branch.${branch}`]); // as `git branch -d` does
      return { deleted: true };
    },

    async summary(branch, tip) {
      const range = `refs/heads/${branch}..${tip}`;
      const changes = `refs/heads/${branch}...${tip}`;
      const [count, subjects, stat, files] = await Promise.all([
        git.run(["rev-list", "--count", range]),
        git.run(["log", "--format=%s", "-z", `--max-count=${subjectLimit}`, range]),
        git.run(["diff", "--stat=160,120,200", "--no-color", "--no-ext-diff", changes]),
        git.run(["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", changes]),
      ]);
      const parts = (text: string) => text.split("\0").filter(Boolean);
      return { commits: Number(count), subjects: parts(subjects), stat: stat.trimEnd(), files: parts(files) };
    },

    total: (from, to, without) => readTotal(git, `${from}...${to}`, without),

    changedLines: (branch, tip) => readChangedLines(git, branch, tip),

    async changes(branch, tip) {
      const from = await leftAt(git, branch, tip);
      const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", from, tip];
      return { from, files: splitRecords(await git.run(args)) };
    },

    changedSince: (judged, tip, branch) => readChanged(git, { judged, tip, base: `refs/heads/${branch}` }),

    async lastText(path) {
      assertNamedPaths([path]);
      // the full history: a side of a merge that added a file and removed it again leaves no trace in the other side
      const args = ["rev-list", "--full-history", "--no-merges", "--max-count=1", "HEAD", "--", path];
      const last = (await git.run(args)).trim();
      if (last === "") return undefined;
      for (const revision of [last, `${last}^`]) {
        const outcome = await git.attempt(["cat-file", "blob", `${revision}:${path}`]);
        if (outcome.exitCode === 0) return outcome.stdout;
      }
      return undefined;
    },
  };
}

async function deleteBranch(git: Git, branch: string): ReturnType<Merging["deleteBranch"]> {
  await forgetFinishedMerge(git); // the git that left it may have been slow
  const there = await git.attempt(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`]);
  if (there.exitCode !== 0) return { deleted: true };
  const outcome = await git.attempt(["branch", "--quiet", "-d", branch]);
  return outcome.exitCode === 0 ? { deleted: true } : { deleted: false, why: firstLine(outcome.stderr) };
}

async function readChangedLines(git: Git, branch: string, tip: string) {
  const from = await leftAt(git, branch, tip);
  const args = ["diff-tree", "-r", "-z", "--numstat", "--no-renames", "--no-textconv", from, tip];
  return splitRecords(await git.run(args)).map((record) => {
    const [added = "", removed = "", ...path] = record.split("\t");
    return { path: path.join("\t"), lines: added === "-" ? null : Number(added) + Number(removed) };
  });
}

/** The commit where the tip left the branch; of histories that have nothing in common, the branch itself. */
async function leftAt(git: Git, branch: string, tip: string): Promise<string> {
  const { stdout, exitCode } = await git.attempt(["merge-base", `refs/heads/${branch}`, tip]);
  return exitCode === 0 ? stdout.trim() : `refs/heads/${branch}`;
}

/** `range`: from where `to` left `from`. */
async function readTotal(git: Git, range: string, without: string): Promise<BranchTotal> {
  const [count, stat] = await Promise.all([
    git.run(["rev-list", "--count", "--no-merges", "--right-only", range]),
    git.run(["diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", range]),
  ]);
  const rows = splitRecords(stat).map((row) => row.split("\t"));
  const lines = rows
    .filter(([, , path = ""]) => !path.startsWith(`${without}/`))
    .map((row) => row.slice(0, 2).map((cell) => Number(cell) || 0)); // "-" for a binary file
  const sum = (column: number) => lines.reduce((all, line) => all + (line[column] ?? 0), 0);
  return { commits: Number(count), files: lines.length, added: sum(0), removed: sum(1) };
}

async function readBranches(git: Git): Promise<Branches> {
  const fields = "%(refname)%00%(upstream:remotename)%00%(upstream:remoteref)";
  const [refs, head] = await Promise.all([
    git.run(["for-each-ref", `--format=${fields}`, "refs/heads/"]),
    git.attempt(["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]),
  ]);
  const local: string[] = [];
  const pushes: Record<string, string> = {};
  for (const line of refs.split("\n").filter(Boolean)) {
    const [ref = "", remote, target] = line.split("\0");
    const name = ref.replace("refs/heads/", "");
    if (name.startsWith("-")) continue; // a remote can call its branch so, and git would take the name for an option
    local.push(name);
    if (!remote || !target) continue;
    pushes[name] = `git push ${shellWord(remote)} ${shellWord(refspec(name, target.replace("refs/heads/", "")))}`;
  }
  return { local, pushes, remoteDefault: /^refs\/remotes\/origin\/(.+)\n$/.exec(head.stdout)?.[1] };
}

const subjectLimit = 200;

function refspec(local: string, remote: string): string {
  return local === remote ? local : `${local}:${remote}`;
}

function explainMergeTree(args: readonly string[], outcome: GitOutcome): IflowError {
  if (!/unknown option|usage: git merge-tree/.test(outcome.stderr)) return gitFailure(args, outcome);
  return new IflowError("git-failed", "this git cannot check for conflicts before a merge", {
    fix: "Install git 2.38 or newer.",
  });
}

function firstLine(words: string): string {
  return (words.trim().split("\n")[0] ?? "").replace(/^(?:error|fatal): /, "");
}
