// A process that has looked before sees what a new one sees, whatever a person, an agent or another git did meanwhile.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, rename, rm, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo, writeFiles } from "../../../../test/support/temp-repo.ts";
import { type OpenGit, openGit } from "../open-repository.ts";
import { createMemory, entriesOf, rememberChild } from "./commit-facts.ts";

const paths = ["a.txt", "docs/b.md", "docs", "new.txt"];
const time = 1_700_000_000;
const old = (repo: TempRepo, path: string) => utimes(join(repo.root, path), time, time);

/** Each is done by another process, after the repository was looked at twice. */
const deeds: readonly (readonly [string, (repo: TempRepo) => unknown])[] = [
  ["nothing", () => {}],
  ["an edit of the same size and time", (repo) => repo.write({ "a.txt": "2\n" }).then(() => old(repo, "a.txt"))],
  ["the edit taken back", (repo) => repo.write({ "a.txt": "1\n" }).then(() => old(repo, "a.txt"))],
  [
    "a file put in place of another",
    async (repo) => {
      await repo.write({ other: "3\n" });
      await rename(join(repo.root, "other"), join(repo.root, "a.txt"));
    },
  ],
  ["the executable bit", (repo) => chmod(join(repo.root, "a.txt"), 0o755)],
  ["staging", (repo) => repo.git("add", "a.txt")],
  ["a commit", (repo) => repo.git("commit", "--quiet", "--message", "more")],
  ["a commit with a trailer", (repo) => repo.git("commit", "--quiet", "--allow-empty", "-m", "x\n\nIflow-Step: s")],
  ["that commit taken back", (repo) => repo.git("reset", "--quiet", "--soft", "HEAD~1")],
  ["an untracked file", (repo) => repo.write({ "new.txt": "new\n" })],
  ["line ends", (repo) => repo.write({ "new.txt": "new\r\n" })],
  ["a setting for them", (repo) => repo.git("config", "core.autocrlf", "input")],
  ["attributes in the tree", (repo) => repo.write({ ".gitattributes": "*.txt -text\n" })],
  ["attributes of the repository", (repo) => repo.write({ ".git/info/attributes": "*.md text eol=crlf\n" })],
  ["a text with an id", (repo) => repo.write({ "docs/b.md": "$Id: 1 $\n" })],
  ["an attribute that takes the id out", (repo) => repo.write({ "docs/.gitattributes": "*.md ident\n" })],
  [
    "a filter",
    async (repo) => {
      repo.git("config", "filter.up.clean", "cat");
      await repo.write({ "docs/.gitattributes": "*.md filter=up\n" });
    },
  ],
  ["a filter that changes its mind", (repo) => repo.git("config", "filter.up.clean", "tr a-z A-Z")],
  ["no more filter", (repo) => rm(join(repo.root, "docs/.gitattributes"))],
  ["an ignored file", (repo) => repo.write({ ".gitignore": "new.txt\n" })],
  ["a file that is gone", (repo) => rm(join(repo.root, "docs/b.md"))],
  [
    "a folder that becomes a file",
    async (repo) => {
      await rm(join(repo.root, "docs"), { recursive: true });
      await repo.write({ docs: "1\n" });
    },
  ],
  [
    "a file that becomes a link",
    async (repo) => {
      await rm(join(repo.root, "a.txt"));
      await symlink("docs", join(repo.root, "a.txt"));
    },
  ],
  [
    "a commit of what took the place of others",
    (repo) => {
      repo.git("add", "a.txt", "docs");
      repo.git("commit", "--quiet", "--message", "all");
    },
  ],
  ["another branch", (repo) => repo.git("switch", "--quiet", "-c", "side", "HEAD~1")],
  ["a mark that hides a file", (repo) => repo.git("update-index", "--assume-unchanged", "a.txt")],
  ["an index git alone can read", (repo) => repo.git("update-index", "--index-version", "4", "--force-write-index")],
  ["an edit then", (repo) => repo.write({ "docs/b.md": "4\n" })],
  ["packed refs", (repo) => repo.git("pack-refs", "--all")],
  ["modes that the index decides", (repo) => repo.git("config", "core.fileMode", "false")],
];

test("an opened repository sees every change that a newly opened one sees", async () => {
  const repo = await tempRepo({ "a.txt": "1\n", "docs/b.md": "1\n" });
  await old(repo, "a.txt");
  const since = repo.git("rev-parse", "HEAD");
  const opened = await openGit(repo.root, process.env);

  for (const [name, does] of deeds) {
    await does(repo);

    const seen = await sightOf(opened, since);

    expect({ name, ...seen }).toEqual({ name, ...(await sightOf(await openGit(repo.root, process.env), since)) });
    expect({ name, ...(await sightOf(opened, since)) }).toEqual({ name, ...seen });
  }
});

