import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo, writeFiles } from "../../../test/support/temp-repo.ts";
import { openGit } from "./open-repository.ts";

const oddNames = [
  "app/[id]/page.tsx",
  "with blank",
  "new\nline",
  "ünï/日本.md",
  "-dash",
  ":(glob)x",
  '"q"',
  "a\\b",
  "*",
];

async function open(repo: { root: string }) {
  return (await openGit(repo.root, process.env)).repository;
}

/** Two branches that change the same line, `main` checked out. */
async function divergedRepo(): Promise<TempRepo> {
  const repo = await tempRepo({ "line.txt": "one\n" });
  repo.git("switch", "--quiet", "-c", "other");
  await repo.write({ "line.txt": "theirs\n" });
  repo.git("commit", "--quiet", "-am", "theirs");
  repo.git("switch", "--quiet", "main");
  await repo.write({ "line.txt": "ours\n" });
  repo.git("commit", "--quiet", "-am", "ours");
  return repo;
}

function fails(run: () => unknown): void {
  expect(run).toThrow();
}

describe("where HEAD stands", () => {
  test("on a branch", async () => {
    const repo = await tempRepo();

    const where = await (await open(repo)).where();

    expect(where).toEqual({ branch: "main", head: repo.git("rev-parse", "HEAD"), operation: undefined });
  });

  test("a tag of the same name does not change the name of the branch", async () => {
    const repo = await tempRepo();
    repo.git("tag", "main");

    expect((await (await open(repo)).where()).branch).toBe("main");
  });

  test("detached, and unborn", async () => {
    const repo = await tempRepo();
    repo.git("switch", "--quiet", "--detach");
    const unborn = await tempFolder();
    execFileSync("git", ["init", "--quiet", "-b", "first"], { cwd: unborn });

    expect(await (await open(repo)).where()).toMatchObject({ branch: undefined, head: repo.git("rev-parse", "HEAD") });
    expect(await (await open({ root: unborn })).where()).toMatchObject({ branch: "first", head: undefined });
  });

  test("however the branch is stored, and whichever process moves it meanwhile", async () => {
    const repo = await tempRepo();
    const repository = await open(repo);
    const expectSame = async (branch: string) => {
      const head = repo.git("rev-parse", "HEAD");
      expect(await repository.where()).toEqual({ branch, head, operation: undefined });
      expect(await repository.tip(branch)).toBe(head);
    };
    const commit = () => repo.git("commit", "--quiet", "--allow-empty", "--message", "more");

    commit();
    await expectSame("main");
    repo.git("pack-refs", "--all");
    await expectSame("main");
    commit();
    await expectSame("main");
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    repo.git("symbolic-ref", "HEAD", "refs/heads/alias");
    await expectSame("main");
    repo.git("switch", "--quiet", "-c", "feature/001-a");
    commit();
    await expectSame("feature/001-a");
  });

  test("in a linked worktree it is the branch of that worktree", async () => {
    const repo = await tempRepo();
    const tree = join(await tempFolder(), "tree");
    repo.git("worktree", "add", "--quiet", "-b", "side", tree);
    execFileSync("git", ["commit", "--quiet", "--allow-empty", "--message", "side"], { cwd: tree });
    const side = { branch: "side", head: repo.git("rev-parse", "side"), operation: undefined };

    expect(await (await open({ root: tree })).where()).toEqual(side);
    repo.git("pack-refs", "--all");
    expect(await (await open({ root: tree })).where()).toEqual(side);
  });

  test.each([
    { operation: "merge", begin: ["merge", "other"] },
    { operation: "rebase", begin: ["rebase", "other"] },
    { operation: "rebase", begin: ["rebase", "--apply", "other"] },
    { operation: "cherry-pick", begin: ["cherry-pick", "other"] },
    { operation: "revert", begin: ["revert", "--no-edit", "other"] },
  ])("an unfinished $operation is seen ($begin)", async ({ operation, begin }) => {
    const repo = await divergedRepo();
    fails(() => repo.git(...begin));

    expect((await (await open(repo)).where()).operation).toBe(operation);
  });

  test("a pick inside a rebase is part of the rebase", async () => {
    const repo = await divergedRepo();
    fails(() => repo.git("rebase", "other"));
    repo.git("update-ref", "CHERRY_PICK_HEAD", "HEAD");

    expect((await (await open(repo)).where()).operation).toBe("rebase");
  });

  test("a row of picks and a bisect that are not finished are seen", async () => {
    const repo = await divergedRepo();
    const repository = await open(repo);
    repo.git("bisect", "start");
    expect((await repository.where()).operation).toBe("bisect");
    repo.git("bisect", "reset");

    fails(() => repo.git("cherry-pick", "other", "HEAD~1"));
    repo.git("add", "line.txt");
    repo.git("commit", "--quiet", "-m", "picked"); // CHERRY_PICK_HEAD is gone, but the sequence is not

    expect((await repository.where()).operation).toBe("cherry-pick");
  });
});

