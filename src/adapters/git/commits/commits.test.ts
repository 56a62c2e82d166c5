import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempFolder, tempRepo, writeFiles } from "../../../../test/support/temp-repo.ts";
import type { CommitRequest } from "../../../ports/git/repository.ts";
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

async function open(repo: { root: string }) {
  return (await openGit(repo.root, process.env)).commits;
}

function orderFor(repo: Pick<TempRepo, "git">, paths: string[], more: Partial<CommitRequest> = {}): CommitRequest {
  const since = more.since ?? repo.git("rev-parse", "HEAD");
  return { branch: "main", paths, message: "iflow: specify draft", step: "specify/1/0/draft", since, ...more };
}

/** Every path a commit changes, with git's status letter. */
function changesOf(repo: TempRepo, revision: string): string[] {
  const records = repo
    .git("diff-tree", "-r", "-z", "--no-renames", "--name-status", `${revision}^`, revision)
    .split("\0");
  return records.flatMap((letter, at) => (at % 2 === 0 && letter ? [`${letter} ${records[at + 1]}`] : []));
}

function status(repo: TempRepo): string {
  return repo.git("status", "--porcelain", "--untracked-files=all");
}

describe("a commit of named files", () => {
  test("holds exactly these files: changed, new and missing ones, and leaves them clean", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "gone.txt": "1\n", "other.txt": "1\n" });
    await repo.write({ "a.txt": "2\n", "new/b.txt": "2\n", "other.txt": "2\n", "stray.txt": "2\n" });
    await unlink(join(repo.root, "gone.txt"));
    const request = orderFor(repo, ["a.txt", "gone.txt", "new/b.txt", "never-there.txt"]);

    const result = await (await open(repo)).commitFiles(request);

    expect(result).toEqual({ status: "committed", sha: repo.git("rev-parse", "main") });
    expect(changesOf(repo, "main")).toEqual(["M a.txt", "D gone.txt", "A new/b.txt"]);
    expect(repo.git("rev-parse", "main^")).toBe(request.since);
    expect(status(repo)).toBe(" M other.txt\n?? stray.txt");
  });

  test("is made in the user's name, with message, trailer and a line in the reflog", async () => {
    const repo = await tempRepo();
    await repo.write({ "a.txt": "a\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"], { message: "Überschrift\n\nMore.\n\n" }));

    expect(repo.git("log", "-1", "--format=%an <%ae>|%cn|%B")).toBe(
      "iflow test <test@iflow.invalid>|iflow test|Überschrift\n\nMore.\n\nIflow-Step: specify/1/0/draft",
    );
    expect(repo.git("log", "-1", "--format=%(trailers:key=Iflow-Step,valueonly)")).toBe("specify/1/0/draft");
    expect(repo.git("reflog", "-1", "--format=%gs")).toBe("iflow: specify/1/0/draft");
  });

  test("leaves what else is staged, half staged, planned or in conflict as it is", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "staged.txt": "1\n", "half.txt": "1\n", "fight.txt": "1\n" });
    await repo.write({ "a.txt": "2\n", "staged.txt": "2\n", "half.txt": "2\n", "planned.txt": "1\n" });
    repo.git("add", "staged.txt", "half.txt");
    repo.git("add", "--intent-to-add", "planned.txt");
    await repo.write({ "half.txt": "3\n" });
    const blob = repo.git("rev-parse", "HEAD:fight.txt");
    const stages = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tfight.txt`);
    repo.git("update-index", "--force-remove", "fight.txt");
    execFileSync("git", ["update-index", "--index-info"], { cwd: repo.root, input: `${stages.join("\n")}\n` });
    const before = repo.git("ls-files", "--stage", "--", "staged.txt", "half.txt", "planned.txt", "fight.txt");

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(changesOf(repo, "main")).toEqual(["M a.txt"]);
    expect(repo.git("ls-files", "--stage", "--", "staged.txt", "half.txt", "planned.txt", "fight.txt")).toBe(before);
    expect(status(repo).split("\n")).toEqual(["UU fight.txt", "MM half.txt", " A planned.txt", "M  staged.txt"]);
  });

  test("takes the working file, whatever is staged or marked for it", async () => {
    const repo = await tempRepo({ "half.txt": "1\n", "hidden.txt": "1\n", "kept.txt": "1\n" });
    await repo.write({ "half.txt": "2\n", "planned.txt": "1\n", "planned-empty.txt": "", "kept.txt": "2\n" });
    repo.git("add", "half.txt");
    repo.git("add", "--intent-to-add", "planned.txt", "planned-empty.txt");
    repo.git("update-index", "--assume-unchanged", "hidden.txt");
    repo.git("rm", "--quiet", "--cached", "--force", "kept.txt");
    await repo.write({ "half.txt": "3\n", "hidden.txt": "2\n" });

    const paths = ["half.txt", "planned.txt", "planned-empty.txt", "hidden.txt", "kept.txt"];
    await (await open(repo)).commitFiles(orderFor(repo, paths));

    expect(repo.git("show", "main:half.txt")).toBe("3");
    expect(repo.git("show", "main:hidden.txt")).toBe("2");
    expect(repo.git("show", "main:planned.txt")).toBe("1");
    expect(repo.git("show", "main:kept.txt")).toBe("2");
    expect(status(repo)).toBe("");
  });

  test("knows odd names as names, not patterns, and ignored files when they are named", async () => {
    const repo = await tempRepo({ ".gitignore": "ignored\n", "app/i/page.tsx": "1\n", zx: "1\n" });
    await repo.write({ ...Object.fromEntries([...oddNames, "ignored"].map((name) => [name, "x\n"])) });
    await repo.write({ "app/i/page.tsx": "2\n", zx: "2\n" });

    await (await open(repo)).commitFiles(orderFor(repo, [...oddNames, "ignored"]));

    const expected = [...oddNames, "ignored"].map((name) => `A ${name}`);
    expect(changesOf(repo, "main").toSorted()).toEqual(expected.toSorted());
    expect(status(repo)).toBe(" M app/i/page.tsx\n M zx");
  });

  test("keeps the executable bit and symlinks as git would", async () => {
    const repo = await tempRepo({ "run.sh": "1\n", "plain.sh": "1\n" });
    await repo.write({ "run.sh": "2\n", "new.sh": "1\n" });
    await chmod(join(repo.root, "run.sh"), 0o755);
    await chmod(join(repo.root, "new.sh"), 0o755);
    await symlink("nowhere/at all", join(repo.root, "link"));

    await (await open(repo)).commitFiles(orderFor(repo, ["run.sh", "new.sh", "link"]));

    const modes = repo.git("ls-tree", "--format=%(objectmode) %(path)", "main").split("\n");
    expect(modes).toEqual(["120000 link", "100755 new.sh", "100644 plain.sh", "100755 run.sh"]);
    expect(repo.git("show", "main:link")).toBe("nowhere/at all");
    expect(status(repo)).toBe("");
  });

  test("keeps the committed bit where the file system has none", async () => {
    const repo = await tempRepo({ "run.sh": "1\n" });
    repo.git("update-index", "--chmod=+x", "run.sh");
    repo.git("commit", "--quiet", "-m", "executable");
    repo.git("config", "core.fileMode", "false");
    await repo.write({ "run.sh": "2\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["run.sh"]));

    expect(repo.git("ls-tree", "--format=%(objectmode)", "main", "run.sh")).toBe("100755");
  });

  test("follows a file that becomes a folder, and a folder that becomes a file or a link", async () => {
    const repo = await tempRepo({ one: "1\n", "two/a": "1\n", "three/a": "1\n", "else/a": "1\n" });
    await unlink(join(repo.root, "one"));
    await rm(join(repo.root, "two"), { recursive: true });
    await rm(join(repo.root, "three"), { recursive: true });
    await repo.write({ "one/inner": "2\n", two: "2\n" });
    await symlink("else", join(repo.root, "three"));

    await (await open(repo)).commitFiles(orderFor(repo, ["one", "one/inner", "two", "two/a", "three", "three/a"]));

    expect(repo.git("ls-tree", "-r", "--name-only", "main").split("\n")).toEqual([
      "else/a",
      "one/inner",
      "three",
      "two",
    ]);
    expect(status(repo)).toBe("");
  });

  test("lets go of an unnamed file whose place a named one has taken, as git does", async () => {
    const repo = await tempRepo({ one: "1\n", "two/a": "1\n" });
    await unlink(join(repo.root, "one"));
    await rm(join(repo.root, "two"), { recursive: true });
    await repo.write({ "one/inner": "2\n", two: "2\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["one/inner", "two"]));

    expect(changesOf(repo, "main")).toEqual(["D one", "A one/inner", "A two", "D two/a"]);
    expect(status(repo)).toBe("");
  });

  test("follows a rename when both names are given", async () => {
    const repo = await tempRepo({ "old.txt": "content\n" });
    repo.git("mv", "old.txt", "new.txt");

    await (await open(repo)).commitFiles(orderFor(repo, ["old.txt", "new.txt"]));

    expect(changesOf(repo, "main")).toEqual(["A new.txt", "D old.txt"]);
    expect(status(repo)).toBe("");
  });

  test("is not made when the tree would be the same", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await repo.write({ "other.txt": "2\n" });
    const commits = await open(repo);
    const tip = repo.git("rev-parse", "HEAD");

    expect(await commits.commitFiles(orderFor(repo, ["a.txt", "nowhere.txt"]))).toEqual({
      status: "no-change",
      sha: tip,
    });
    expect(await commits.commitFiles(orderFor(repo, []))).toEqual({ status: "no-change", sha: tip });
    expect(repo.git("rev-parse", "main")).toBe(tip);
  });

  test("leaves no file behind in the git directory", async () => {
    const repo = await tempRepo();
    await repo.write({ "a.txt": "a\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(await readdir(join(repo.root, ".git/iflow"))).toEqual([]);
  });
});

describe("line ends and filters", () => {
  test.each([
    { name: "core.autocrlf", config: "true", attributes: "" },
    { name: "a text attribute", config: "false", attributes: "*.txt text\n" },
  ])("CRLF files are stored with LF under $name", async ({ config, attributes }) => {
    const repo = await tempRepo({ ".gitattributes": attributes, "a.txt": "1\n" });
    repo.git("config", "core.autocrlf", config);
    await repo.write({ "a.txt": "1\r\n2\r\n", "b.txt": "1\r\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt", "b.txt"]));

    expect(repo.git("cat-file", "-s", "main:a.txt")).toBe("4");
    expect(repo.git("cat-file", "-s", "main:b.txt")).toBe("2");
    expect(await readFile(join(repo.root, "a.txt"), "utf8")).toBe("1\r\n2\r\n");
    expect(status(repo)).toBe("");
  });

  test("a file committed with CRLF keeps them under core.autocrlf, as git keeps them", async () => {
    const repo = await tempRepo({ "a.txt": "1\r\n" });
    repo.git("config", "core.autocrlf", "true");
    await repo.write({ "a.txt": "1\r\n2\r\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(repo.git("cat-file", "-s", "main:a.txt")).toBe("6");
    expect(status(repo)).toBe("");
  });

  test("a clean filter is applied, and a required one that fails is told in its own words", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.up filter=up\n*.bad filter=bad\n" });
    repo.git("config", "filter.up.clean", 'tr a-z A-Z; echo "$LC_ALL"');
    repo.git("config", "filter.bad.clean", "false");
    repo.git("config", "filter.bad.required", "true");
    await repo.write({ "a.up": "hello\n", "b.bad": "x\n" });
    const { commits } = await openGit(repo.root, { ...process.env, LC_ALL: "C.UTF-8" });

    await commits.commitFiles(orderFor(repo, ["a.up"]));
    expect(repo.git("show", "main:a.up")).toBe("HELLO\nC.UTF-8"); // a filter sees the user's locale

    await expect(commits.commitFiles(orderFor(repo, ["b.bad"]))).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("clean filter 'bad' failed"),
    });
  });
});

describe("a step is committed once", () => {
  test("a second call returns the first commit, also when the user has gone on", async () => {
    const repo = await tempRepo();
    const commits = await open(repo);
    await repo.write({ "a.txt": "1\n" });
    const request = orderFor(repo, ["a.txt"]);
    const first = await commits.commitFiles(request);
    repo.git("commit", "--quiet", "--allow-empty", "-m", "the user's");
    await repo.write({ "a.txt": "2\n" });

    expect(await commits.commitFiles(request)).toEqual(first);
    expect(await commits.commitWithHooks(request)).toEqual(first);
    expect(await commits.findStep(request)).toBe(first.sha);
    expect(status(repo)).toBe(" M a.txt");
  });

  test("only the whole name of the step counts, and only above the given commit", async () => {
    const repo = await tempRepo();
    const commits = await open(repo);
    const since = repo.git("rev-parse", "HEAD");
    repo.git("commit", "--quiet", "--allow-empty", "-m", "x\n\nIflow-Step: implement/1/1/fixer/10");
    repo.git("commit", "--quiet", "--allow-empty", "-m", "see Iflow-Step: implement/1/1/fixer/1");
    const above = { branch: "main", since };

    expect(await commits.findStep({ ...above, step: "implement/1/1/fixer/1" })).toBeUndefined();
    expect(await commits.findStep({ ...above, step: "implement/1/1/fixer/10" })).toBe(repo.git("rev-parse", "HEAD~1"));
    expect(await commits.findStep({ ...above, since: "HEAD~1", step: "implement/1/1/fixer/10" })).toBeUndefined();
    expect(await commits.findStep({ ...above, branch: "nowhere", step: "x" })).toBeUndefined();
  });

  test("a step is found when a hook wrote more text below the trailer", async () => {
    const repo = await tempRepo();
    const since = repo.git("rev-parse", "HEAD");
    repo.git("commit", "--quiet", "--allow-empty", "-m", "x\n\nIflow-Step: s\n\nSee ticket 12.");

    expect(await (await open(repo)).findStep({ branch: "main", since, step: "s" })).toBe(repo.git("rev-parse", "HEAD"));
  });

  test("a step that a merge brought in from another branch does not count", async () => {
    const repo = await tempRepo();
    const since = repo.git("rev-parse", "HEAD");
    repo.git("switch", "--quiet", "-c", "other");
    repo.git("commit", "--quiet", "--allow-empty", "-m", "x\n\nIflow-Step: specify/1/0/draft");
    repo.git("switch", "--quiet", "main");
    repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "other");
    await repo.write({ "a.txt": "1\n" });

    const result = await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"], { since }));

    expect(changesOf(repo, result.sha)).toEqual(["A a.txt"]);
  });

  test("an unknown lower end is an error, not an empty search", async () => {
    const commits = await open(await tempRepo());
    const since = "1234567890123456789012345678901234567890";

    await expect(commits.findStep({ branch: "main", since, step: "s" })).rejects.toMatchObject({ code: "git-failed" });
  });
});

describe("when the repository is not as expected", () => {
  test("HEAD on another branch, detached or unborn stops with the way back", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const commits = await open(repo);
    const request = orderFor(repo, ["a.txt"]);
    await repo.write({ "a.txt": "2\n" });

    repo.git("switch", "--quiet", "-c", "other");
    const wrongBranch = { code: "repository-state", message: expect.stringContaining("other"), fix: "git switch main" };
    await expect(commits.commitFiles(request)).rejects.toMatchObject(wrongBranch);
    await expect(commits.commitWithHooks(request)).rejects.toMatchObject(wrongBranch);
    repo.git("switch", "--quiet", "--detach");
    await expect(commits.commitFiles(request)).rejects.toMatchObject({
      code: "repository-state",
      fix: "git switch main",
    });
    repo.git("symbolic-ref", "HEAD", "refs/heads/unborn");
    await expect(commits.commitFiles({ ...request, branch: "unborn" })).rejects.toMatchObject({
      code: "repository-state",
      fix: expect.stringContaining("git commit --allow-empty"),
    });
    expect(repo.git("rev-parse", "main")).toBe(request.since);
  });

  test("an unfinished merge stops with the way out", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    repo.git("switch", "--quiet", "-c", "other");
    repo.git("commit", "--quiet", "--allow-empty", "-m", "theirs");
    repo.git("switch", "--quiet", "main");
    repo.git("merge", "--quiet", "--no-ff", "--no-commit", "other");
    await repo.write({ "a.txt": "2\n" });

    await expect((await open(repo)).commitFiles(orderFor(repo, ["a.txt"]))).rejects.toMatchObject({
      code: "repository-state",
      fix: expect.stringContaining("git merge --continue"),
    });
  });

  test("a branch that moves meanwhile is noticed and not overwritten", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.slow filter=slow\n" });
    const request = orderFor(repo, ["a.slow"]);
    const foreign = repo.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "foreign");
    repo.git("config", "filter.slow.clean", `git update-ref refs/heads/main ${foreign}; cat`);
    await repo.write({ "a.slow": "x\n" });
    const index = await readFile(join(repo.root, ".git/index"));

    await expect((await open(repo)).commitFiles(request)).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("The branch main moved"),
    });
    expect(repo.git("rev-parse", "main")).toBe(foreign);
    expect(await readFile(join(repo.root, ".git/index"))).toEqual(index);
  });

  test("a locked branch is told in git's words", async () => {
    const repo = await tempRepo();
    await writeFiles(repo.root, { ".git/refs/heads/main.lock": "", "a.txt": "a\n" });

    await expect((await open(repo)).commitFiles(orderFor(repo, ["a.txt"]))).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("main.lock"),
      fix: expect.stringContaining("lock file"),
    });
  });

  test("with a locked index the commit stands, and the next call brings the index up to date", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "gone.txt": "1\n" });
    const commits = await open(repo);
    const request = orderFor(repo, ["a.txt", "new.txt", "gone.txt"]);
    await repo.write({ "a.txt": "2\n", "new.txt": "2\n", ".git/index.lock": "" });
    await unlink(join(repo.root, "gone.txt"));
    const index = await readFile(join(repo.root, ".git/index"));

    await expect(commits.commitFiles(request)).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("was made, but the index"),
      fix: expect.stringContaining("index.lock"),
    });
    expect(changesOf(repo, "main")).toEqual(["M a.txt", "D gone.txt", "A new.txt"]);
    expect(await readFile(join(repo.root, ".git/index"))).toEqual(index);

    await unlink(join(repo.root, ".git/index.lock"));
    expect(await commits.commitFiles(request)).toEqual({ status: "committed", sha: repo.git("rev-parse", "main") });
    expect(status(repo)).toBe("");
  });

  test("bringing the index up to date later leaves alone what was staged since", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "b.txt": "1\n" });
    const commits = await open(repo);
    const request = orderFor(repo, ["a.txt", "b.txt"]);
    await repo.write({ "a.txt": "2\n", "b.txt": "2\n", ".git/index.lock": "" });
    await expect(commits.commitFiles(request)).rejects.toThrow();
    await unlink(join(repo.root, ".git/index.lock"));
    await repo.write({ "a.txt": "3\n" });
    repo.git("add", "a.txt");

    await commits.commitFiles(request);

    expect(status(repo)).toBe("M  a.txt");
    expect(repo.git("show", ":a.txt")).toBe("3");
  });

  test("F10: a flipped bit in what the index owes is named with its file, before anything is committed", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const commits = await open(repo);
    const request = orderFor(repo, ["a.txt"]);
    await repo.write({ "a.txt": "2\n", ".git/index.lock": "" });
    await expect(commits.commitFiles(request)).rejects.toThrow("was made, but the index");
    await unlink(join(repo.root, ".git/index.lock"));
    await repo.write({ "a.txt": "3\n" });
    const [head, path] = [repo.git("rev-parse", "main"), join(repo.root, ".git/iflow/stale-index.json")];
    const whole = await readFile(path);

    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await writeFile(path, flipped);
      const named = { code: "journal-corrupt", message: expect.stringContaining(path) };
      await expect(commits.settleIndex(), `bit ${bit}`).rejects.toMatchObject(named);
    }
    await expect(commits.commitFiles(orderFor(repo, ["a.txt"], { step: "specify/1/1/draft" }))).rejects.toThrow(path);
    expect(repo.git("rev-parse", "main")).toBe(head);

    await writeFile(path, JSON.stringify(JSON.parse(whole.toString()).debts)); // as an earlier version wrote it
    expect(await commits.settleIndex()).toEqual(["a.txt"]);
    expect(status(repo)).toBe(" M a.txt");
  });

  test("a lock that goes away is waited for", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await repo.write({ "a.txt": "2\n", ".git/index.lock": "" });
    const release = `while [ "$(git rev-parse main)" = ${repo.git("rev-parse", "main")} ]; do :; done; sleep 0.1; rm .git/index.lock`;
    const other = spawn("sh", ["-c", release], { cwd: repo.root });

    const result = await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(result.status).toBe("committed");
    expect(status(repo)).toBe("");
    other.kill();
  });

  test("a branch that is locked for a moment is waited for", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await repo.write({ "a.txt": "2\n", ".git/refs/heads/main.lock": "" });
    const other = spawn("sh", ["-c", "sleep 0.5; rm .git/refs/heads/main.lock"], { cwd: repo.root });

    const result = await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(result.status).toBe("committed");
    expect(status(repo)).toBe("");
    other.kill();
  });

  test("without a name in git's config the remedy is named and nothing is committed", async () => {
    const repo = await tempRepo();
    repo.git("config", "--unset", "user.name");
    repo.git("config", "--unset", "user.email");
    repo.git("config", "user.useConfigOnly", "true");
    await repo.write({ "a.txt": "a\n" });
    const request = orderFor(repo, ["a.txt"]);
    const commits = await open(repo);

    for (const commit of [() => commits.commitFiles(request), () => commits.commitWithHooks(request)]) {
      await expect(commit()).rejects.toMatchObject({
        code: "git-failed",
        message: expect.stringContaining("does not know who you are"),
        fix: expect.stringContaining("git config user.name"),
      });
    }
    expect(repo.git("rev-parse", "main")).toBe(request.since);
  });

  test("paths that are not files of this checkout are refused", async () => {
    const repo = await tempRepo({ "folder/a.txt": "1\n" });
    const outside = await tempFolder();
    await writeFiles(outside, { "secret.txt": "s\n" });
    await symlink(outside, join(repo.root, "link"));
    await mkdir(join(repo.root, "empty"));
    execFileSync("git", ["init", "--quiet", "nested"], { cwd: repo.root });
    await repo.write({ "nested/x.txt": "x\n" });
    const commits = await open(repo);

    for (const path of ["link/secret.txt", "folder", "empty", "nested", "nested/x.txt", "../x", ".git/config", "/x"]) {
      await expect(commits.commitFiles(orderFor(repo, [path])), path).rejects.toMatchObject({ code: "path-refused" });
    }
    expect(repo.git("log", "--oneline").split("\n")).toHaveLength(1);
  });
});

describe("unusual repositories", () => {
  test("no hook runs and nothing is signed", async () => {
    const repo = await tempRepo();
    repo.git("config", "commit.gpgsign", "true");
    repo.git("config", "gpg.program", "/bin/false");
    for (const name of ["pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change"]) {
      await writeFiles(repo.root, {
        [`.git/hooks/${name}`]: `#!/bin/sh\necho ${name} >> "${repo.root}/ran"\nexit 1\n`,
      });
      await chmod(join(repo.root, ".git/hooks", name), 0o755);
    }
    await repo.write({ "a.txt": "a\n" });

    const result = await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"]));

    expect(result.status).toBe("committed");
    expect(await readdir(repo.root)).not.toContain("ran");
  });

  test("a linked worktree commits to its own branch and its own index", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const place = join(await tempFolder(), "work");
    repo.git("worktree", "add", "--quiet", "-b", "side", place);
    await writeFiles(place, { "a.txt": "2\n" });
    const main = repo.git("rev-parse", "main");

    await (await open({ root: place })).commitFiles(orderFor(repo, ["a.txt"], { branch: "side" }));

    expect(repo.git("show", "side:a.txt")).toBe("2");
    expect(repo.git("rev-parse", "main")).toBe(main);
    expect(repo.git("-C", place, "status", "--porcelain")).toBe("");
    expect(status(repo)).toBe("");
  });

  test("a shallow clone, from its oldest commit on", async () => {
    const origin = await tempRepo({ "a.txt": "1\n" });
    origin.git("commit", "--quiet", "--allow-empty", "-m", "second");
    const root = join(await tempFolder(), "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${origin.root}`, root], { stdio: "pipe" });
    const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trimEnd();
    git("config", "user.name", "iflow test");
    git("config", "user.email", "test@iflow.invalid");
    await writeFiles(root, { "a.txt": "2\n" });
    const request = orderFor({ git }, ["a.txt"]);
    const commits = await open({ root });

    const result = await commits.commitFiles(request);

    expect(git("show", "main:a.txt")).toBe("2");
    expect(await commits.commitFiles(request)).toEqual(result);
  });

  test("a sha256 repository", async () => {
    const root = await tempFolder();
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd();
    git("init", "--quiet", "-b", "main", "--object-format=sha256");
    git("config", "user.name", "iflow test");
    git("config", "user.email", "test@iflow.invalid");
    await writeFiles(root, { "gone.txt": "1\n" });
    git("add", "gone.txt");
    git("commit", "--quiet", "-m", "start");
    await unlink(join(root, "gone.txt"));
    await writeFiles(root, { "a.txt": "a\n" });

    const { sha } = await (await open({ root })).commitFiles(orderFor({ git }, ["a.txt", "gone.txt"]));

    expect(sha).toHaveLength(64);
    expect(git("ls-tree", "--name-only", "main")).toBe("a.txt");
    expect(git("status", "--porcelain")).toBe("");
  });

  test("submodules stay as they are unless named, and nothing inside one is committed", async () => {
    const inner = await tempRepo({ "x.txt": "1\n" });
    const repo = await tempRepo({ "a.txt": "1\n" });
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "sub");
    repo.git("commit", "--quiet", "-m", "submodule");
    repo.git(
      "-C",
      "sub",
      "-c",
      "user.name=a",
      "-c",
      "user.email=b",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "inner",
    );
    await repo.write({ "a.txt": "2\n", "sub/x.txt": "2\n" });
    const commits = await open(repo);

    await commits.commitFiles(orderFor(repo, ["a.txt"], { step: "one" }));
    expect(changesOf(repo, "main")).toEqual(["M a.txt"]);
    await expect(commits.commitFiles(orderFor(repo, ["sub/x.txt"]))).rejects.toMatchObject({ code: "path-refused" });
    await commits.commitFiles(orderFor(repo, ["sub"], { step: "two" }));
    expect(changesOf(repo, "main")).toEqual(["M sub"]);
    expect(repo.git("rev-parse", "main:sub")).toBe(repo.git("-C", "sub", "rev-parse", "HEAD"));
  });

  test("a file written into a submodule that is not checked out does not replace it", async () => {
    const repo = await tempRepo();
    repo.git("update-index", "--add", "--cacheinfo", `160000,${repo.git("rev-parse", "HEAD")},sub`);
    repo.git("commit", "--quiet", "-m", "submodule");
    await repo.write({ "sub/x.txt": "x\n" });

    await expect((await open(repo)).commitFiles(orderFor(repo, ["sub/x.txt"]))).rejects.toMatchObject({
      code: "path-refused",
      message: expect.stringContaining("another repository"),
    });
  });

  test("a file that a sparse checkout left out is not taken for removed", async () => {
    const repo = await tempRepo({ "in/a.txt": "1\n", "out/b.txt": "1\n" });
    repo.git("sparse-checkout", "set", "in");
    await repo.write({ "in/a.txt": "2\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["in/a.txt", "out/b.txt"]));

    expect(changesOf(repo, "main")).toEqual(["M in/a.txt"]);
    expect(status(repo)).toBe("");
  });

  test("a split index, and a config that stores messages in another encoding", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    repo.git("config", "core.splitIndex", "true");
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1");
    repo.git("update-index", "--split-index");
    await repo.write({ "a.txt": "2\n" });

    await (await open(repo)).commitFiles(orderFor(repo, ["a.txt"], { message: "grün" }));

    expect(repo.git("-c", "i18n.logOutputEncoding=UTF-8", "log", "-1", "--format=%s")).toBe("grün");
    expect(status(repo)).toBe("");
  });

  test("more paths than fit on one command line", async () => {
    const repo = await tempRepo();
    const paths = Array.from({ length: 300 }, (_, n) => `folder/with a rather long name/${n}-${"x".repeat(200)}.txt`);
    await mkdir(join(repo.root, "folder/with a rather long name"), { recursive: true });
    await Promise.all(paths.map((path) => writeFile(join(repo.root, path), path)));

    await (await open(repo)).commitFiles(orderFor(repo, paths));

    expect(repo.git("ls-tree", "-r", "--name-only", "main").split("\n")).toHaveLength(301);
    expect(status(repo)).toBe("");
  });
});

