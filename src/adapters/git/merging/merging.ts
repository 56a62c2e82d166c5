// The Merging door. Inspection happens outside the user's index and object store. The merge itself is git's own, in the
// user's checkout, and anything it leaves unfinished is undone before the result is reported.
import { realpath } from "node:fs/promises";
import { IflowError } from "../../../domain/text/errors.ts";
import type {
  Branches,
  BranchSummary,
  LocalChange,
  MergeRequest,
  MergeResult,
  Merging,
} from "../../../ports/merging.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type GitOutcome, gitFailure } from "../checkout/git.ts";
import { assertNamedPaths, splitRecords } from "../checkout/named-paths.ts";
import { openThrowawayObjects, withThrowawayIndex } from "../checkout/throwaway.ts";
import { findMergeOf, mergeAsUser } from "./merge.ts";

export class GitMerging implements Merging {
  readonly #checkout: Checkout;

  constructor(checkout: Checkout) {
    this.#checkout = checkout;
  }

  async branches(): Promise<Branches> {
    const { git } = this.#checkout;
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
      local.push(name);
      if (remote && target) pushes[name] = `git push ${remote} ${refspec(name, target.replace("refs/heads/", ""))}`;
    }
    return { local, pushes, remoteDefault: /^refs\/remotes\/origin\/(.+)\n$/.exec(head.stdout)?.[1] };
  }

  async localChanges(): Promise<LocalChange[]> {
    const args = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal"];
    return splitRecords(await this.#checkout.git.run(args)).map((record) => ({
      path: record.slice(3),
      kind: record.startsWith("??") ? "untracked" : record[0] === " " ? "changed" : "staged",
    }));
  }

  async worktreeOf(branch: string): Promise<string | undefined> {
    const output = await this.#checkout.git.run(["worktree", "list", "--porcelain", "-z"]);
    for (const block of output.split("\0\0")) {
      const lines = block.split("\0");
      const path = lines.find((line) => line.startsWith("worktree "))?.slice("worktree ".length);
      if (path === undefined || !lines.includes(`branch refs/heads/${branch}`)) continue;
      if ((await realpath(path).catch(() => path)) !== (await realpath(this.#checkout.root))) return path;
    }
    return undefined;
  }

  switchObstacle(branch: string): Promise<string | undefined> {
    return withThrowawayIndex(this.#checkout, "copy", async (onIndex) => {
      const { git } = this.#checkout;
      // changed times with unchanged bytes are no obstacle for `git switch` either
      await git.attempt(["update-index", "-q", "--refresh"], onIndex);
      const dryRun = ["read-tree", "--dry-run", "-m", "-u", "--exclude-per-directory=.gitignore"];
      const outcome = await git.attempt([...dryRun, "HEAD", `refs/heads/${branch}`], onIndex);
      return outcome.exitCode === 0 ? undefined : outcome.stderr.trim();
    });
  }

  async conflicts(branch: string, revision: string): Promise<string[]> {
    const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z"];
    const env = await openThrowawayObjects(this.#checkout);
    const outcome = await this.#checkout.git.attempt([...args, `refs/heads/${branch}`, revision], { env });
    if (outcome.exitCode === 0) return [];
    if (outcome.exitCode !== 1) throw explainMergeTree(args, outcome);
    return splitRecords(outcome.stdout).slice(1); // the tree comes first
  }

  findMerge(branch: string, tip: string): Promise<string | undefined> {
    return findMergeOf(this.#checkout.git, branch, tip);
  }

  merge(request: MergeRequest): Promise<MergeResult> {
    return mergeAsUser(this.#checkout, request);
  }

  async deleteBranch(branch: string): Promise<{ deleted: boolean; why?: string }> {
    const { git } = this.#checkout;
    const there = await git.attempt(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`]);
    if (there.exitCode !== 0) return { deleted: true };
    const outcome = await git.attempt(["branch", "--quiet", "-d", branch]);
    return outcome.exitCode === 0 ? { deleted: true } : { deleted: false, why: firstLine(outcome.stderr) };
  }

  async summary(branch: string, tip: string): Promise<BranchSummary> {
    const { git } = this.#checkout;
    const range = `refs/heads/${branch}..${tip}`;
    const [count, subjects, stat] = await Promise.all([
      git.run(["rev-list", "--count", range]),
      git.run(["log", "--format=%s", "-z", `--max-count=${subjectLimit}`, range]),
      git.run(["diff", "--stat=160,120,200", "--no-color", "--no-ext-diff", `refs/heads/${branch}...${tip}`]),
    ]);
    return { commits: Number(count), subjects: subjects.split("\0").filter(Boolean), stat: stat.trimEnd() };
  }

  async lastText(path: string): Promise<string | undefined> {
    assertNamedPaths([path]);
    const { git } = this.#checkout;
    // the full history: a side of a merge that added a file and removed it again leaves no trace in the other side
    const args = ["rev-list", "--full-history", "--no-merges", "--max-count=1", "HEAD", "--", path];
    const last = (await git.run(args)).trim();
    if (last === "") return undefined;
    for (const revision of [last, `${last}^`]) {
      const outcome = await git.attempt(["cat-file", "blob", `${revision}:${path}`]);
      if (outcome.exitCode === 0) return outcome.stdout;
    }
    return undefined;
  }
}

const subjectLimit = 200;

function refspec(local: string, remote: string): string {
  return local === remote ? local : `${local}:${remote}`;
}

function explainMergeTree(args: readonly string[], outcome: GitOutcome): IflowError {
  if (!/unknown option|usage: git merge-tree/.test(outcome.stderr)) return gitFailure(args, outcome);
  return new IflowError("git-failed", "this git cannot look for conflicts before a merge", {
    fix: "Install git 2.38 or newer.",
  });
}

function firstLine(words: string): string {
  return (words.trim().split("\n")[0] ?? "").replace(/^error: /, "");
}