describe("branches", () => {
  test("features are found among local and remote branches, once each, sorted", async () => {
    const repo = await tempRepo();
    for (const ref of ["heads/feature/002-b", "remotes/origin/feature/002-b", "remotes/up/feature/001-a"]) {
      repo.git("update-ref", `refs/${ref}`, "HEAD");
    }
    for (const ref of ["heads/features", "heads/x/feature/003", "remotes/origin/main", "tags/feature/004"]) {
      repo.git("update-ref", `refs/${ref}`, "HEAD");
    }

    expect(await (await open(repo)).featureBranches()).toEqual(["feature/001-a", "feature/002-b"]);
  });

  test("a repository without features or remotes has an empty list", async () => {
    expect(await (await open(await tempRepo())).featureBranches()).toEqual([]);
  });

  test("the tip of a branch is its commit; a tag of that name is not meant", async () => {
    const repo = await tempRepo();
    repo.git("tag", "only-a-tag");
    repo.git("branch", "side");
    const repository = await open(repo);

    expect(await repository.tip("side")).toBe(repo.git("rev-parse", "side"));
    expect(await repository.tip("only-a-tag")).toBeUndefined();
    expect(await repository.tip("nowhere")).toBeUndefined();
  });

  test("a branch that is gone is not found, however it was stored; one that is packed is", async () => {
    const repo = await tempRepo();
    repo.git("branch", "packed/gone");
    repo.git("branch", "packed/here");
    repo.git("pack-refs", "--all");
    repo.git("branch", "loose");
    repo.git("branch", "--delete", "packed/gone", "loose");
    const repository = await open(repo);

    expect(await repository.tip("packed/here")).toBe(repo.git("rev-parse", "HEAD"));
    for (const gone of ["packed/gone", "loose", "packed", "here"]) expect(await repository.tip(gone)).toBeUndefined();
  });

  test("a branch is reserved once and never moved", async () => {
    const repo = await tempRepo();
    const first = repo.git("rev-parse", "HEAD");
    const repository = await open(repo);

    expect(await repository.reserveBranch("feature/001-a", "HEAD")).toBe(true);
    repo.git("commit", "--quiet", "--allow-empty", "-m", "next");
    expect(await repository.reserveBranch("feature/001-a", "HEAD")).toBe(false);
    expect(repo.git("rev-parse", "feature/001-a")).toBe(first);
  });

  test("of many processes that reserve the same branch at once, exactly one gets it", async () => {
    const repo = await tempRepo();
    const repositories = await Promise.all([1, 2, 3, 4].map(() => open(repo)));

    const answers = await Promise.all(repositories.map((one) => one.reserveBranch("feature/001-a", "HEAD")));

    expect(answers.toSorted()).toEqual([false, false, false, true]);
  });

  test("a branch is reserved in a sha256 repository", async () => {
    const root = await tempFolder();
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
    git("init", "--quiet", "--object-format=sha256");
    git("-c", "user.name=a", "-c", "user.email=b", "commit", "--quiet", "--allow-empty", "-m", "start");
    const repository = await open({ root });

    expect(await repository.reserveBranch("feature/001-a", "HEAD")).toBe(true);
    expect(await repository.reserveBranch("feature/001-a", "HEAD")).toBe(false);
    expect(git("rev-parse", "feature/001-a")).toHaveLength(64);
  });

  test("a branch in the way, as folder or file, is named", async () => {
    const repo = await tempRepo();
    repo.git("branch", "feature");
    repo.git("branch", "deep/er/one");
    const repository = await open(repo);

    await expect(repository.reserveBranch("feature/001-a", "HEAD")).rejects.toMatchObject({
      code: "repository-state",
      message: expect.stringContaining("branch feature exists:"),
      fix: "git branch -m feature feature-old",
    });
    await expect(repository.reserveBranch("deep/er", "HEAD")).rejects.toMatchObject({
      code: "repository-state",
      message: expect.stringContaining("deep/er/one"),
    });
  });

  test("names git does not allow are refused", async () => {
    const repository = await open(await tempRepo());

    for (const name of ["-x", "a..b", "a b", "@{-1}", "HEAD", ""]) {
      await expect(repository.reserveBranch(name, "HEAD"), name).rejects.toMatchObject({ code: "usage" });
    }
  });

  test("a revision that is no commit is refused", async () => {
    const repository = await open(await tempRepo());

    await expect(repository.reserveBranch("x", "nowhere")).rejects.toMatchObject({ code: "git-failed" });
    await expect(repository.reserveBranch("x", "HEAD^{tree}")).rejects.toMatchObject({ code: "git-failed" });
    expect(await repository.tip("x")).toBeUndefined();
  });
});

