// A feature's own clone on a worker. What others have pushed is what counts: the branch at the origin, and above it the work that
// was not committed yet. Where the clone is not that, it is made anew; nothing in it is anybody's but ours.
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import { branchOf } from "../../../domain/feature/feature-key.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { Git } from "../checkout/git.ts";
import { openGit } from "../open-repository.ts";
import { wipRef } from "./publish-work.ts";

export interface Clones {
  /** Its root, with the branch checked out as it was left, wherever that was. */
  prepare(feature: string): Promise<Prepared>;
  forget(feature: string): Promise<void>;
}

export interface Prepared {
  readonly root: string;
  /** What iflow.config.json says on the origin's default branch; empty where there is none. */
  readonly settings: string;
  /** It was made just now: what git ignores is not there. */
  readonly isNew: boolean;
}

export interface ClonesOptions {
  readonly folder: string;
  readonly origin: string;
  readonly repository: string;
  readonly env: NodeJS.ProcessEnv;
}

export function createClones({ folder, origin, repository, env }: ClonesOptions): Clones {
  const mark = createHash("sha256").update(repository).digest("hex").slice(0, 8);
  const rootOf = (feature: string) => join(folder, `${basename(repository)}-${mark}`, feature);
  const remove = (feature: string) => rm(rootOf(feature), { recursive: true, force: true, maxRetries: 3 });
  return {
    async forget(feature) {
      await tidyOrigin(rootOf(feature), feature, env).catch(() => undefined); // it may be gone, or refuse that
      await remove(feature);
    },
    async prepare(feature) {
      const root = rootOf(feature);
      const kept = await fetchInto(root, feature, env).catch(() => undefined);
      if (kept !== undefined && (await isAsPublished(root, feature, kept, env)))
        return { root, settings: await settingsOf(root, kept, env), isNew: false };
      await remove(feature);
      await mkdir(dirname(root), { recursive: true });
      await new Git(dirname(root), env).run(["clone", "--quiet", "--", origin, root]);
      const base = await fetchInto(root, feature, env);
      await layOut(root, feature, base, env);
      return { root, settings: await settingsOf(root, base, env), isNew: true };
    },
  };
}

/** The default branch of the origin. */
async function fetchInto(root: string, feature: string, env: NodeJS.ProcessEnv): Promise<string> {
  const git = new Git(root, env);
  const wip = wipRef(feature);
  await git.run(["fetch", "--quiet", "--prune", "origin", "+refs/heads/*:refs/remotes/origin/*", `+${wip}*:${wip}*`]);
  const head = (await git.run(["symbolic-ref", "--short", "refs/remotes/origin/HEAD"])).trim();
  return head.replace(/^origin\//, "");
}

/** Nobody has worked on it elsewhere since, and no killed process has left what was not published. */
async function isAsPublished(root: string, feature: string, base: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const git = new Git(root, env);
  const { branch, head, wip } = await published(root, feature, base, env);
  const here = (await git.attempt(["symbolic-ref", "--short", "HEAD"])).stdout.trim();
  if (here !== branch || (await idOf(git, "HEAD")) !== head) return false;
  if (!(await areSame(git))) return false;
  const { snapshots } = await openGit(root, env);
  const wanted = wip ?? head;
  return (await snapshots.take()).tree === (await git.run(["rev-parse", `${wanted}^{tree}`])).trim();
}

/** Every branch here is where the origin has it. */
async function areSame(git: Git): Promise<boolean> {
  const refs = await git.run(["for-each-ref", "--format=%(objectname) %(refname:lstrip=2)", "refs/heads"]);
  const lines = refs.split("\n").filter(Boolean);
  const same = await Promise.all(
    lines.map(async (line) => {
      const [id, name] = line.split(" ");
      return (
        (await git.attempt(["rev-parse", "--quiet", "--verify", `refs/remotes/origin/${name}`])).stdout.trim() === id
      );
    }),
  );
  return same.every(Boolean);
}

async function layOut(root: string, feature: string, base: string, env: NodeJS.ProcessEnv): Promise<void> {
  const git = new Git(root, env);
  const { branch, head, wip } = await published(root, feature, base, env);
  const own = branchOf(feature);
  const there = await idOf(git, `refs/remotes/origin/${own}`);
  if (head === undefined || (branch === own && there === undefined)) throw noBranch(own);
  if (there !== undefined) await git.run(["branch", "--quiet", "--track", own, `origin/${own}`]);
  if (branch === own) await git.run(["switch", "--quiet", own]);
  // the work as it was, not yet committed: in the files, and not in the index
  if (wip !== undefined) await git.run(["restore", `--source=${wip}`, "--worktree", "--", "."]);
}

/** The branch that was worked on last, where it is at the origin, and the work above exactly that commit. */
async function published(root: string, feature: string, base: string, env: NodeJS.ProcessEnv) {
  const git = new Git(root, env);
  const own = await idOf(git, `refs/remotes/origin/${branchOf(feature)}`);
  const isMerged = own !== undefined && (await isIn(root, base, own, env));
  const branch = isMerged ? base : branchOf(feature);
  const head = await idOf(git, `refs/remotes/origin/${branch}`);
  const wip = await idOf(git, wipRef(feature));
  const parent = wip === undefined ? undefined : await idOf(git, `${wip}^`);
  return { branch, head, wip: wip !== undefined && parent === head ? wip : undefined };
}

/** Its finish has merged it, and is not over yet. */
async function isIn(root: string, base: string, tip: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { merging } = await openGit(root, env);
  return (await merging.findMerge(base, tip)) !== undefined || (await merging.findSquash(base, tip)) !== undefined;
}

/** Takes away the ref of our own, and the branch once its finish has merged and deleted it. */
async function tidyOrigin(root: string, feature: string, env: NodeJS.ProcessEnv): Promise<void> {
  const base = await fetchInto(root, feature, env);
  const git = new Git(root, env);
  await git.attempt(["push", "--quiet", "origin", `:${wipRef(feature)}`]);
  const branch = branchOf(feature);
  const tip = await idOf(git, `refs/remotes/origin/${branch}`);
  const isDeleted = (await idOf(git, `refs/heads/${branch}`)) === undefined;
  if (tip === undefined || !isDeleted || !(await isIn(root, base, tip, env))) return;
  const lease = `--force-with-lease=refs/heads/${branch}:${tip}`;
  await git.attempt(["push", "--quiet", lease, "origin", `:refs/heads/${branch}`]);
}

async function settingsOf(root: string, base: string, env: NodeJS.ProcessEnv): Promise<string> {
  const file = await new Git(root, env).attempt(["show", `refs/remotes/origin/${base}:${CONFIG_FILE}`]);
  return file.exitCode === 0 ? file.stdout : "";
}

async function idOf(git: Git, revision: string): Promise<string | undefined> {
  const { exitCode, stdout } = await git.attempt(["rev-parse", "--quiet", "--verify", `${revision}^{commit}`]);
  return exitCode === 0 ? stdout.trim() : undefined;
}

function noBranch(branch: string): IflowError {
  return new IflowError("repository-state", `the origin has no branch ${branch}`, {
    fix: `git push origin ${branch}   (where it is), then: iflow continue`,
  });
}
