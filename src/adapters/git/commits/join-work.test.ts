// The work of lanes on top of a branch that goes on, in real repositories: what joins, what conflicts, and what of the user's is
// in the way.
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo, writeFiles } from "../../../../test/support/temp-repo.ts";
import type { JoinRequest } from "../../../ports/git/repository.ts";
import { openGit } from "../open-repository.ts";

const START = { "a.txt": "1\n2\n3\n4\n5\n6\n7\n", "b.txt": "b\n", "gone/c.txt": "c\n", "keep.txt": "k\n" };

interface Place {
  readonly repo: TempRepo;
  readonly start: string;
  /** A commit on what the branch was at the start, made in a tree of its own. */
  lane(change: (root: string) => Promise<unknown>): Promise<string>;
  join(work: string, more?: Partial<JoinRequest>): ReturnType<Awaited<ReturnType<typeof openGit>>["commits"]["join"]>;
}

async function place(files: Readonly<Record<string, string>> = START): Promise<Place> {
  const repo = await tempRepo(files);
  const start = repo.git("rev-parse", "HEAD");
  let joins = 0;
  return {
    repo,
    start,
    async lane(change) {
      const root = join(await tempFolder(), "lane");
      repo.git("worktree", "add", "--quiet", "--detach", root, start);
      await change(root);
      repo.git("-C", root, "add", "-A");
      repo.git("-C", root, "commit", "--quiet", "-m", "lane");
      const work = repo.git("-C", root, "rev-parse", "HEAD");
      repo.git("worktree", "remove", root);
      return work;
    },
    async join(work, more) {
      const { commits } = await openGit(repo.root, process.env);
      const step = `implement/1/0/lanes/${++joins}`;
      return commits.join({ branch: "main", work, message: "iflow: implement task", step, since: start, ...more });
    },
  };
}

const status = ({ repo }: Place) => repo.git("status", "--porcelain", "--untracked-files=all");
const read = ({ repo }: Place, path: string) => readFile(join(repo.root, path), "utf8");

test("work of two lanes ends on the branch as two commits with one parent each, and the tree is clean", async () => {
  const here = await place();
  const first = await here.lane((root) =>
    writeFiles(root, { "a.txt": START["a.txt"].replace("1", "one"), "new/x.txt": "x\n" }),
  );
  const second = await here.lane(async (root) => {
    await writeFiles(root, { "a.txt": START["a.txt"].replace("7", "seven") });
    await rm(join(root, "gone"), { recursive: true });
    await chmod(join(root, "b.txt"), 0o755);
    await symlink("b.txt", join(root, "link"));
  });

  expect(await here.join(second)).toMatchObject({ status: "joined", paths: ["a.txt", "b.txt", "gone/c.txt", "link"] });
  expect(await here.join(first)).toMatchObject({ status: "joined", paths: ["a.txt", "new/x.txt"] });

  expect(await read(here, "a.txt")).toBe("one\n2\n3\n4\n5\n6\nseven\n");
  expect(existsSync(join(here.repo.root, "gone"))).toBe(false);
  expect(status(here)).toBe("");
  expect(
    here.repo
      .git("log", "--format=%P", `${here.start}..HEAD`)
      .split("\n")
      .every((line) => line.split(" ").length === 1),
  ).toBe(true);
  expect(
    here.repo
      .git("ls-tree", "HEAD", "b.txt", "link")
      .split("\n")
      .map((line) => line.slice(0, 6)),
  ).toEqual(["100755", "120000"]);
  expect(here.repo.git("fsck", "--no-dangling")).toBe("");
});

test("a folder that becomes a file waits for what else the user has in it, and until then nothing is changed", async () => {
  const here = await place({ ...START, "dir/keep": "k\n", "dir/deep/keep": "k\n" });
  const work = await here.lane(async (root) => {
    await rm(join(root, "dir"), { recursive: true });
    await writeFiles(root, { dir: "now a file\n" });
  });
  await here.repo.write({ "dir/mine.txt": "mine\n", "dir/deep/more.txt": "mine\n" });
  await mkdir(join(here.repo.root, "dir/empty"));
  const before = [here.repo.git("rev-parse", "HEAD"), status(here)];

  expect(await here.join(work)).toEqual({
    ...{ status: "in-the-way", paths: ["dir/deep/more.txt", "dir/empty/", "dir/mine.txt"] },
  });

  expect([here.repo.git("rev-parse", "HEAD"), status(here)]).toEqual(before);
  for (const path of ["dir/mine.txt", "dir/deep/more.txt", "dir/empty"])
    await rm(join(here.repo.root, path), { recursive: true });
  expect(await here.join(work)).toMatchObject({ status: "joined" });
  expect([await read(here, "dir"), status(here)]).toEqual(["now a file\n", ""]);
});

test("a folder of the user's in the place of a file that goes is left alone, as one that a kill left half laid out", async () => {
  const here = await place();
  const work = await here.lane(async (root) => {
    await unlink(join(root, "b.txt"));
    await writeFiles(root, { "b.txt/new": "n\n" });
  });
  await unlink(join(here.repo.root, "b.txt"));
  await here.repo.write({ "b.txt/new": "n\n", "b.txt/mine": "m\n" });

  expect(await here.join(work)).toMatchObject({ status: "joined", paths: ["b.txt", "b.txt/new"] });

  expect([await read(here, "b.txt/mine"), status(here)]).toEqual(["m\n", "?? b.txt/mine"]);
});