describe("switching", () => {
  test("carries local edits along", async () => {
    const repo = await tempRepo({ "a.txt": "a\n" });
    repo.git("branch", "side");
    await repo.write({ "a.txt": "edited\n", "new.txt": "new\n" });
    const repository = await open(repo);

    await repository.switchTo("side");

    expect((await repository.where()).branch).toBe("side");
    expect(repo.git("status", "--porcelain")).toBe(" M a.txt\n?? new.txt");
  });

  test("fails in git's words when an edit would be lost, and loses nothing", async () => {
    const repo = await divergedRepo();
    await repo.write({ "line.txt": "precious\n" });
    const repository = await open(repo);

    await expect(repository.switchTo("other")).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("line.txt"),
    });
    expect((await repository.where()).branch).toBe("main");
    expect(repo.git("diff", "--", "line.txt")).toContain("+precious");
  });

  test("fails for a branch that is not there, even when a remote has it", async () => {
    const repo = await tempRepo();
    repo.git("remote", "add", "origin", "nowhere");
    repo.git("update-ref", "refs/remotes/origin/side", "HEAD");

    await expect((await open(repo)).switchTo("side")).rejects.toMatchObject({ code: "git-failed" });
  });

  test("fails for a branch that another worktree has checked out", async () => {
    const repo = await tempRepo();
    repo.git("worktree", "add", "--quiet", "-b", "side", join(await tempFolder(), "work"));

    await expect((await open(repo)).switchTo("side")).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("side"),
    });
  });

  test("a post-checkout hook that fails does not undo it", async () => {
    const repo = await tempRepo();
    repo.git("branch", "side");
    await writeFiles(repo.root, { ".git/hooks/post-checkout": "#!/bin/sh\nexit 1\n" });
    await chmod(join(repo.root, ".git/hooks/post-checkout"), 0o755);
    const repository = await open(repo);

    await repository.switchTo("side");

    expect((await repository.where()).branch).toBe("side");
  });
});

