// Work trees on real repositories, ordinary and odd ones; and where they may not be.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { repoAt, type TempRepo, tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

const DEFAULT = "../{repository}.trees";
const open = async (root: string) => (await openGit(root, process.env)).gitTrees;
const none = () => false;

async function make(repo: TempRepo, setting = DEFAULT, from = repo.root) {
  const trees = await open(from);
  const place = await trees.place(setting, "login-limit", none);
  const tree = { ...place, idea: "login limit", from: "main", revision: repo.git("rev-parse", "main") };
  await trees.make(tree);
  return { trees, tree };
}

describe("a place", () => {
  test("is beside the repository, also with spaces in its name, and seen from one of its trees", async () => {
    const repo = await tempRepo();
    const spaced = `${repo.root} and more`;
    repo.git("clone", "--quiet", repo.root, spaced);
    const { tree } = await make(repoAt(spaced));
    expect(tree.path).toBe(join(`${spaced}.trees`, "login-limit"));
    expect(existsSync(join(tree.path, "README.md"))).toBe(true);

    const fromTree = await open(tree.path);
    expect(await fromTree.place(DEFAULT, "login-limit", none)).toEqual({
      name: "login-limit-2",
      path: join(`${spaced}.trees`, "login-limit-2"),
    });
    expect((await fromTree.place(DEFAULT, "other", (name) => name === "other")).name).toBe("other-2");
  });

  test("may be a folder in the project that git ignores, and no other", async () => {
    const repo = await tempRepo({ ".gitignore": "trees/\n", "README.md": "x" });
    expect((await make(repo, "trees")).tree.path).toBe(join(repo.root, "trees", "login-limit"));
    const trees = await open(repo.root);
    for (const setting of ["src/other", ".", "../{repository}"]) {
      await expect(trees.place(setting, "a", none), setting).rejects.toThrow(/git does not ignore it/);
    }
  });

  test("is never one of git's own folders, however it is named", async () => {
    const repo = await tempRepo();
    const trees = await open(repo.root);
    const inside = `../${basename(repo.root)}/.git/hooks`;
    symlinkSync(join(repo.root, ".git"), `${repo.root}-link`);
    for (const setting of [".git", ".git/iflow/x", inside, `${repo.root}-link/a`, "x/../.git"]) {
      await expect(trees.place(setting, "a", none), setting).rejects.toMatchObject({ code: "config-invalid" });
    }
    expect(readdirSync(join(repo.root, ".git", "worktrees").replace("worktrees", "")).includes("worktrees")).toBe(
      false,
    );
  });

  test("is not reached through a symlink that the project brings", async () => {
    const target = await tempFolder();
    const repo = await tempRepo({ ".gitignore": "out\nlink\n" });
    symlinkSync(target, join(repo.root, "link"));
    symlinkSync(join(target, "gone"), join(repo.root, "out"));
    const trees = await open(repo.root);
    for (const setting of ["link", "link/deeper", "out"]) {
      await expect(trees.place(setting, "a", none), setting).rejects.toThrow(/symlink/);
    }
    symlinkSync(repo.root, `${repo.root}-back`);
    await expect(trees.place(`../${basename(repo.root)}-back/x`, "a", none)).rejects.toThrow(/leads into/);
  });

  test("of a submodule is beside the repository around it", async () => {
    const inner = await tempRepo();
    const outer = await tempRepo({ "README.md": "outer" });
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "libs/sub");
    const sub = repoAt(join(outer.root, "libs", "sub"));
    const { tree, trees } = await make(sub);
    expect(tree.path).toBe(join(outer.root, "..", "sub.trees", "login-limit"));
    expect(outer.git("status", "--porcelain", "libs")).toBe("A  libs/sub");
    const [main] = await (await open(tree.path)).others();
    expect(main?.root).toBe(sub.root);
    expect(await trees.remove(tree.path)).toBeUndefined();
  });
});

