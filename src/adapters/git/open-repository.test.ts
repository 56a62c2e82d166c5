import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { openGit } from "./open-repository.ts";

describe("opening a repository", () => {
  test("finds the root and the git directory from a folder below, also through a symlink", async () => {
    const repo = await tempRepo({ "a/b/c.txt": "c\n" });
    const link = join(await tempFolder(), "link");
    await symlink(join(repo.root, "a/b"), link);

    for (const cwd of [repo.root, join(repo.root, "a/b"), link]) {
      const { repository } = await openGit(cwd, process.env);

      expect(repository.root).toBe(repo.root);
      expect(repository.gitDir).toBe(join(repo.root, ".git"));
      expect(repository.commonDir).toBe(join(repo.root, ".git"));
    }
  });

  test("tells the git directory of a linked worktree from the shared one", async () => {
    const repo = await tempRepo();
    const place = join(await tempFolder(), "work");
    repo.git("worktree", "add", "--quiet", "-b", "side", place);

    const { repository } = await openGit(place, process.env);

    expect(repository.root).toBe(place);
    expect(repository.gitDir).toBe(join(repo.root, ".git/worktrees/work"));
    expect(repository.commonDir).toBe(join(repo.root, ".git"));
    expect(await repository.where()).toMatchObject({ branch: "side" });
  });

  test("a root with a newline, a colon and a blank in its name is an ordinary root", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "iflow-test-a: b\n")));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    execFileSync("git", ["init", "--quiet", "-b", "main"], { cwd: root });

    const { repository } = await openGit(root, process.env);

    expect(repository.root).toBe(root);
    expect(await repository.where()).toEqual({ branch: "main", head: undefined, operation: undefined });
  });

  test("a folder without repository is refused with the command that makes one", async () => {
    await expect(openGit(await tempFolder(), process.env)).rejects.toMatchObject({
      code: "not-a-repository",
      fix: expect.stringContaining("git init"),
    });
  });

  test("a bare repository and the inside of a git directory are refused", async () => {
    const bare = await tempFolder();
    execFileSync("git", ["init", "--quiet", "--bare"], { cwd: bare });
    const repo = await tempRepo();

    await expect(openGit(bare, process.env)).rejects.toMatchObject({
      code: "not-a-repository",
      message: expect.stringContaining("bare"),
      fix: expect.stringContaining("git worktree add"),
    });
    await expect(openGit(join(repo.root, ".git"), process.env)).rejects.toMatchObject({
      code: "not-a-repository",
      message: expect.stringContaining("inside a git directory"),
    });
  });

  test("a repository of somebody else is refused with git's own remedy", async () => {
    const repo = await tempRepo();
    const env = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };

    await expect(openGit(repo.root, env)).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("dubious ownership"),
      fix: expect.stringContaining("git config --global --add safe.directory"),
    });
  });

  test("a missing folder is refused", async () => {
    const root = await tempFolder();
    await mkdir(join(root, "there"));

    await expect(openGit(join(root, "gone"), process.env)).rejects.toMatchObject({ code: "not-a-repository" });
  });
});
