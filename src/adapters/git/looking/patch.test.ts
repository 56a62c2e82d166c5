import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a patch between two snapshots", () => {
  test("taken away and applied again gives the same files, byte for byte", async () => {
    const start = { "a.txt": "1\n", "gone.txt": "1\n", "app/[id]/p.tsx": "1\n", "crlf.txt": "1\r\n", "no-end": "1" };
    const repo = await tempRepo({ ...start, "other.txt": "1\n" });
    await writeFile(join(repo.root, "old.c"), latin1("grün\n"));
    repo.git("add", "old.c");
    repo.git("commit", "--quiet", "-m", "old");
    const { snapshots } = await openGit(repo.root, process.env);
    const before = await snapshots.take();
    await repo.write({
      "a.txt": "2 ü\n",
      "new\nline ü": "n\n",
      "app/[id]/p.tsx": "2\n",
      "crlf.txt": "2\r\n",
      "no-end": "2",
    });
    await repo.write({ "other.txt": "2\n" });
    await writeFile(join(repo.root, "b.bin"), Buffer.from([0, 255, 1, 254, 0]));
    await writeFile(join(repo.root, "old.c"), latin1("grün und blöd\n"));
    await rm(join(repo.root, "gone.txt"));
    const paths = [...Object.keys(start), "new\nline ü", "b.bin", "old.c"];
    const after = await snapshots.take();

    const patch = await snapshots.patch(before.tree, after.tree, paths);
    repo.git("--literal-pathspecs", "checkout", "--quiet", "HEAD", "--", ...Object.keys(start), "old.c", "other.txt");
    await rm(join(repo.root, "new\nline ü"));
    await rm(join(repo.root, "b.bin"));
    expect((await snapshots.take()).tree).toBe(before.tree);
    execFileSync("git", ["apply"], { cwd: repo.root, input: patch });
    await repo.write({ "other.txt": "2\n" });

    expect((await snapshots.take()).tree).toBe(after.tree);
    expect(await readFile(join(repo.root, "old.c"))).toEqual(latin1("grün und blöd\n"));
    expect(patch).toContain("+2 ü"); // text stays readable although another file is not UTF-8
    expect(patch).not.toContain("other.txt");
  });

  test("of no paths is empty", async () => {
    const repo = await tempRepo({ "a.txt": "1\n" });
    const { snapshots } = await openGit(repo.root, process.env);
    const before = await snapshots.take();
    await repo.write({ "a.txt": "2\n" });
    const after = await snapshots.take();

    expect(await snapshots.patch(before.tree, after.tree, [])).toBe("");
    expect(await snapshots.patch(before.tree, after.tree, ["b.txt"])).toBe("");
  });

  test("holds whatever the user's diff settings are", async () => {
    const repo = await tempRepo({ ".gitattributes": "*.txt diff=odd\n", "a.txt": "1\n" });
    for (const setting of [
      "diff.noprefix true",
      "color.ui always",
      "diff.odd.textconv false",
      "diff.odd.command false",
    ]) {
      repo.git("config", ...setting.split(" "));
    }
    const { snapshots } = await openGit(repo.root, process.env);
    const before = await snapshots.take();
    await repo.write({ "a.txt": "2\n" });

    const patch = await snapshots.patch(before.tree, (await snapshots.take()).tree, ["a.txt"]);

    expect(patch).toMatch(/^diff --git a\/a.txt b\/a.txt\nindex [0-9a-f]{40}\.\.[0-9a-f]{40} 100644\n/);
    repo.git("checkout", "--quiet", "--", "a.txt");
    execFileSync("git", ["apply"], { cwd: repo.root, input: patch });
    expect(await readFile(join(repo.root, "a.txt"), "utf8")).toBe("2\n");
  });
});