test("a new file is one that git does not know and the user does not ignore", async () => {
  const repo = await tempRepo({ ".gitignore": "ignored/\n", "tracked.txt": "x" });
  await writeFiles(repo.root, { "ignored/a": "", "new/a*b": "", "staged.txt": "" });
  repo.git("add", "staged.txt");
  const { isNew } = await open(repo);

  const paths = ["tracked.txt", "ignored/a", "new/a*b", "new/axb", "staged.txt"];
  expect(await Promise.all(paths.map(isNew))).toEqual([false, false, true, false, false]);
});

describe("dirty files", () => {
  test("every way to differ from HEAD counts, clean and absent files do not", async () => {
    const start = ["clean", "edited", "staged", "half", "deleted", "removed", "link", "mode", "hidden", "mine/x"];
    const repo = await tempRepo({
      ...Object.fromEntries(start.map((name) => [`${name}.txt`, `${name}\n`])),
      ".gitignore": "*.log\n",
    });
    await repo.write({ "staged.txt": "2\n", "half.txt": "2\n", "planned.txt": "p\n", "untracked.txt": "u\n" });
    await repo.write({ "ignored.log": "i\n", "edited.txt": "2\n" });
    repo.git("add", "staged.txt", "half.txt");
    repo.git("add", "--intent-to-add", "planned.txt");
    await repo.write({ "half.txt": "half\n" }); // the same on disk as in HEAD, but staged differently
    await unlink(join(repo.root, "deleted.txt"));
    repo.git("rm", "--quiet", "--cached", "removed.txt");
    await unlink(join(repo.root, "link.txt"));
    await symlink("clean.txt", join(repo.root, "link.txt"));
    await chmod(join(repo.root, "mode.txt"), 0o755);
    repo.git("update-index", "--assume-unchanged", "hidden.txt");
    await repo.write({ "hidden.txt": "changed behind git's back\n" });
    await rm(join(repo.root, "mine"), { recursive: true });
    await repo.write({ mine: "now a file\n" });

    const paths = [...start.map((name) => `${name}.txt`), "planned.txt", "untracked.txt", "ignored.log", "absent.txt"];
    const dirty = await (await open(repo)).dirty(paths);

    expect(dirty).toEqual(paths.filter((path) => path !== "clean.txt" && path !== "absent.txt"));
  });

  test("odd names are names, not patterns", async () => {
    const repo = await tempRepo(Object.fromEntries(oddNames.map((name) => [name, "x\n"])));
    const repository = await open(repo);
    await repo.write({ "app/i/page.tsx": "the pattern [id] would find this\n", zx: "and :(glob)x or * this\n" });

    expect(await repository.dirty(oddNames)).toEqual([]);
    for (const name of oddNames) await repo.write({ [name]: "y\n" });
    expect(await repository.dirty(oddNames)).toEqual(oddNames);
  });

  test("nothing is dirty for git when line ends are converted", async () => {
    const repo = await tempRepo({ "a.txt": "a\nb\n" });
    repo.git("config", "core.autocrlf", "true");
    await repo.write({ "a.txt": "a\r\nb\r\n" });

    expect(await (await open(repo)).dirty(["a.txt"])).toEqual([]);
  });

  test("a file that a sparse checkout left out is not dirty", async () => {
    const repo = await tempRepo({ "in/a.txt": "a\n", "out/b.txt": "b\n" });
    repo.git("sparse-checkout", "set", "in");

    expect(await (await open(repo)).dirty(["in/a.txt", "out/b.txt"])).toEqual([]);
  });

  test("on an unborn branch every existing file is dirty", async () => {
    const root = await tempFolder();
    execFileSync("git", ["init", "--quiet"], { cwd: root });
    await writeFiles(root, { "a.txt": "a\n" });

    expect(await (await open({ root })).dirty(["a.txt", "b.txt"])).toEqual(["a.txt"]);
  });

  test("asking does not touch the index, even while another git process holds it", async () => {
    const repo = await tempRepo({ "a.txt": "a\n" });
    await writeFiles(repo.root, { ".git/index.lock": "", "a.txt": "b\n" });

    expect(await (await open(repo)).dirty(["a.txt"])).toEqual(["a.txt"]);
  });

  test("paths that name no file of the checkout are refused", async () => {
    const repository = await open(await tempRepo());

    for (const path of ["../x", "/etc/passwd", "a/../b", "./a", ".git/config", "a/.GIT/x", "", "a//b", "a/", "a\0b"]) {
      await expect(repository.dirty([path]), path).rejects.toMatchObject({ code: "path-refused" });
    }
  });
});