describe("a commit of a text on a branch that is not checked out", () => {
  const order = (repo: TempRepo, more: object = {}) => ({
    branch: "other",
    path: "docs/[x]/a.txt",
    text: "new ü\n",
    message: "iflow: abandon x",
    step: "abandon/001-x",
    since: repo.git("rev-parse", "other"),
    ...more,
  });

  test("changes that file alone and touches neither HEAD, index nor files", async () => {
    const repo = await tempRepo({ "docs/[x]/a.txt": "old\n", "b.txt": "b\n" });
    repo.git("branch", "other");
    await repo.write({ "b.txt": "mine\n", "staged.txt": "s\n" });
    repo.git("add", "staged.txt");
    const before = [status(repo), repo.git("rev-parse", "HEAD")];

    const result = await (await open(repo)).commitText(order(repo));

    expect(result).toEqual({ status: "committed", sha: repo.git("rev-parse", "other") });
    expect(changesOf(repo, "other")).toEqual(["M docs/[x]/a.txt"]);
    expect(repo.git("show", "other:docs/[x]/a.txt")).toBe("new ü");
    expect(repo.git("log", "-1", "--format=%B", "other")).toBe("iflow: abandon x\n\nIflow-Step: abandon/001-x");
    expect([status(repo), repo.git("rev-parse", "HEAD")]).toEqual(before);
  });

  test("is made once for a step, and not at all when nothing would change", async () => {
    const repo = await tempRepo({ "docs/[x]/a.txt": "old\n" });
    repo.git("branch", "other");
    const commits = await open(repo);
    const first = order(repo);
    const made = await commits.commitText(first);

    expect(await commits.commitText(first)).toEqual(made);
    const sha = repo.git("rev-parse", "other");
    expect(await commits.commitText(order(repo, { step: "another" }))).toEqual({ status: "no-change", sha });
  });

  test("is refused where a working tree has the branch, and where there is none", async () => {
    const repo = await tempRepo();
    const tree = join(await tempFolder(), "tree");
    repo.git("worktree", "add", "--quiet", "-b", "other", tree);
    const commits = await open(repo);

    await expect(commits.commitText(order(repo))).rejects.toMatchObject({
      code: "repository-state",
      message: `other is checked out in ${tree}`,
    });
    await expect(commits.commitText(order(repo, { branch: "main" }))).rejects.toThrow("main is checked out");
    await expect(commits.commitText(order(repo, { branch: "nowhere" }))).rejects.toMatchObject({
      code: "repository-state",
    });
  });
});