async function sightOf({ repository, snapshots, commits }: OpenGit, since: string) {
  const where = await repository.where();
  const head = where.head ?? "";
  return {
    where,
    tree: await snapshots.take(),
    blobs: await snapshots.blobs(paths),
    dirty: await repository.dirty(paths),
    committed: await Promise.all(paths.map((path) => repository.blobAt(head, path))),
    step: await commits.findStep({ branch: where.branch ?? "", since, step: "s" }),
    diff: await commits.diff(since, head, paths),
  };
}

test("a snapshot that was taken before is whole again after everything was cleared", async () => {
  const repo = await tempRepo({ "a.txt": "1\n" });
  const before = repo.git("rev-parse", "HEAD^{tree}");
  await repo.write({ "a.txt": "2\n" });
  const { snapshots } = await openGit(repo.root, process.env);
  const first = await snapshots.take();
  await (await openGit(repo.root, process.env)).snapshots.clear();

  const second = await snapshots.take();

  expect(second).toEqual(first);
  expect(await snapshots.patch(before, second.tree, ["a.txt"])).toContain("+2\n");
});

test("looking again where nothing has changed starts no git, and a snapshot starts one", async () => {
  const repo = await tempRepo({ "a.txt": "1\n" });
  const counted = await countedGit();
  const { repository, snapshots } = await openGit(repo.root, counted.env);
  const look = async () => snapshots.blobs(["a.txt", "new.txt"], await repository.where());
  await repo.write({ "new.txt": "1\n" });
  await look();
  await snapshots.take();
  expect(counted.calls()).toContain("write-tree");

  await look();
  await snapshots.take();

  expect(counted.calls()).toEqual(["ls-files"]);
});

test("what lies beside a file that was asked for is known, there or not, also in a commit made on top", async () => {
  const repo = await tempRepo({ "docs/a.md": "1\n", "docs/b.md": "1\n", "docs/deep/c.md": "1\n" });
  const counted = await countedGit();
  const { repository, commits } = await openGit(repo.root, counted.env);
  const { head = "" } = await repository.where();
  await repository.blobAt(head, "docs/a.md");
  counted.calls();
  const blobs = (commit: string) =>
    Promise.all(["docs/b.md", "docs/new.md", "docs/deep"].map((path) => repository.blobAt(commit, path)));

  expect(await blobs(head)).toEqual([repo.git("rev-parse", "HEAD:docs/b.md"), undefined, undefined]);
  expect(counted.calls()).toEqual([]);

  await repo.write({ "docs/new.md": "2\n", "docs/b.md": "2\n" });
  const request = { branch: "main", message: "more", step: "s", since: head };
  const { sha } = await commits.commitFiles({ ...request, paths: ["docs/new.md", "docs/b.md"] });
  expect(counted.calls()).not.toContain("rev-list"); // no commit lies between `since` and the tip
  const two = repo.git("rev-parse", "HEAD:docs/new.md");
  expect(await blobs(sha)).toEqual([two, two, undefined]);
  expect(counted.calls()).toEqual([]);
  expect(await repository.blobAt(sha, "docs/deep/c.md")).toBe(repo.git("rev-parse", "HEAD:docs/deep/c.md"));
  expect(counted.calls()).toEqual(["ls-tree"]);
  expect(await commits.findStep(request)).toBe(sha);
  expect(counted.calls()).toEqual([]);
});

/** A git on the path that records what it is asked. */
async function countedGit() {
  const folder = await tempFolder();
  const log = join(folder, "log");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  await writeFiles(folder, { log: "", git: `#!/bin/sh\necho "$@" >> ${log}\nexec ${real} "$@"\n` });
  await chmod(join(folder, "git"), 0o755);
  return {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    /** The commands since the previous call. */
    calls: () => {
      const lines = readFileSync(log, "utf8").trim().split("\n").filter(Boolean);
      writeFileSync(log, "");
      return lines.map((line) => line.split(" ").find((word, at, all) => /^[a-z]/.test(word) && all[at - 1] !== "-c"));
    },
  };
}

describe("what a commit on top of a known one holds", () => {
  const entry = (id: string) => ({ mode: "100644", id });

  test("a file in the place of a folder, and a folder in the place of a file, leave nothing of the old", () => {
    const memory = createMemory();
    const known = { one: entry("1"), "two/a": entry("2"), three: entry("3"), four: null, gone: entry("5") };
    for (const [path, one] of Object.entries(known)) entriesOf(memory, "parent").set(path, one);
    const staged = new Map([
      ["one/a", entry("6")],
      ["two", entry("7")],
      ["gone", undefined],
    ]);

    rememberChild(memory, { parent: "parent", commit: "child" }, staged);

    expect(Object.fromEntries(entriesOf(memory, "child"))).toEqual({
      one: null,
      "one/a": entry("6"),
      two: entry("7"),
      "two/a": null,
      three: entry("3"),
      four: null,
      gone: null,
    });
  });

  test("only the last few commits are kept", () => {
    const memory = createMemory();
    for (let commit = 0; commit < 20; commit += 1) entriesOf(memory, `${commit}`).set("a", null);

    expect(entriesOf(memory, "19").size).toBe(1);
    expect(memory.committed.size).toBeLessThan(10);
  });
});