describe("files of a revision", () => {
  test("text is read as it was committed, whatever the name", async () => {
    const repo = await tempRepo(Object.fromEntries(oddNames.map((name) => [name, `${name} ü\n`])));
    const repository = await open(repo);
    for (const name of oddNames) await repo.write({ [name]: "later\n" });

    for (const name of oddNames) expect(await repository.show("HEAD", name)).toBe(`${name} ü\n`);
  });

  test("a missing file, a folder and a submodule have no text; a missing revision is an error", async () => {
    const repo = await tempRepo({ "a/b.txt": "b\n" });
    repo.git("update-index", "--add", "--cacheinfo", `160000,${repo.git("rev-parse", "HEAD")},sub`);
    repo.git("commit", "--quiet", "-m", "submodule");
    const repository = await open(repo);

    for (const path of ["a", "a/c.txt", "sub", "sub/x"]) expect(await repository.show("HEAD", path)).toBeUndefined();
    await expect(repository.show("nowhere", "a/b.txt")).rejects.toMatchObject({ code: "git-failed" });
  });

  test("a folder lists the names directly below it", async () => {
    const repo = await tempRepo({ "a/[x]/one": "1\n", "a/[x]/two/three": "3\n", "a/x/wrong": "w\n", "ü\n/z": "z\n" });
    const repository = await open(repo);
    await mkdir(join(repo.root, "a/later"));

    expect(await repository.list("HEAD", "a/[x]")).toEqual(["one", "two"]);
    expect(await repository.list("HEAD", "a/[x]/")).toEqual(["one", "two"]);
    expect(await repository.list("HEAD", "ü\n")).toEqual(["z"]);
    expect(await repository.list("HEAD", "")).toEqual(["a", "ü\n"]);
    for (const folder of ["nowhere", "a/[x]/one", "a/later"]) expect(await repository.list("HEAD", folder)).toEqual([]);
    await expect(repository.list("nowhere", "a")).rejects.toMatchObject({ code: "git-failed" });
  });
});

describe("the last commit that had a file", () => {
  test("is found behind its removal, a merge without fast-forward and the end of its branch", async () => {
    const repo = await tempRepo();
    repo.git("switch", "--quiet", "-c", "feature/001-x");
    for (const text of ["one\n", "two\n"]) {
      await repo.write({ "docs/[x]/.notes.md": text });
      repo.git("add", "--all");
      repo.git("commit", "--quiet", "-m", text);
    }
    const last = repo.git("rev-parse", "HEAD");
    repo.git("rm", "--quiet", "-r", "docs");
    repo.git("commit", "--quiet", "-m", "clean up");
    repo.git("switch", "--quiet", "main");
    repo.git("merge", "--quiet", "--no-ff", "-m", "merged", "feature/001-x");
    repo.git("branch", "--quiet", "-D", "feature/001-x");
    repo.git("config", "log.follow", "true");
    const repository = await open(repo);

    expect(await repository.lastCommitWith("docs/[x]/.notes.md")).toBe(last);
    expect(await repository.lastCommitWith("docs/x/.notes.md")).toBeUndefined();
  });

  test("is none in a repository without a commit", async () => {
    const unborn = await tempFolder();
    execFileSync("git", ["init", "--quiet", "-b", "first"], { cwd: unborn });

    expect(await (await open({ root: unborn })).lastCommitWith("a")).toBeUndefined();
  });
});
