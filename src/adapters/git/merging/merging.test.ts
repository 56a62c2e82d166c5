// Merging against real git.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

const open = async ({ root }: { root: string }) => (await openGit(root, process.env)).merging;

/** `work` is one commit ahead of `main`; HEAD is on it. */
async function branched(files: Record<string, string> = { "new.txt": "new\n" }): Promise<TempRepo> {
  const repo = await tempRepo({ "a.txt": "a\n", ".gitignore": "ignored\n" });
  repo.git("switch", "--quiet", "-c", "work");
  await commit(repo, files, "work");
  return repo;
}

async function commit(repo: TempRepo, files: Record<string, string>, message: string): Promise<void> {
  await repo.write(files);
  repo.git("add", "--", ...Object.keys(files));
  repo.git("commit", "--quiet", "--message", message);
}

async function moveMain(repo: TempRepo, files: Record<string, string>): Promise<void> {
  repo.git("switch", "--quiet", "main");
  await commit(repo, files, "main moved");
  repo.git("switch", "--quiet", "work");
}

const order = (repo: TempRepo) => ({
  branch: "main",
  tip: repo.git("rev-parse", "work"),
  from: "work",
  message: "Merge work",
  step: "finish/1/0/merge/1",
});

test("branches, the remote's own one, and what would push each", async () => {
  const repo = await branched();
  const remote = join(await tempFolder(), "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
  expect(await (await open(repo)).branches()).toEqual({
    local: ["main", "work"],
    remoteDefault: undefined,
    pushes: {},
  });
  repo.git("remote", "add", "origin", remote);
  repo.git("push", "--quiet", "--set-upstream", "origin", "main");
  repo.git("push", "--quiet", "--set-upstream", "origin", "work:other");
  repo.git("remote", "set-head", "origin", "main");
  expect(await (await open(repo)).branches()).toEqual({
    local: ["main", "work"],
    remoteDefault: "main",
    pushes: { main: "git push origin main", work: "git push origin work:other" },
  });
});

test("a command that pushes does no more than that, whatever the remote calls its branch", async () => {
  const repo = await branched();
  const remote = join(await tempFolder(), "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
  repo.git("remote", "add", "origin", remote);
  repo.git("push", "--quiet", "--set-upstream", "origin", "main:$(reboot)");
  expect((await (await open(repo)).branches()).pushes).toEqual({ main: "git push origin 'main:$(reboot)'" });
});

test("a branch whose name git would take for an option is none to begin at or to merge into", async () => {
  const repo = await branched();
  repo.git("update-ref", "refs/heads/--force-create=main", "work");
  expect((await (await open(repo)).branches()).local).toEqual(["main", "work"]);
});

test("local changes by kind, ignored files left out, odd names whole", async () => {
  const repo = await branched({ "b.txt": "b\n", "c.txt": "c\n" });
  await repo.write({ "a.txt": "changed\n", "new\nline": "x", "folder/x": "x", ignored: "x", "s.txt": "s" });
  repo.git("add", "s.txt");
  repo.git("mv", "b.txt", "d.txt");
  const changes = await (await open(repo)).localChanges();
  expect(Object.fromEntries(changes.map(({ path, kind }) => [path, kind]))).toEqual({
    "a.txt": "changed",
    "b.txt": "staged",
    "d.txt": "staged",
    "s.txt": "staged",
    "folder/": "untracked",
    "new\nline": "untracked",
  });
});

test("a submodule counts by its commit; no program that its settings name is started", async () => {
  const repo = await branched();
  const inner = join(repo.root, "sub");
  execFileSync("git", ["init", "--quiet", inner]);
  const git = (...args: string[]) => execFileSync("git", ["-C", inner, ...args], { encoding: "utf8" }).trim();
  const commitInside = () => git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty");
  commitInside();
  repo.git("update-index", "--add", "--cacheinfo", `160000,${git("rev-parse", "HEAD")},sub`);
  await repo.write({ ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./x\n\tignore = none\n' });
  repo.git("add", ".gitmodules");
  repo.git("commit", "--quiet", "--message", "sub");
  const trace = join(await tempFolder(), "started");
  git("config", "core.fsmonitor", `touch ${trace}; false`);
  await repo.write({ "sub/new.txt": "x" });
  expect(await (await open(repo)).localChanges()).toEqual([]);
  expect(existsSync(trace)).toBe(false);
  git("config", "--unset", "core.fsmonitor");
  commitInside();
  expect(await (await open(repo)).localChanges()).toEqual([{ path: "sub", kind: "changed" }]);
});

test("another working tree that holds the branch is named, this one never", async () => {
  const repo = await branched();
  const merging = await open(repo);
  expect([await merging.worktreeOf("main"), await merging.worktreeOf("work")]).toEqual([undefined, undefined]);
  const other = join(await tempFolder(), "other tree");
  repo.git("worktree", "add", "--quiet", other, "main");
  expect([await merging.worktreeOf("main"), await merging.worktreeOf("work")]).toEqual([other, undefined]);
  expect(await (await open({ root: other })).worktreeOf("work")).toBe(repo.root);
});

describe("why git would not switch", () => {
  test("nothing in the way, also with new and carried files, and files only touched", async () => {
    const repo = await branched();
    await repo.write({ "a.txt": "mine\n", "notes.txt": "mine", "new.txt": "new\n" });
    expect(await (await open(repo)).switchObstacle("main")).toBeUndefined();
  });

  test("a changed file that differs there, or a new file that stands in the place of one", async () => {
    const repo = await branched();
    await repo.write({ "new.txt": "mine\n" });
    expect(await (await open(repo)).switchObstacle("main")).toContain("new.txt");
    expect(repo.git("status", "--porcelain")).toBe(" M new.txt");
    repo.git("checkout", "--quiet", "--", "new.txt");
    repo.git("switch", "--quiet", "main");
    await repo.write({ "new.txt": "untracked\n" });
    expect(await (await open(repo)).switchObstacle("work")).toContain("new.txt");
  });
});

describe("conflicts", () => {
  test("are named beforehand; the repository gains nothing", async () => {
    const repo = await branched({ "a.txt": "work\n", "dir/ü x.txt": "work\n" });
    expect(await (await open(repo)).conflicts("main", "work")).toEqual([]);
    await moveMain(repo, { "a.txt": "main\n", "dir/ü x.txt": "main\n" });
    const objects = () => repo.git("count-objects", "-v");
    const before = objects();
    expect(await (await open(repo)).conflicts("main", "work")).toEqual(["a.txt", "dir/ü x.txt"]);
    expect([objects(), repo.git("status", "--porcelain")]).toEqual([before, ""]);
  });

  test("histories that share nothing are an error in git's words", async () => {
    const repo = await branched();
    repo.git("checkout", "--quiet", "--orphan", "alone");
    repo.git("commit", "--quiet", "--message", "alone");
    await expect((await open(repo)).conflicts("main", "alone")).rejects.toThrow(/unrelated histories/);
  });
});

describe("merge", () => {
  test("one commit with two parents and the step's trailer; asked again it is found", async () => {
    const repo = await branched();
    const merging = await open(repo);
    expect(await merging.findMerge("main", order(repo).tip)).toBeUndefined();
    const merged = await merging.merge(order(repo));
    expect(merged).toEqual({ status: "merged", sha: repo.git("rev-parse", "main") });
    expect(repo.git("log", "-1", "--format=%B|%P")).toBe(
      `Merge work\n\nIflow-Step: finish/1/0/merge/1\n|${repo.git("rev-parse", "main^1")} ${order(repo).tip}`,
    );
    expect(await merging.merge(order(repo))).toEqual(merged);
    expect(await merging.findMerge("main", order(repo).tip)).toBe(repo.git("rev-parse", "main"));
  });

  test("a branch that holds the tip already is as good as merged", async () => {
    const repo = await branched();
    repo.git("branch", "--force", "main", "work");
    expect(await (await open(repo)).merge(order(repo))).toEqual({ status: "merged", sha: order(repo).tip });
  });

  test("a conflict is undone: both branches, the files and the user's other changes are as before", async () => {
    const repo = await branched({ "a.txt": "work\n", "keep.txt": "keep\n" });
    await moveMain(repo, { "a.txt": "main\n", "keep.txt": "keep\n" });
    await repo.write({ "keep.txt": "mine\n", "notes.txt": "mine" });
    const before = [repo.git("rev-parse", "main"), repo.git("rev-parse", "work")];
    const result = await (await open(repo)).merge(order(repo));
    expect(result).toMatchObject({ status: "refused", conflicts: ["a.txt"] });
    expect([repo.git("rev-parse", "main"), repo.git("rev-parse", "work")]).toEqual(before);
    expect(repo.git("symbolic-ref", "--short", "HEAD")).toBe("work");
    expect(repo.git("status", "--porcelain")).toBe(" M keep.txt\n?? notes.txt");
  });

  test("local changes git would not carry along: its words, and nothing happened", async () => {
    const repo = await branched();
    await repo.write({ "new.txt": "mine\n" });
    const result = await (await open(repo)).merge(order(repo));
    expect(result).toMatchObject({ status: "refused", output: expect.stringContaining("new.txt"), conflicts: [] });
    expect([repo.git("symbolic-ref", "--short", "HEAD"), repo.git("status", "--porcelain")]).toEqual([
      "work",
      " M new.txt",
    ]);
  });

  test("a merge that somebody else has begun is left alone", async () => {
    const repo = await branched({ "a.txt": "work\n" });
    repo.git("branch", "third", "main");
    repo.git("switch", "--quiet", "third");
    await commit(repo, { "a.txt": "third\n" }, "third");
    repo.git("switch", "--quiet", "work");
    expect(() => repo.git("merge", "third")).toThrow();
    const merge = repo.git("rev-parse", "MERGE_HEAD");
    await expect((await open(repo)).merge(order(repo))).resolves.toMatchObject({ status: "refused" });
    expect(repo.git("rev-parse", "MERGE_HEAD")).toBe(merge);
  });

  test("staged work of the user's on the base branch is not taken for a merge of ours", async () => {
    const repo = await branched();
    repo.git("switch", "--quiet", "main");
    await repo.write({ "staged.txt": "mine\n" });
    repo.git("add", "staged.txt");
    const result = await (await open(repo)).merge(order(repo));
    expect(result.status).toBe("refused");
    expect(repo.git("status", "--porcelain")).toBe("A  staged.txt");
  });

  test("a post-checkout hook that fails does not count as a refusal", async () => {
    const repo = await branched();
    await repo.write({ ".git/hooks/post-checkout": "#!/bin/sh\nexit 1\n" });
    await chmod(join(repo.root, ".git/hooks/post-checkout"), 0o755);
    expect((await (await open(repo)).merge(order(repo))).status).toBe("merged");
  });
});

test("a merged branch is deleted, one that is not stays, one that is gone is fine", async () => {
  const repo = await branched();
  const merging = await open(repo);
  repo.git("switch", "--quiet", "main");
  expect(await merging.deleteBranch("work")).toEqual({
    deleted: false,
    why: expect.stringContaining("not fully merged"),
  });
  expect(repo.git("rev-parse", "--verify", "work")).not.toBe("");
  await merging.merge(order(repo));
  expect(await merging.deleteBranch("work")).toEqual({ deleted: true });
  expect(await merging.deleteBranch("work")).toEqual({ deleted: true });
});

test("what the git of a killed iflow leaves of a merge that is made is forgotten; a merge of the person is not", async () => {
  const repo = await branched();
  const merging = await open(repo);
  await merging.merge(order(repo));
  await repo.write({ ".git/MERGE_HEAD": `${order(repo).tip}\n`, ".git/MERGE_MODE": "no-ff" });

  expect((await merging.merge(order(repo))).status).toBe("merged");
  expect(repo.git("status")).not.toContain("merging");
  await repo.write({ ".git/MERGE_HEAD": `${order(repo).tip}\n`, ".git/MERGE_MODE": "no-ff" });
  await merging.deleteBranch("work");
  expect(existsSync(join(repo.root, ".git/MERGE_HEAD"))).toBe(false);

  repo.git("switch", "--quiet", "--create", "own", "HEAD~1");
  await commit(repo, { "own.txt": "1\n" }, "own");
  repo.git("switch", "--quiet", "main");
  repo.git("merge", "--no-ff", "--no-commit", "own");
  await merging.deleteBranch("gone");
  expect(existsSync(join(repo.root, ".git/MERGE_HEAD"))).toBe(true);
});

test("a summary counts what the branch does not have, from where the two parted", async () => {
  const repo = await branched();
  await moveMain(repo, { "main-only.txt": "x\n" });
  await commit(repo, { "more.txt": "1\n2\n" }, "more");
  const { commits, subjects, stat, files } = await (await open(repo)).summary("main", "work");
  expect([commits, subjects]).toEqual([2, ["more", "work"]]);
  expect(stat).toContain("more.txt | 2 ++");
  expect(stat).not.toContain("main-only");
  expect(files).toContain("more.txt");
  expect(files).not.toContain("main-only.txt");
});

test("the last text of a file, also when a merged branch brought it and took it away again", async () => {
  const repo = await branched({ "log.md": "one\n" });
  await commit(repo, { "log.md": "two\n" }, "two");
  const merging = await open(repo);
  expect(await merging.lastText("log.md")).toBe("two\n");
  repo.git("rm", "--quiet", "log.md");
  repo.git("commit", "--quiet", "--message", "gone");
  await merging.merge(order(repo));
  expect(await merging.lastText("log.md")).toBe("two\n");
  expect(await merging.lastText("never.md")).toBeUndefined();
});

describe("squash", () => {
  test("one commit, also where the user's settings would make git refuse, and found again by its tip", async () => {
    const repo = await branched();
    await commit(repo, { "more.txt": "more\n" }, "more");
    repo.git("config", "merge.ff", "false");
    repo.git("config", "commit.cleanup", "scissors");
    const before = repo.git("rev-parse", "main");
    const merging = await open(repo);
    const request = order(repo);
    expect(await merging.findSquash("main", request.tip)).toBeUndefined();
    const made = await merging.squash(request);
    expect(made).toEqual({ status: "merged", sha: repo.git("rev-parse", "main") });
    expect(repo.git("log", "-1", "--format=%P", "main")).toBe(before);
    expect(await merging.findSquash("main", request.tip)).toBe(repo.git("rev-parse", "main"));
    await commit(repo, { "later.txt": "later\n" }, "later");
    expect(await merging.squash(request)).toEqual(made); // repeated: the same commit
  });

  test("a conflict is undone, with unstaged changes kept", async () => {
    const repo = await branched({ "a.txt": "work\n" });
    await moveMain(repo, { "a.txt": "main\n" });
    await repo.write({ ".gitignore": "ignored\nmore\n" });
    const result = await (await open(repo)).squash(order(repo));
    expect(result).toMatchObject({ status: "refused", conflicts: ["a.txt"] });
    expect([repo.git("symbolic-ref", "--short", "HEAD"), repo.git("status", "--porcelain")]).toEqual([
      "work",
      " M .gitignore",
    ]);
    expect(existsSync(join(repo.root, ".git", "SQUASH_MSG"))).toBe(false);
  });

  test("what somebody has staged is never undone", async () => {
    const repo = await branched();
    await repo.write({ "a.txt": "staged\n" });
    repo.git("add", "a.txt");
    const result = await (await open(repo)).squash(order(repo));
    expect(result).toMatchObject({ status: "refused", output: "There are staged changes." });
    expect(repo.git("diff", "--cached", "--name-only")).toBe("a.txt");
  });

  test("the branch goes only while it is where it was, and its commits stay in the ref", async () => {
    const repo = await branched();
    const merging = await open(repo);
    const request = order(repo);
    await merging.squash(request);
    repo.git("branch", "--force", "work", "main");
    expect(await merging.retireBranch("work", request.tip, "refs/iflow/squashed/work")).toMatchObject({
      deleted: false,
      why: expect.stringContaining("work"),
    });
    expect(repo.git("for-each-ref", "refs/iflow")).toBe("");

    repo.git("branch", "--force", "work", request.tip);
    const elsewhere = join(await tempFolder(), "elsewhere");
    repo.git("worktree", "add", "--quiet", elsewhere, "work");
    const { why } = await merging.retireBranch("work", request.tip, "refs/iflow/squashed/work");
    expect(why).toContain("elsewhere");
    repo.git("worktree", "remove", elsewhere);

    repo.git("config", "branch.work.description", "gone with it");
    expect(await merging.retireBranch("work", request.tip, "refs/iflow/squashed/work")).toEqual({ deleted: true });
    expect(repo.git("rev-parse", "refs/iflow/squashed/work")).toBe(request.tip);
    expect(repo.git("for-each-ref", "refs/heads/work")).toBe("");
    expect(repo.git("config", "--get-regexp", "^branch\\.work|^core.bare")).not.toContain("work");
    expect(await merging.retireBranch("work", request.tip, "refs/iflow/squashed/work")).toEqual({ deleted: true });
  });
});

test("the own commits of a branch: without those that a merge brought in, its first one included", async () => {
  const repo = await branched({ "first.txt": "1\n" });
  const first = repo.git("rev-parse", "HEAD");
  await moveMain(repo, { "theirs.txt": "t\n" });
  repo.git("merge", "--quiet", "--no-edit", "main");
  await commit(repo, { "last.txt": "l\n" }, "last");
  const merging = await open(repo);
  const tip = repo.git("rev-parse", "HEAD");

  const own = await merging.log({ tip, without: [`${first}^@`], ownOnly: true });
  const all = await merging.log({ tip, without: [`${first}^@`] });

  expect(own.flatMap(({ paths }) => paths)).toEqual(["last.txt", "first.txt"]);
  expect(all.flatMap(({ paths }) => paths).sort()).toEqual(["first.txt", "last.txt", "theirs.txt"]);
});

test("lines are counted since the branch was left, per file; what is no text, or is said to be none, has no count", async () => {
  const repo = await branched({ "a.txt": "b\nc\n", "odd\tname.txt": "one\n", "logo.bin": "a\u0000b" });
  await moveMain(repo, { "other.txt": "main\n" });

  const lines = await (await open(repo)).changedLines("main", repo.git("rev-parse", "work"));

  expect(lines).toEqual([
    { path: "a.txt", lines: 3 },
    { path: "logo.bin", lines: null },
    { path: "odd\tname.txt", lines: 1 },
  ]);
});
