// Read from the files, or not at all: what is read must be what git says.
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TempRepo, tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";
import { readPlainFeatureRefs } from "./feature-refs.ts";

const set = (repo: TempRepo, ...refs: string[]) => {
  for (const ref of refs) repo.git("update-ref", `refs/${ref}`, "HEAD");
};

/** Each on top of the one before, and whether the files alone give the answer. */
const shapes: readonly (readonly [string, boolean, (repo: TempRepo) => unknown])[] = [
  ["none", true, () => {}],
  ["loose ones", true, (repo) => set(repo, "heads/feature/001-a", "heads/feature/deep/002-b", "heads/other/feature/x")],
  ["of a remote", true, (repo) => set(repo, "remotes/origin/feature/003-c", "remotes/origin/main", "remotes/up/x")],
  ["all packed, with a tag", true, (repo) => repo.git("tag", "-a", "-m", "t", "t") + repo.git("pack-refs", "--all")],
  ["packed and loose", true, (repo) => set(repo, "heads/feature/001-a", "heads/feature/004-d")],
  ["removed", true, (repo) => repo.git("update-ref", "-d", "refs/heads/feature/001-a")],
  ["a lock that was left", true, (repo) => repo.write({ ".git/refs/heads/feature/005-e.lock": "" })],
  ["a ref to another", false, (repo) => repo.git("symbolic-ref", "refs/heads/feature/006-f", "refs/heads/main")],
  ["a ref to nothing", false, (repo) => repo.git("symbolic-ref", "refs/heads/feature/006-f", "refs/heads/none")],
  ["that one gone", true, (repo) => repo.git("symbolic-ref", "-d", "refs/heads/feature/006-f")],
  ["a ref that was cut off", false, (repo) => repo.write({ ".git/refs/heads/feature/007-g": "" })],
];

test("feature branches are those that git names, whatever form their refs have", async () => {
  const repo = await tempRepo();
  const { repository } = await openGit(repo.root, process.env);
  for (const [name, isPlain, does] of shapes) {
    await does(repo);

    expect({ name, branches: await repository.featureBranches() }).toEqual({ name, branches: namesByGit(repo) });
    const local = repo.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/").split("\n").sort();
    expect({ name, ...(await repository.branches()) }).toEqual({ name, local, remoteDefault: undefined });
    expect({ name, isPlain: readPlainFeatureRefs(repository) !== undefined }).toEqual({ name, isPlain });
  }
});

test("a remote's default branch is read in every form, and where a branch began from its log", async () => {
  const repo = await tempRepo();
  const { repository } = await openGit(repo.root, process.env);
  repo.git("update-ref", "refs/remotes/origin/trunk", "HEAD");
  repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
  expect((await repository.branches()).remoteDefault).toBe("trunk");
  repo.git("symbolic-ref", "refs/heads/other", "refs/heads/main"); // git is asked now
  expect((await repository.branches()).remoteDefault).toBe("trunk");

  const began = repo.git("rev-parse", "HEAD");
  repo.git("switch", "--quiet", "--create", "side");
  repo.git("commit", "--quiet", "--allow-empty", "--message", "more");
  expect(repository.beganAt("side")).toBe(began);
  expect(repository.beganAt("none")).toBeUndefined();
});

test("a worktree has the branches of its repository", async () => {
  const repo = await tempRepo();
  set(repo, "heads/feature/001-a");
  repo.git("worktree", "add", "--quiet", join(repo.root, ".git", "side"), "-b", "feature/002-b");

  const { repository } = await openGit(join(repo.root, ".git", "side"), process.env);

  expect(await repository.featureBranches()).toEqual(["feature/001-a", "feature/002-b"]);
});

test("git is asked where refs are stored in another way, and where they cannot be read", async () => {
  const repo = await tempRepo();
  const commonDir = join(repo.root, ".git");
  await mkdir(join(commonDir, "packed-refs")); // root may read every file
  expect(readPlainFeatureRefs({ commonDir })).toBeUndefined();

  const other = join((await tempRepo()).root, ".git");
  expect(readPlainFeatureRefs({ commonDir: other })).toEqual([]);
  await mkdir(join(other, "reftable"));
  expect(readPlainFeatureRefs({ commonDir: other })).toBeUndefined();
});

test("a pipe in the place of a ref holds nobody up", async () => {
  const commonDir = join((await tempRepo()).root, ".git");
  await mkdir(join(commonDir, "refs/heads/feature"), { recursive: true });
  execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', join(commonDir, "refs/heads/feature/001-a")]);

  expect(readPlainFeatureRefs({ commonDir })).toBeUndefined();
});

/** The answer of `for-each-ref`, as the port promises it. */
function namesByGit(repo: TempRepo): string[] {
  const refs = repo.git("for-each-ref", "--format=%(refname)", "refs/heads/feature/", "refs/remotes/").split("\n");
  const names = refs.flatMap((ref) => ref.match(/^refs\/(?:heads|remotes\/[^/]+)\/(feature\/.+)$/)?.[1] ?? []);
  return [...new Set(names)].sort();
}