describe("making one", () => {
  test("in a sparse checkout, with core.worktree, and from a bare repository", async () => {
    const sparse = await tempRepo({ "a/x": "1", "b/y": "2" });
    sparse.git("sparse-checkout", "set", "a");
    const made = await make(sparse);
    expect(existsSync(join(made.tree.path, "a", "x"))).toBe(true);

    const moved = await tempRepo();
    moved.git("config", "core.worktree", moved.root);
    expect((await make(moved)).tree.path).toBe(join(`${moved.root}.trees`, "login-limit"));
    expect((await (await open((await make(moved)).tree.path)).others())[0]?.root).toBe(moved.root);

    const bare = `${moved.root}-bare.git`;
    moved.git("clone", "--quiet", "--bare", moved.root, bare);
    repoAt(bare).git("worktree", "add", "--quiet", `${bare}-main`, "main");
    const { tree, trees } = await make(moved, DEFAULT, `${bare}-main`);
    expect(tree.path).toBe(join(`${bare}.trees`, "login-limit"));
    expect((await trees.others()).map(({ root }) => root)).toEqual([tree.path]);
  });

  test("a hook that fails does not matter; it runs as it does for git switch", async () => {
    const repo = await tempRepo();
    mkdirSync(join(repo.root, ".git", "hooks"), { recursive: true });
    writeFileSync(join(repo.root, ".git", "hooks", "post-checkout"), "#!/bin/sh\npwd > hooked\nexit 1\n", {
      mode: 0o755,
    });
    const { tree } = await make(repo);
    expect(readFileSync(join(tree.path, "hooked"), "utf8").trim()).toBe(tree.path);
  });

  test("again, what a kill left half-made is taken away first; what is somebody else's is not", async () => {
    const repo = await tempRepo();
    const { trees, tree } = await make(repo);
    const admin = join(repo.root, ".git", "worktrees", "login-limit");
    await trees.make(tree); // whole: nothing to do

    writeFileSync(join(admin, "locked"), "initializing"); // killed during the checkout
    rmSync(join(tree.path, "README.md"));
    await trees.make(tree);
    expect([existsSync(join(tree.path, "README.md")), existsSync(join(admin, "locked"))]).toEqual([true, false]);

    writeFileSync(join(admin, "locked"), "initializing"); // killed before HEAD was written
    rmSync(join(admin, "HEAD"));
    rmSync(join(tree.path, "README.md"));
    await trees.make(tree);
    expect(existsSync(join(tree.path, "README.md"))).toBe(true);

    await trees.remove(tree.path);
    mkdirSync(admin, { recursive: true }); // killed right after git had begun
    writeFileSync(join(admin, "locked"), "initializing");
    await trees.make(tree);
    expect(readdirSync(join(repo.root, ".git", "worktrees"))).toEqual(["login-limit"]);

    await trees.remove(tree.path);
    mkdirSync(tree.path, { recursive: true });
    writeFileSync(join(tree.path, "theirs"), "x");
    await expect(trees.make(tree)).rejects.toThrow(/no work tree of this repository/);
    expect(readFileSync(join(tree.path, "theirs"), "utf8")).toBe("x");
  });
});

test("one that is made again has another mark; without its folder, or cut off from git, it is no tree", async () => {
  const repo = await tempRepo();
  const { trees, tree } = await make(repo);
  const { path } = tree;
  const mark = await trees.mark(path);
  expect([await trees.standing(path), mark, await trees.mark(repo.root)]).toEqual([
    "whole",
    expect.any(String),
    undefined,
  ]);
  await trees.make(tree);
  expect(await trees.mark(path)).toBe(mark);

  rmSync(join(path, ".git"));
  expect([await trees.standing(path), await trees.mark(path)]).toEqual(["cut-off", undefined]);
  repoAt(path).git("init", "--quiet");
  expect(await trees.standing(path)).toBe("cut-off");
  rmSync(path, { recursive: true });
  expect(await trees.standing(path)).toBe("gone");
  await trees.make(tree);
  expect(await trees.standing(path)).toBe("whole");
  expect(await trees.mark(path)).not.toBe(mark);
});

describe("leaving one", () => {
  test("names what only it has: changes, unknown files, and settings that git ignores", async () => {
    const repo = await tempRepo({ ".gitignore": ".env*\nnode_modules/\n*.log\n", "README.md": "x" });
    const { trees, tree } = await make(repo);
    writeFileSync(join(repo.root, ".env"), "SAME=1");
    writeFileSync(join(tree.path, ".env"), "SAME=1");
    writeFileSync(join(tree.path, "debug.log"), "made again");
    mkdirSync(join(tree.path, "node_modules"));
    writeFileSync(join(tree.path, "node_modules", "x"), "made again");
    expect(await trees.unsaved(tree.path)).toEqual([]);

    writeFileSync(join(tree.path, ".env.local"), "OWN=1");
    writeFileSync(join(tree.path, "new.txt"), "x");
    writeFileSync(join(tree.path, "README.md"), "changed");
    expect(await trees.unsaved(tree.path)).toEqual([".env.local", "README.md", "new.txt"]);
  });

  test("takes folder, record and the empty folder around it; a locked one, or one with submodules, stays", async () => {
    const repo = await tempRepo();
    const { trees, tree } = await make(repo);
    repo.git("worktree", "lock", tree.path);
    expect(await trees.remove(tree.path)).toContain("git worktree unlock");
    repo.git("worktree", "unlock", tree.path);
    mkdirSync(join(repo.root, ".git", "worktrees", "login-limit", "modules"));
    expect(await trees.remove(tree.path)).toBe("it has submodules of its own");
    rmSync(join(repo.root, ".git", "worktrees", "login-limit", "modules"), { recursive: true });
    expect(await trees.remove(tree.path)).toBeUndefined();
    expect([existsSync(`${repo.root}.trees`), (await trees.others()).length]).toEqual([false, 0]);
    expect(await trees.remove(tree.path)).toBeUndefined();
  });

  test("after a kill in the middle it does the rest; a folder removed by hand is only forgotten", async () => {
    const repo = await tempRepo();
    const { trees, tree } = await make(repo);
    repo.git("worktree", "list");
    mkdirSync(`${tree.path}.leaving`);
    writeFileSync(join(`${tree.path}.leaving`, "x"), "");
    rmSync(tree.path, { recursive: true });
    expect((await trees.others()).map(({ isThere }) => isThere)).toEqual([false]);
    expect(await trees.remove(tree.path)).toBeUndefined();
    expect([existsSync(`${tree.path}.leaving`), existsSync(`${repo.root}.trees`)]).toEqual([false, false]);
  });
});
