import { execFileSync } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo, writeFiles } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

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
const isRoot = process.getuid?.() === 0;

async function open(repo: { root: string }) {
  return (await openGit(repo.root, process.env)).snapshots;
}

/** Every file below the git directory except iflow's own, with its bytes. */
async function stateOf(repo: TempRepo): Promise<Record<string, string>> {
  const names = await readdir(join(repo.root, ".git"), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = files.filter((file) => !file.includes("/.git/iflow/"));
  return Object.fromEntries(await Promise.all(own.map(async (file) => [file, await readFile(file, "latin1")])));
}

describe("a snapshot", () => {
  test("shows what was added, changed and deleted since the one before, sorted", async () => {
    const repo = await tempRepo({ "edit.txt": "1\n", "gone.txt": "1\n", "same.txt": "1\n", "type.txt": "1\n" });
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await repo.write({ "edit.txt": "2\n", "z/new.txt": "2\n", "a new.txt": "2\n" });
    await unlink(join(repo.root, "gone.txt"));
    await unlink(join(repo.root, "type.txt"));
    await symlink("same.txt", join(repo.root, "type.txt"));

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([
      { path: "a new.txt", change: "added" },
      { path: "edit.txt", change: "modified" },
      { path: "gone.txt", change: "deleted" },
      { path: "type.txt", change: "modified" },
      { path: "z/new.txt", change: "added" },
    ]);
    expect(after.skipped).toEqual([]);
  });

  test("of the same files is the same tree, and of a clean checkout that of HEAD", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const snapshots = await open(repo);

    expect((await snapshots.take()).tree).toBe(repo.git("rev-parse", "HEAD^{tree}"));
    await repo.write({ "b.txt": "1\n" });
    const { tree } = await snapshots.take();
    expect((await snapshots.take()).tree).toBe(tree);
    expect(await snapshots.changed(tree, tree)).toEqual([]);
  });

  test("leaves the repository byte for byte as it was: index, objects, refs, hooks unheard", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "half.txt": "1\n", "c.txt": "1\n" });
    await repo.write({ "half.txt": "2\n", "planned.txt": "1\n" });
    repo.git("add", "half.txt");
    repo.git("add", "--intent-to-add", "planned.txt");
    await repo.write({ "half.txt": "3\n", "a.txt": "2\n", "new.txt": "2\n", ".git/hooks/post-index-change": "" });
    await repo.write({ ".git/hooks/post-index-change": `#!/bin/sh\ntouch "${repo.root}/.git/ran"\n` });
    await chmod(join(repo.root, ".git/hooks/post-index-change"), 0o755);
    const before = await stateOf(repo);
    const snapshots = await open(repo);

    const { tree } = await snapshots.take();
    await snapshots.blobs(["a.txt", "new.txt"]);
    await snapshots.patch(repo.git("rev-parse", "HEAD^{tree}"), tree, ["a.txt", "half.txt"]);

    expect(await stateOf(repo)).toEqual(before);
    expect(() => repo.git("cat-file", "-e", tree)).toThrow(); // the repository does not know the tree
    expect(await readdir(join(repo.root, ".git/iflow"))).toEqual(["objects"]);
  });

  test("without some paths: the same tree whatever is in them, another one for any other change", async () => {
    const repo = await tempRepo({ "a.txt": "a\n", "docs/x.md": "x\n", "docs*/y.md": "y\n", "own.json": "{}\n" });
    const snapshots = await open(repo);
    const before = await stateOf(repo);
    const tree = await snapshots.treeWithout(["docs", "own.json", "gone"]);
    expect(await stateOf(repo)).toEqual(before);

    await repo.write({ "docs/x.md": "other\n", "docs/new.md": "new\n", "own.json": "[]\n" });
    expect(await snapshots.treeWithout(["docs", "own.json", "gone"])).toBe(tree);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", "documents");
    expect(await snapshots.treeWithout(["docs", "own.json", "gone"])).toBe(tree);
    for (const [path, text] of [
      ["a.txt", "b\n"],
      ["docs*/y.md", "z\n"],
      ["new.txt", ""],
    ] as const) {
      const now = await snapshots.treeWithout(["docs", "own.json"]);
      await repo.write({ [path]: text });
      expect(await snapshots.treeWithout(["docs", "own.json"])).not.toBe(now);
    }
  });

  test("works while another git process holds the index", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await repo.write({ "a.txt": "2\n", ".git/index.lock": "" });

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([{ path: "a.txt", change: "modified" }]);
  });

  test("sees the working file, whatever is staged, planned or in conflict", async () => {
    const repo = await tempRepo({ "half.txt": "1\n", "fight.txt": "1\n" });
    const snapshots = await open(repo);
    const before = await snapshots.take();
    const blob = repo.git("rev-parse", "HEAD:fight.txt");
    const stages = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tfight.txt`);
    repo.git("update-index", "--force-remove", "fight.txt");
    execFileSync("git", ["update-index", "--index-info"], { cwd: repo.root, input: `${stages.join("\n")}\n` });
    await repo.write({ "half.txt": "2\n", "planned.txt": "1\n", "fight.txt": "<<<<\n" });
    repo.git("add", "half.txt");
    repo.git("add", "--intent-to-add", "planned.txt");
    await repo.write({ "half.txt": "1\n" });

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([
      { path: "fight.txt", change: "modified" },
      { path: "planned.txt", change: "added" },
    ]);
  });

  test("leaves out ignored files, but not those git tracks all the same", async () => {
    const repo = await tempRepo({ ".gitignore": "*.log\nbuild/\n" });
    await repo.write({ "tracked.log": "1\n" });
    repo.git("add", "--force", "tracked.log");
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await repo.write({
      "tracked.log": "2\n",
      "x.log": "1\n",
      "build/y": "1\n",
      "sub/.gitignore": "z\n",
      "sub/z": "1\n",
    });

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([
      { path: "sub/.gitignore", change: "added" },
      { path: "tracked.log", change: "modified" },
    ]);
  });

  test("leaves out and names untracked files over 5 MB; tracked ones are seen", async () => {
    const repo = await tempRepo({ "tracked.bin": "1\n" });
    await repo.write({ "big file.bin": "", "just.bin": "" });
    await truncate(join(repo.root, "big file.bin"), 5 * 1024 * 1024 + 1);
    await truncate(join(repo.root, "just.bin"), 5 * 1024 * 1024);
    await truncate(join(repo.root, "tracked.bin"), 6 * 1024 * 1024);
    const snapshots = await open(repo);

    const { tree, skipped } = await snapshots.take();

    expect(skipped).toEqual(["big file.bin"]);
    expect((await snapshots.changed(repo.git("rev-parse", "HEAD^{tree}"), tree)).map(({ path }) => path)).toEqual([
      "just.bin",
      "tracked.bin",
    ]);
  });

  test("knows odd names, links into nowhere, and files that become folders", async () => {
    const repo = await tempRepo({ one: "1\n", "two/a": "1\n" });
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await unlink(join(repo.root, "one"));
    await rm(join(repo.root, "two"), { recursive: true });
    await repo.write({ ...Object.fromEntries(oddNames.map((name) => [name, "x\n"])), "one/a": "2\n", two: "2\n" });
    await symlink("no/where", join(repo.root, "link"));

    const after = await snapshots.take();

    const changed = (await snapshots.changed(before.tree, after.tree)).map(({ path, change }) => `${change} ${path}`);
    const folders = ["deleted one", "added one/a", "added two", "deleted two/a", "added link"];
    expect(changed.toSorted()).toEqual([...oddNames.map((name) => `added ${name}`), ...folders].toSorted());
  });

  test("knows a folder that became a link: it is added, and what was in the folder is removed", async () => {
    const repo = await tempRepo({ "src/e/deep/keep": "k\n", "src/other/deep/keep": "o\n" });
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await rm(join(repo.root, "src/e"), { recursive: true });
    await symlink("other", join(repo.root, "src/e"));

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([
      { path: "src/e", change: "added" },
      { path: "src/e/deep/keep", change: "deleted" },
    ]);
  });

  test("sees a change that only the content tells: same size, same time, index just written", async () => {
    const repo = await tempRepo();
    repo.git("config", "core.trustctime", "false");
    const file = join(repo.root, "a.txt");
    const touch = (path: string) => utimes(path, 1_700_000_000, 1_700_000_000);
    await repo.write({ "a.txt": "one\n" });
    await touch(file);
    repo.git("add", "a.txt");
    await touch(join(repo.root, ".git/index"));
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await repo.write({ "a.txt": "two\n" });
    await touch(file);

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([{ path: "a.txt", change: "modified" }]);
  });

  test("survives files that vanish while it is taken", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.eats filter=eats\n", "b.eats": "1\n", "c.txt": "1\n" });
    repo.git("config", "filter.eats.clean", "rm -f c.txt e.txt; cat");
    await repo.write({ "b.eats": "2\n", "c.txt": "2\n", "d.eats": "1\n", "e.txt": "1\n" });
    const snapshots = await open(repo);

    const { tree } = await snapshots.take();

    const paths = (await snapshots.changed(repo.git("rev-parse", "HEAD^{tree}"), tree)).map(({ path }) => path);
    expect(paths).toEqual(["b.eats", "c.txt", "d.eats"]);
  });

  test.skipIf(isRoot)("survives files and folders that cannot be read", async () => {
    const repo = await tempRepo({ "tracked.txt": "1\n" });
    await repo.write({ "tracked.txt": "2\n", "secret.txt": "1\n", "open.txt": "1\n", "closed/x.txt": "1\n" });
    for (const path of ["tracked.txt", "secret.txt", "closed"]) await chmod(join(repo.root, path), 0);
    onTestFinished(() => chmod(join(repo.root, "closed"), 0o755));
    const snapshots = await open(repo);

    const { tree, skipped } = await snapshots.take();

    expect(skipped).toEqual(["tracked.txt", "secret.txt"]);
    expect(await snapshots.changed(repo.git("rev-parse", "HEAD^{tree}"), tree)).toEqual([
      { path: "open.txt", change: "added" },
    ]);
  });

  test("survives submodules and nested repositories, with and without commits", async () => {
    const inner = await tempRepo({ "x.txt": "1\n" });
    const repo = await tempRepo({ "a.txt": "1\n" });
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub");
    repo.git("update-index", "--add", "--cacheinfo", `160000,${inner.git("rev-parse", "HEAD")},not-checked-out`);
    repo.git("commit", "--quiet", "-m", "submodules");
    await mkdir(join(repo.root, "not-checked-out"));
    repo.git("init", "--quiet", "nested-empty");
    repo.git("clone", "--quiet", inner.root, "nested");
    const snapshots = await open(repo);
    const before = await snapshots.take();
    await repo.write({ "sub/x.txt": "2\n", "nested/x.txt": "2\n", "nested-empty/y.txt": "2\n", "a.txt": "2\n" });
    await repo.write({ "not-checked-out/x.txt": "2\n" });

    const after = await snapshots.take();

    expect(await snapshots.changed(before.tree, after.tree)).toEqual([{ path: "a.txt", change: "modified" }]);
    expect(after.skipped).toEqual(["nested-empty/", "nested/"]);

    repo.git("-C", "sub", "-c", "user.name=a", "-c", "user.email=b", "commit", "--quiet", "-a", "-m", "inner");
    const later = await snapshots.take();
    expect(await snapshots.changed(after.tree, later.tree)).toEqual([{ path: "sub", change: "modified" }]);
  });

  test("works without a commit and an index, and below a path with colon, quote and newline", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'iflow-test-a:b "c\n')));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd();
    git("init", "--quiet");
    await writeFiles(root, { "a.txt": "1\n" });
    const snapshots = await open({ root });
    const before = await snapshots.take();
    await snapshots.clear();
    git("add", "a.txt");
    git("-c", "user.name=a", "-c", "user.email=b", "commit", "--quiet", "-m", "start");
    await writeFiles(root, { "b.txt": "1\n" });

    const after = await snapshots.take();

    expect(before.tree).toBe(git("rev-parse", "HEAD^{tree}"));
    expect(await snapshots.changed(before.tree, after.tree)).toEqual([{ path: "b.txt", change: "added" }]);
    expect(await snapshots.blobs(["a.txt"])).toEqual({ "a.txt": "d00491fd7e5bb6fa28c517a0bb32b8b506539d4d" });
  });

  test("each worktree has its own, and clearing one leaves the other", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const place = join(await tempFolder(), "work");
    repo.git("worktree", "add", "--quiet", "-b", "side", place);
    await repo.write({ "a.txt": "main\n" });
    await writeFiles(place, { "a.txt": "side\n" });
    const here = await open(repo);
    const there = await open({ root: place });
    const start = repo.git("rev-parse", "HEAD^{tree}");
    const [ours, theirs] = [await here.take(), await there.take()];

    await here.clear();

    expect(await here.has(ours.tree)).toBe(false);
    expect(await here.has(start)).toBe(true);
    expect(await there.has(theirs.tree)).toBe(true);
    await expect(here.changed(start, ours.tree)).rejects.toMatchObject({ code: "git-failed" });
    expect(await there.changed(start, theirs.tree)).toEqual([{ path: "a.txt", change: "modified" }]);
  });

  test("clearing takes everything away, also what a killed process left, and may be repeated", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const snapshots = await open(repo);
    await snapshots.take();
    await repo.write({ ".git/iflow/index-killed/index": "", ".git/iflow/runs/r1/journal.jsonl": "{}\n" });

    await snapshots.clear();
    await snapshots.clear();

    expect(await readdir(join(repo.root, ".git/iflow"))).toEqual(["runs"]);
    expect((await snapshots.take()).tree).toBe(repo.git("rev-parse", "HEAD^{tree}"));
  });

  test("a sparse checkout has deleted nothing", async () => {
    const repo = await tempRepo({ "in/a.txt": "1\n", "out/b.txt": "1\n" });
    repo.git("sparse-checkout", "set", "in");

    expect((await (await open(repo)).take()).tree).toBe(repo.git("rev-parse", "HEAD^{tree}"));
  });

  test("a split index stays the user's", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    repo.git("config", "core.splitIndex", "true"); // git splits the index the next time it writes it
    await repo.write({ "a.txt": "2\n" });
    const before = await stateOf(repo);
    const snapshots = await open(repo);

    const { tree } = await snapshots.take();

    expect(await snapshots.changed(repo.git("rev-parse", "HEAD^{tree}"), tree)).toHaveLength(1);
    expect(await stateOf(repo)).toEqual(before);
  });
});

describe("blob ids of working files", () => {
  test("are those git would commit: filters, line ends, links, modes, odd names, marks", async () => {
    const repo = await tempRepo({
      ".gitattributes": "*.up filter=up\n*.lf text\n*.bin -text\n",
      ".gitignore": "ignored\n",
      "was-crlf.txt": "1\r\n",
      "was-lf.txt": "1\n",
      "hidden.txt": "1\n",
    });
    repo.git("config", "core.autocrlf", "true");
    repo.git("config", "core.safecrlf", "true");
    repo.git("config", "filter.up.clean", "tr a-z A-Z");
    await repo.write({ "a.up": "hello\n", "b.lf": "1\r\n2\r\n", "c.bin": "1\r\n", "was-crlf.txt": "1\r\n2\r\n" });
    await repo.write({ "was-lf.txt": "1\r\n2\r\n", ignored: "i\n", "hidden.txt": "2\n", "empty.txt": "" });
    await repo.write(Object.fromEntries(oddNames.map((name) => [name, `${name}\r\n`])));
    await symlink("was-lf.txt", join(repo.root, "link"));
    repo.git("update-index", "--assume-unchanged", "hidden.txt");
    const files = ["a.up", "b.lf", "c.bin", "was-crlf.txt", "was-lf.txt", "ignored", "hidden.txt", "empty.txt", "link"];
    const paths = [...files, ...oddNames];

    const blobs = await (await open(repo)).blobs([...paths, "missing.txt", ".gitattributes"]);

    repo.git("update-index", "--no-assume-unchanged", "hidden.txt");
    repo.git("-c", "core.safecrlf=false", "--literal-pathspecs", "add", "--force", "--", ...paths);
    const expected = Object.fromEntries(paths.map((path) => [path, repo.git("rev-parse", `:${path}`)]));
    const attributes = repo.git("rev-parse", "HEAD:.gitattributes");
    expect(blobs).toEqual({ ...expected, "missing.txt": undefined, ".gitattributes": attributes });
  });

  test("are those a commit of the same files then holds", async () => {
    const repo = await tempRepo({ "a.txt": "1\r\n" });
    repo.git("config", "core.autocrlf", "input");
    await repo.write({ "a.txt": "1\r\n2\r\n", "b.txt": "1\r\n" });
    const { commits, snapshots } = await openGit(repo.root, process.env);
    const since = repo.git("rev-parse", "HEAD");
    const blobs = await snapshots.blobs(["a.txt", "b.txt"]);

    await commits.commitFiles({ branch: "main", paths: ["a.txt", "b.txt"], message: "m", step: "s", since });

    for (const path of ["a.txt", "b.txt"]) expect(repo.git("rev-parse", `HEAD:${path}`)).toBe(blobs[path]);
  });

  test("a folder and a file beyond a link have none", async () => {
    const repo = await tempRepo({ "folder/a.txt": "1\n" });
    await symlink("folder", join(repo.root, "link"));

    const blobs = await (await open(repo)).blobs(["folder", "link/a.txt", "folder/a.txt/b"]);

    expect(blobs).toEqual({ folder: undefined, "link/a.txt": undefined, "folder/a.txt/b": undefined });
  });

  test("paths outside the checkout are refused", async () => {
    await expect((await open(await tempRepo())).blobs(["../x"])).rejects.toMatchObject({ code: "path-refused" });
  });
});
