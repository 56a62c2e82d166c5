import { chmod, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempRepo } from "../../../../test/support/temp-repo.ts";
import type { CommitRequest } from "../../../ports/git/repository.ts";
import { openGit } from "../open-repository.ts";

async function open(repo: TempRepo, env: NodeJS.ProcessEnv = {}) {
  return (await openGit(repo.root, { ...process.env, ...env })).commits;
}

function orderFor(repo: TempRepo, paths: string[], more: Partial<CommitRequest> = {}): CommitRequest {
  const since = repo.git("rev-parse", "HEAD");
  return { branch: "main", paths, message: "phase(specify): x - approved", step: "specify/1/complete", since, ...more };
}

async function addHook(repo: TempRepo, name: string, script: string): Promise<void> {
  await repo.write({ [`.git/hooks/${name}`]: `#!/bin/sh\n${script}\n` });
  await chmod(join(repo.root, ".git/hooks", name), 0o755);
}

function status(repo: TempRepo): string {
  return repo.git("status", "--porcelain", "--untracked-files=all");
}

function filesOf(repo: TempRepo, revision: string): string {
  return repo.git("diff-tree", "-r", "--no-renames", "--name-status", `${revision}^`, revision).replaceAll("\t", " ");
}

describe("a commit with the user's hooks", () => {
  test("runs them and holds exactly the named files", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "gone.txt": "1\n", "staged.txt": "1\n", ".gitignore": "ignored*\n" });
    await addHook(repo, "pre-commit", "git diff --cached --name-only > seen.txt");
    await addHook(repo, "commit-msg", 'echo "Checked: yes" >> "$1"');
    await repo.write({
      "a.txt": "2\n",
      "new [x].txt": "2\n",
      "ignored.txt": "2\n",
      "staged.txt": "2\n",
      "stray.txt": "2\n",
    });
    await unlink(join(repo.root, "gone.txt"));
    repo.git("add", "staged.txt");

    const paths = ["a.txt", "gone.txt", "new [x].txt", "ignored.txt", "never-there.txt"];
    const result = await (await open(repo)).commitWithHooks(orderFor(repo, paths));

    expect(result).toEqual({ status: "committed", sha: repo.git("rev-parse", "main") });
    expect(filesOf(repo, "main")).toBe("M a.txt\nD gone.txt\nA ignored.txt\nA new [x].txt");
    expect(await readFile(join(repo.root, "seen.txt"), "utf8")).toBe("a.txt\ngone.txt\nignored.txt\nnew [x].txt\n");
    expect(repo.git("log", "-1", "--format=%(trailers:only)")).toBe("Iflow-Step: specify/1/complete\nChecked: yes");
    expect(status(repo)).toBe("M  staged.txt\n?? seen.txt\n?? stray.txt");
  });

  test("keeps lines that look like comments in the message, whatever the user's cleanup is", async () => {
    const repo = await tempRepo();
    repo.git("config", "commit.cleanup", "strip");
    await repo.write({ "a.txt": "a\n" });

    await (await open(repo)).commitWithHooks(orderFor(repo, ["a.txt"], { message: "title\n\n# kept" }));

    expect(repo.git("log", "-1", "--format=%B")).toBe("title\n\n# kept\n\nIflow-Step: specify/1/complete");
  });

  test.each(["pre-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"])(
    "a %s hook that says no is a result, and the index is as it was",
    async (hook) => {
      const repo = await tempRepo({ "a.txt": "1\n", "half.txt": "1\n" });
      await repo.write({ "a.txt": "2\n", "new.txt": "2\n", "half.txt": "2\n", "staged-new.txt": "2\n" });
      repo.git("add", "half.txt", "staged-new.txt");
      await repo.write({ "half.txt": "3\n" });
      const before = status(repo);
      const request = orderFor(repo, ["a.txt", "new.txt", "half.txt", "staged-new.txt"]);
      await addHook(repo, hook, "echo to stdout; echo 'lint: a.txt is ugly' >&2; exit 1");
      const index = await readFile(join(repo.root, ".git/index"));

      const result = await (await open(repo)).commitWithHooks(request);

      expect(result).toMatchObject({ status: "refused", output: expect.stringContaining("lint: a.txt is ugly") });
      expect(result).toMatchObject({ output: expect.stringContaining("to stdout") });
      expect(await readFile(join(repo.root, ".git/index"))).toEqual(index);
      expect(status(repo)).toBe(before);
      expect(repo.git("rev-parse", "main")).toBe(request.since);
      expect(await readdir(join(repo.root, ".git/iflow"))).toEqual([]);
    },
  );

  test("of a long refusal the end is kept, 4000 characters at most", async () => {
    const repo = await tempRepo();
    await addHook(repo, "pre-commit", "seq 1 5000; echo the end; exit 1");
    await repo.write({ "a.txt": "a\n" });

    const result = await (await open(repo)).commitWithHooks(orderFor(repo, ["a.txt"]));

    const output = "output" in result ? result.output : "";
    expect(output).toHaveLength(4000);
    expect(output).toMatch(/^….*the end$/s);
  });

  test("a hook may change and add files; afterwards all of them are clean", async () => {
    const repo = await tempRepo({ "a.txt": "1\n", "CHANGELOG.md": "old\n", "staged.txt": "1\n" });
    await repo.write({ "a.txt": "ugly\n", "staged.txt": "2\n" });
    repo.git("add", "staged.txt");
    await addHook(repo, "pre-commit", "echo pretty > a.txt; echo new > CHANGELOG.md; git add a.txt CHANGELOG.md");

    await (await open(repo)).commitWithHooks(orderFor(repo, ["a.txt"]));

    expect(filesOf(repo, "main")).toBe("M CHANGELOG.md\nM a.txt");
    expect(repo.git("show", "main:a.txt")).toBe("pretty");
    expect(status(repo)).toBe("M  staged.txt");
  });

  test("a hook sees the user's locale and may use patterns", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await repo.write({ "a.txt": "2\n" });
    await addHook(repo, "pre-commit", 'echo "$LC_ALL" > locale.log; git ls-files ":(glob)*.txt" > files.log');

    await (await open(repo, { LC_ALL: "C.UTF-8" })).commitWithHooks(orderFor(repo, ["a.txt"]));

    expect(await readFile(join(repo.root, "locale.log"), "utf8")).toBe("C.UTF-8\n");
    expect(await readFile(join(repo.root, "files.log"), "utf8")).toBe("a.txt\n");
  });

  test("no change runs no hook", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await addHook(repo, "pre-commit", "exit 1");

    const result = await (await open(repo)).commitWithHooks(orderFor(repo, ["a.txt"]));

    expect(result).toEqual({ status: "no-change", sha: repo.git("rev-parse", "main") });
  });

  test("it is signed as the user's config says; a signature that fails is an error", async () => {
    const repo = await tempRepo();
    const signer = join(repo.root, ".git/signer");
    await repo.write({
      "a.txt": "a\n",
      ".git/signer": "#!/bin/sh\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signature\n",
    });
    await chmod(signer, 0o755);
    repo.git("config", "commit.gpgsign", "true");
    repo.git("config", "gpg.program", signer);
    const commits = await open(repo);

    await commits.commitWithHooks(orderFor(repo, ["a.txt"]));
    expect(repo.git("cat-file", "commit", "main")).toContain("gpgsig signature");

    repo.git("config", "gpg.program", "/bin/false");
    await repo.write({ "a.txt": "b\n" });
    await expect(commits.commitWithHooks(orderFor(repo, ["a.txt"], { step: "next" }))).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("gpg failed to sign"),
    });
  });

  test("a branch that another process moves at the last moment is reported", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.slow filter=slow\n" });
    const request = orderFor(repo, ["a.slow"]);
    const foreign = repo.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "foreign");
    repo.git("config", "filter.slow.clean", `git update-ref refs/heads/main ${foreign}; cat`);
    await repo.write({ "a.slow": "x\n" });

    await expect((await open(repo)).commitWithHooks(request)).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("The branch moved"),
    });
  });
});
