// Lineage against real git.
import { expect, test } from "vitest";
import { type TempRepo, tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

const open = async ({ root }: TempRepo) => (await openGit(root, process.env)).lineage;

async function commit(repo: TempRepo, path: string, message: string): Promise<string> {
  await repo.write({ [path]: message });
  repo.git("add", "--", path);
  repo.git("commit", "--quiet", "--message", message);
  return repo.git("rev-parse", "HEAD");
}

test("new commits: parents first, with their steps and what they changed in the folder", async () => {
  const repo = await tempRepo();
  const start = repo.git("rev-parse", "main");
  repo.git("switch", "--quiet", "-c", "feature/001-a");
  const one = await commit(repo, "docs/features/001-a/ä b.md", "one\n\nIflow-Step: create-feature/001-a\n\nSigned: x");
  const two = await commit(repo, "src/a.ts", "two");

  expect(await (await open(repo)).newCommits("main", "HEAD", "docs/features")).toEqual({
    bases: [start],
    commits: [
      { sha: one, parents: [start], steps: ["create-feature/001-a"] },
      { sha: two, parents: [one], steps: [] },
    ],
    changed: ["docs/features/001-a/ä b.md"],
  });
});

test("what the remote's branch has is not new; a side that a merge brought in is", async () => {
  const repo = await tempRepo();
  const lineage = await open(repo);
  repo.git("switch", "--quiet", "-c", "feature/001-a");
  const there = await commit(repo, "docs/features/001-a/.meta.json", "there");
  repo.git("update-ref", "refs/remotes/origin/main", there);
  repo.git("switch", "--quiet", "-c", "feature/002-b");
  await commit(repo, "docs/features/002-b/.meta.json", "b");
  repo.git("switch", "--quiet", "-c", "side", "main");
  await commit(repo, "docs/features/003-c/.meta.json", "c");
  repo.git("switch", "--quiet", "feature/002-b");
  repo.git("merge", "--quiet", "--no-edit", "side");

  const found = await lineage.newCommits("main", "HEAD", "docs/features");
  expect(found.bases).toEqual([repo.git("rev-parse", "main"), there]);
  expect(found.commits).toHaveLength(3);
  expect(found.changed.toSorted()).toEqual(["docs/features/002-b/.meta.json", "docs/features/003-c/.meta.json"]);
  expect((await lineage.newCommits("main", there, "docs/features")).commits).toEqual([]);
});

test("feature branches that have a commit, here and at remotes; commits that changed a folder, oldest first", async () => {
  const repo = await tempRepo();
  const lineage = await open(repo);
  const start = repo.git("rev-parse", "main");
  repo.git("switch", "--quiet", "-c", "feature/001-a");
  const one = await commit(repo, "docs/features/001-a/a.md", "one");
  const two = await commit(repo, "docs/features/001-a/b.md", "two");
  await commit(repo, "c.md", "three");
  repo.git("branch", "other");
  repo.git("update-ref", "refs/remotes/origin/feature/002-b", two);

  expect(await lineage.branchesWith([two])).toEqual(["refs/heads/feature/001-a", "refs/remotes/origin/feature/002-b"]);
  expect(await lineage.branchesWith([])).toEqual([]);
  expect(await lineage.changesIn("docs/features/001-a", "HEAD", [start])).toEqual([one, two]);
});
