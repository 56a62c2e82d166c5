import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repoAt, type TempRepo, tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { parseIndex } from "./index-file.ts";

const names = [
  "a",
  "eight-08",
  "folder/with blank",
  "new\nline",
  "ünï/日本.md",
  `${"x".repeat(200)}/${"y".repeat(200)}`,
];

/** What git says about the index, in our form. */
function asGitSays(repo: TempRepo) {
  const records = repo.git("ls-files", "--stage", "-v", "-z").split("\0").slice(0, -1);
  return records.map((record) => {
    const [fields = "", path = ""] = [record.slice(0, record.indexOf("\t")), record.slice(record.indexOf("\t") + 1)];
    const [tag = "", mode = "", id = "", stage = ""] = fields.split(" ");
    const isAssumedUnchanged = tag === tag.toLowerCase();
    return { path, mode, id, isUnmerged: stage !== "0", isAssumedUnchanged, isSkipped: tag.toUpperCase() === "S" };
  });
}

const parsed = async (repo: TempRepo, idBytes = 20) =>
  parseIndex(await readFile(join(repo.root, ".git/index")), idBytes);

describe("an index file", () => {
  test("is read as git reads it: odd names, marks, plans, conflicts, links to submodules", async () => {
    const repo = await tempRepo(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    const blob = repo.git("rev-parse", ":a");
    repo.git("update-index", "--add", "--cacheinfo", `160000,${repo.git("rev-parse", "HEAD")},inner`);
    repo.git("update-index", "--chmod=+x", "a");
    repo.git("update-index", "--assume-unchanged", "eight-08");
    repo.git("update-index", "--skip-worktree", "folder/with blank");
    repo.git("update-index", "--skip-worktree", "--assume-unchanged", "new\nline");
    await repo.write({ planned: "1\n" });
    repo.git("add", "--intent-to-add", "planned");
    for (const stage of [1, 2, 3]) {
      const input = `100644 ${blob} ${stage}\tfight\n`;
      execFileSync("git", ["update-index", "--index-info"], { cwd: repo.root, input });
    }

    const records = await parsed(repo);

    expect(records).toEqual(asGitSays(repo));
    expect(records?.length).toBe(names.length + 5);
    const one = parseIndex(await readFile(join(repo.root, ".git/index")), 20, new Set(["a", "absent"]));
    expect(one?.map(({ path }) => path)).toEqual(["a"]);
  });

  test("of a sha256 repository is read with its longer ids", async () => {
    const root = await tempFolder();
    execFileSync("git", ["init", "--quiet", "--object-format=sha256"], { cwd: root });
    const repo = repoAt(root);
    await repo.write({ a: "1\n", "b/c": "2\n" });
    repo.git("add", "--all");

    expect(await parsed(repo, 32)).toEqual(asGitSays(repo));
  });

  test("that only git can read, or that is cut off, is left to git", async () => {
    const repo = await tempRepo(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    const plain = await readFile(join(repo.root, ".git/index"));
    for (const length of [0, 8, 40, 100, plain.length - 300]) {
      expect(parseIndex(plain.subarray(0, length), 20), `${length} bytes`).toBeUndefined();
    }

    repo.git("update-index", "--index-version", "4");
    expect(await parsed(repo)).toBeUndefined();
    repo.git("update-index", "--index-version", "2");
    repo.git("update-index", "--split-index");
    expect(await parsed(repo)).toBeUndefined();
    await rm(join(repo.root, ".git/index"));
    repo.git("read-tree", "HEAD");
    expect(await parsed(repo)).toEqual(asGitSays(repo));
  });
});