test("a change in the same place is a conflict that names the file and changes nothing", async () => {
  const here = await place();
  const first = await here.lane((root) => writeFiles(root, { "b.txt": "one\n" }));
  const second = await here.lane((root) => writeFiles(root, { "b.txt": "other\n", "new.txt": "n\n" }));
  await here.join(first);
  const tip = here.repo.git("rev-parse", "HEAD");

  expect(await here.join(second)).toEqual({ status: "conflict", paths: ["b.txt"] });

  expect([here.repo.git("rev-parse", "HEAD"), status(here), await read(here, "b.txt")]).toEqual([tip, "", "one\n"]);
});

test("the same change twice, or none at all, makes no commit", async () => {
  const here = await place();
  const [first, same] = [
    await here.lane((root) => writeFiles(root, { "b.txt": "one\n" })),
    await here.lane((root) => writeFiles(root, { "b.txt": "one\n" })),
  ];
  const joined = await here.join(first);

  expect(await here.join(same)).toEqual({ status: "no-change", sha: "sha" in joined ? joined.sha : "" });
  expect(await here.join(here.start)).toMatchObject({ status: "no-change" });
});

test("what the user has changed, staged or laid elsewhere stays as it is", async () => {
  const here = await place();
  const work = await here.lane((root) => writeFiles(root, { "b.txt": "one\n" }));
  await here.repo.write({ "keep.txt": "mine\n", "staged.txt": "s\n", "stray.txt": "y\n" });
  here.repo.git("add", "staged.txt");

  expect(await here.join(work)).toMatchObject({ status: "joined" });

  expect(
    status(here)
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(["M keep.txt", "A  staged.txt", "?? stray.txt"]);
});

test.each<[string, (here: Place) => Promise<unknown>]>([
  ["an edited file", ({ repo }) => repo.write({ "b.txt": "mine\n" })],
  ["a removed file", ({ repo }) => unlink(join(repo.root, "b.txt"))],
  [
    "a staged edit",
    async ({ repo }) => {
      await repo.write({ "b.txt": "mine\n" });
      repo.git("add", "b.txt");
      await repo.write({ "b.txt": "b\n" });
    },
  ],
  ["an unknown file where a new one comes", ({ repo }) => repo.write({ "new/x.txt": "mine\n" })],
  ["a folder where a new file comes", ({ repo }) => repo.write({ "new/x.txt/mine.txt": "mine\n" })],
  ["a file where a new folder comes", ({ repo }) => repo.write({ new: "mine\n" })],
  [
    "a link where a new folder comes",
    async ({ repo }) => {
      await mkdir(join(repo.root, "elsewhere"));
      await symlink("elsewhere", join(repo.root, "new"));
    },
  ],
])("%s of the user's is in the way and survives", async (_, change) => {
  const here = await place();
  const work = await here.lane((root) => writeFiles(root, { "b.txt": "one\n", "new/x.txt": "x\n" }));
  await change(here);
  const before = [
    status(here),
    here.repo.git("rev-parse", "HEAD"),
    here.repo.git("stash", "create", "--include-untracked"),
  ].slice(0, 2);

  expect(await here.join(work)).toMatchObject({ status: "in-the-way" });

  expect([status(here), here.repo.git("rev-parse", "HEAD")]).toEqual(before);
});

test("typed again after a kill while files were laid out, or after the commit, it ends the same", async () => {
  const here = await place();
  const work = await here.lane((root) => writeFiles(root, { "b.txt": "one\n", "new/x.txt": "x\n" }));
  await here.repo.write({ "new/x.txt": "x\n" }); // laid out, and then the process was gone
  const request = { step: "implement/1/0/lanes/1" };

  const first = await here.join(work, request);
  const again = await here.join(work, request);

  expect(first).toMatchObject({ status: "joined", paths: ["b.txt", "new/x.txt"] });
  expect(again).toEqual(first);
  expect([status(here), here.repo.git("rev-list", "--count", `${here.start}..HEAD`)]).toEqual(["", "1"]);
});

test("line ends that the project wants in the working tree are laid out", async () => {
  const here = await place({ ".gitattributes": "*.txt text eol=crlf\n", "b.txt": "b\n" });
  const work = await here.lane((root) => writeFiles(root, { "b.txt": "one\r\ntwo\r\n" }));

  expect(await here.join(work)).toMatchObject({ status: "joined", paths: ["b.txt"] });
  expect([await read(here, "b.txt"), status(here)]).toEqual(["one\r\ntwo\r\n", ""]);
});

test("a file that becomes a folder and a folder that becomes a file", async () => {
  const here = await place();
  const work = await here.lane(async (root) => {
    await unlink(join(root, "b.txt"));
    await rm(join(root, "gone"), { recursive: true });
    await writeFiles(root, { "b.txt/inside.txt": "i\n", gone: "now a file\n" });
  });

  expect(await here.join(work)).toMatchObject({ status: "joined" });
  expect([status(here), await read(here, "b.txt/inside.txt"), await read(here, "gone")]).toEqual([
    "",
    "i\n",
    "now a file\n",
  ]);
});
