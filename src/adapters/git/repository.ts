// The Repository door: where HEAD stands, branches, and what is in a revision. It never moves an existing branch and
// never discards a local edit.
import { join } from "node:path";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { BranchNames, Repository } from "../../ports/git/repository.ts";
import { readPlainText } from "../plain-file.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { readPlainFeatureRefs, readPlainHeads } from "./checkout/feature-refs.ts";
import { type Git, gitFailure, NO_HOOKS } from "./checkout/git.ts";
import { readBeginning } from "./checkout/loose-refs.ts";
import { assertNamedPaths, splitRecords } from "./checkout/named-paths.ts";
import { readSettings } from "./checkout/settings.ts";
import { readTip, readWhereabouts } from "./checkout/whereabouts.ts";
import { gitlinkMode, isSameEntry, readEntriesAt, readIndexedEntries, zeroIdLike } from "./looking/entries.ts";
import { touchedInstalled } from "./looking/installed.ts";
import { readWorkingEntries } from "./looking/working-files.ts";

export function createRepository(checkout: Checkout): Repository {
  const { git, root, commonDir, gitDir } = checkout;
  const where = () => readWhereabouts(checkout);
  return {
    ...{ root, commonDir, gitDir, where },
    settings: () => readSettings(checkout),
    touchedInstalled: (since) => touchedInstalled(checkout, since),
    tip: (branch) => readTip(checkout, branch),
    branches: () => readBranches(checkout),
    beganAt: (branch) => readBeginning(checkout, branch),
    reserveBranch: (name, revision) => reserveBranch(git, name, revision),
    checkedOutIn: (branch) => checkedOutIn(git, branch),

    async releaseBranch(name, revision) {
      if ((await checkedOutIn(git, name)) !== undefined) return false;
      const args = ["update-ref", "-m", "iflow: not created", "-d", `refs/heads/${name}`, revision];
      return (await git.attempt(args)).exitCode === 0;
    },

    async featureBranches() {
      const args = ["for-each-ref", "--format=%(refname)", "refs/heads/feature/", "refs/remotes/"];
      const refs = readPlainFeatureRefs(checkout) ?? (await git.run(args)).split("\n");
      const names = refs.flatMap((ref) => ref.match(/^refs\/(?:heads|remotes\/[^/]+)\/(feature\/.+)$/)?.[1] ?? []);
      return [...new Set(names)].toSorted();
    },

    async blobAt(revision, path) {
      assertNamedPaths([path]);
      return (await readEntriesAt(checkout, revision, [path])).get(path)?.id;
    },

    async switchTo(branch, { hooks } = { hooks: true }) {
      const args = ["switch", "--quiet", "--no-guess", branch];
      const outcome = await git.attempt(args, { asUser: true, ...(!hooks && { config: NO_HOOKS }) });
      if (outcome.exitCode === 0) return;
      // A post-checkout hook that fails sets the exit code of a switch that succeeded.
      if (outcome.exitCode === 1 && (await where()).branch === branch) return;
      throw gitFailure(args, outcome, "Commit or set aside the files git names above, then run the command again.");
    },

    async isNew(path) {
      assertNamedPaths([path]);
      return (await git.run(["ls-files", "--others", "--exclude-standard", "-z", "--", path])) !== "";
    },

    async dirty(paths) {
      assertNamedPaths(paths);
      const { head } = await where();
      const [committed, indexed, working] = await Promise.all([
        readEntriesAt(checkout, head, paths),
        readIndexedEntries(checkout, paths),
        readWorkingEntries(checkout, head, paths),
      ]);
      return paths.filter((path) => {
        const staged = indexed.get(path);
        const onDisk = working.get(path) ?? (staged?.sparse ? staged : undefined);
        return !isSameEntry(staged, committed.get(path)) || !isSameEntry(onDisk, committed.get(path));
      });
    },

    async show(revision, path) {
      assertNamedPaths([path]);
      const args = ["cat-file", "blob", `${revision}:${path}`];
      const outcome = await git.attempt(args);
      if (outcome.exitCode === 0) return outcome.stdout;
      const entry = (await readEntriesAt(checkout, revision, [path])).get(path);
      if (entry === undefined || entry.mode === gitlinkMode) return undefined;
      throw gitFailure(args, outcome);
    },

    async list(revision, folder) {
      const prefix = folder.replace(/\/*$/, "/").replace(/^\/$/, "");
      if (prefix !== "") assertNamedPaths([prefix.slice(0, -1)]);
      const args = ["ls-tree", "-z", "--full-tree", "--name-only", revision, ...(prefix === "" ? [] : ["--", prefix])];
      return splitRecords(await git.run(args)).map((path) => path.slice(prefix.length));
    },

    async lastCommitWith(path) {
      assertNamedPaths([path]);
      // Without --full-history git follows only one side of a merge and never finds a file removed on both sides.
      const which = ["--full-history", "--topo-order", "--diff-filter=AM", "--no-renames", "--max-count=1"];
      const args = ["log", "--format=%H", ...which, "--exclude=refs/stash", "--all", "--", path];
      const config = { "log.follow": "false", "log.showSignature": "false" };
      return (await git.run(args, { config })).trim() || undefined;
    },
  };
}

async function readBranches(checkout: Checkout): Promise<BranchNames> {
  const plain = readPlainHeads(checkout);
  if (plain === undefined) return askBranches(checkout.git);
  const head = readPlainText(join(checkout.commonDir, "refs", "remotes", "origin", "HEAD"));
  return { local: namesOf(plain), remoteDefault: head?.match(/^ref: refs\/remotes\/origin\/(.+)\n$/)?.[1] };
}

async function askBranches(git: Git): Promise<BranchNames> {
  const format = "--format=%(refname)%00%(symref)";
  const refs = (await git.run(["for-each-ref", format, "refs/heads/", "refs/remotes/origin/HEAD"])).split("\n");
  return {
    local: namesOf(refs.map((line) => line.split("\0")[0] ?? "")),
    remoteDefault: refs.join("\n").match(/^refs\/remotes\/origin\/HEAD\0refs\/remotes\/origin\/(.+)$/m)?.[1],
  };
}

function namesOf(refs: readonly string[]): string[] {
  const names = refs.flatMap((ref) => ref.match(/^refs\/heads\/(.+)$/)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

async function checkedOutIn(git: Git, branch: string): Promise<string | undefined> {
  return (await git.run(["for-each-ref", "--format=%(worktreepath)", `refs/heads/${branch}`])).trim() || undefined;
}

async function reserveBranch(git: Git, name: string, revision: string): Promise<boolean> {
  const allowed = await git.attempt(["check-ref-format", "--branch", name]);
  if (allowed.exitCode !== 0 || allowed.stdout.trim() !== name) {
    throw new IflowError("usage", `git does not allow a branch called ${JSON.stringify(name)}.`, {
      fix: "Use letters, digits, dashes and slashes.",
    });
  }
  const ref = `refs/heads/${name}`;
  const commit = (await git.run(["rev-parse", "--verify", `${revision}^{commit}`])).trim();
  const args = ["update-ref", "-m", `iflow: created from ${revision}`, ref, commit, zeroIdLike(commit)];
  const made = await git.attempt(args);
  if (made.exitCode === 0) return true;
  if ((await git.attempt(["show-ref", "--verify", "--quiet", ref])).exitCode === 0) return false;

  const inTheWay = made.stderr.match(/'refs\/heads\/([^']+)' exists; cannot create/)?.[1];
  if (inTheWay === undefined) throw gitFailure(args, made);
  const message = `Branch ${name} cannot be created while branch ${inTheWay} exists: git stores them as a folder and a file.`;
  throw new IflowError("repository-state", message, {
    fix: `git branch -m ${shellWord(inTheWay)} ${shellWord(`${inTheWay}-old`)}`,
  });
}
