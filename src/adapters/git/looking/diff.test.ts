import { chmod, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepo, tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

async function diffOfLast(repo: TempRepo, paths: string[], form?: "compact") {
  const { commits } = await openGit(repo.root, process.env);
  return commits.diff("HEAD~1", "HEAD", paths, form);
}

function commitAll(repo: TempRepo): void {
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "-m", "next");
}

describe("a diff for reading", () => {
  test("has stat, patch and counts of the given files only", async () => {
    const repo = await tempRepo({ "a.txt": "1\n2\n", "b.txt": "1\n", "gone.txt": "1\n" });
    await repo.write({ "a.txt": "1\nzwei ü\n3\n", "b.txt": "other\n" });
    await unlink(join(repo.root, "gone.txt"));
    commitAll(repo);

    expect(await diffOfLast(repo, ["gone.txt", "a.txt"])).toMatchInlineSnapshot(`
      {
        "added": 2,
        "patch": "diff --git a/a.txt b/a.txt
      index 1191247b6d9a206f6ba3d8ac79e26d041dd86941..e1d165fc350afd992578efeb3d1d216774cd93f1 100644
      --- a/a.txt
      +++ b/a.txt
      @@ -1,2 +1,3 @@
       1
      -2
      +zwei ü
      +3
      diff --git a/gone.txt b/gone.txt
      deleted file mode 100644
      index d00491fd7e5bb6fa28c517a0bb32b8b506539d4d..0000000000000000000000000000000000000000
      --- a/gone.txt
      +++ /dev/null
      @@ -1 +0,0 @@
      -1
      ",
        "removed": 2,
        "stat": "a.txt | +2 -1
      gone.txt | +0 -1
      2 files changed, +2 -2
      ",
      }
    `);
  });

  test("in compact form: changed words of documents below their headings, little around changed code", async () => {
    const lines = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    const spec =
      "# Spec\n\nA login is answered at most five times a minute.\n\n## Scope\n\nOnly logins are counted, nothing else.\n";
    const repo = await tempRepo({ "a.mjs": lines, "spec.md": spec, "gone.md": spec, "mode.md": spec });
    await repo.write({
      "a.mjs": lines.replace("four", "4"),
      "spec.md": spec.replace("five", "six").replace("logins", "tries"),
    });
    await unlink(join(repo.root, "gone.md"));
    await chmod(join(repo.root, "mode.md"), 0o755);
    commitAll(repo);

    const { patch } = await diffOfLast(repo, ["spec.md", "a.mjs", "gone.md", "mode.md"], "compact");

    expect(patch).toContain("--- a/a.mjs\n+++ b/a.mjs\n@@ -3,3 +3,3 @@ two\n three\n-four\n+4\n five\n");
    expect(patch).toContain(
      "@@ 3 # Spec\nA login is answered at most [-five-]{+six+} times a minute.\n@@ 7 ## Scope\n",
    );
    expect(patch).toContain("deleted file mode 100644\n");
    expect(patch).toContain("old mode 100644\nnew mode 100755\n");
    expect(patch.length).toBeLessThan(
      (await diffOfLast(repo, ["spec.md", "a.mjs", "gone.md", "mode.md"])).patch.length,
    );
  });

  test("no paths means no files, not all of them", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    await repo.write({ "a.txt": "2\n" });
    commitAll(repo);

    expect(await diffOfLast(repo, [])).toEqual({ stat: "", patch: "", added: 0, removed: 0 });
  });

  test("binary and lock files stand in the stat only", async () => {
    const locks = ["package-lock.json", "yarn.lock", "web/pnpm-lock.yaml", "Cargo.lock", "poetry.lock", "go.sum"];
    const more = ["composer.lock", "Gemfile.lock", "flake.lock", "npm-shrinkwrap.json"];
    const paths = [...locks, ...more, "logo.bin", "marked.min.js", "src/lock.ts"];
    const repo = await tempRepo({ ".gitattributes": "*.min.js -diff\n" });
    await repo.write(Object.fromEntries(paths.map((path) => [path, "x\n"])));
    await writeFile(join(repo.root, "logo.bin"), Buffer.from([0, 1, 2, 0]));
    commitAll(repo);

    const { stat, patch } = await diffOfLast(repo, paths);

    expect(patch.match(/^diff --git .*$/gm)).toEqual(["diff --git a/src/lock.ts b/src/lock.ts"]);
    for (const path of [...locks, ...more]) expect(stat).toContain(`${path} | +1 -0 (lock file, not shown)\n`);
    expect(stat).toContain("logo.bin | binary\n");
    expect(stat).toContain("marked.min.js | binary\n");
    expect(stat).toContain("src/lock.ts | +1 -0\n");
  });

  test("a rename is shown as two whole files, a changed mode as such", async () => {
    const repo = await tempRepo({ "old.txt": "1\n2\n3\n", "run.sh": "1\n" });
    repo.git("config", "diff.renames", "true");
    repo.git("mv", "old.txt", "new.txt");
    await chmod(join(repo.root, "run.sh"), 0o755);
    commitAll(repo);

    const { stat, patch } = await diffOfLast(repo, ["old.txt", "new.txt", "run.sh"]);

    expect(stat).toBe("new.txt | +3 -0\nold.txt | +0 -3\nrun.sh | +0 -0\n3 files changed, +3 -3\n");
    expect(patch).toContain("+++ b/new.txt");
    expect(patch).toContain("--- a/old.txt");
    expect(patch).toContain("new mode 100755");
  });

  test("the user's diff settings do not change it", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.txt diff=odd\n", "a.txt": "1\n" });
    await repo.write({ "a.txt": "2\n" });
    commitAll(repo);
    const plain = await diffOfLast(repo, ["a.txt"]);
    for (const setting of ["diff.noprefix true", "color.ui always", "diff.odd.textconv false", "diff.external false"]) {
      repo.git("config", ...setting.split(" "));
    }
    repo.git("config", "diff.odd.command", "false");
    repo.git("config", "diff.context", "0");

    expect(await diffOfLast(repo, ["a.txt"])).toEqual(plain);
  });

  test("odd and very long names are whole; one with a newline stays on its line", async () => {
    const long = `${"very-long-folder-name/".repeat(8)}file.txt`;
    const odd = ["app/[id]/page.tsx", "ü b.md", "-dash", ":(glob)x", "tab\tname", "new\nline"];
    const repo = await tempRepo({ "app/i/page.tsx": "1\n" });
    await repo.write(Object.fromEntries([...odd, long, "app/i/page.tsx"].map((path) => [path, "2\n"])));
    commitAll(repo);

    const { stat, patch } = await diffOfLast(repo, [...odd, long]);

    const names = stat.split("\n").flatMap((line) => line.match(/^(.+) \| /)?.[1] ?? []);
    const expected = ["-dash", ":(glob)x", "app/[id]/page.tsx", '"new\\nline"', '"tab\\tname"', long, "ü b.md"];
    expect(names).toEqual(expected);
    expect(patch).toContain("+++ b/ü b.md");
  });

  test("an unknown revision is an error", async () => {
    const { commits } = await openGit((await tempRepo()).root, process.env);

    await expect(commits.diff("nowhere", "HEAD", ["a"])).rejects.toMatchObject({ code: "git-failed" });
  });
});
