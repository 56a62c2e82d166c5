import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, link, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { makerMark } from "../../domain/run/maker-mark.ts";
import type { ErrorCode } from "../../domain/text/errors.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import { placeText } from "./place-text.ts";
import { createWorkingTree } from "./working-tree.ts";

describe("reading", () => {
  it("gives the text of a file byte for byte, also with a byte order mark and Windows line ends", async () => {
    const { root } = await tempRepo({ "a/b.md": "\ufeffeins\r\nzwei ✓" });

    expect(await createWorkingTree(root).read("./a//b.md")).toBe("\ufeffeins\r\nzwei ✓");
  });

  it("gives nothing for a file that is not there, nor for one below a file", async () => {
    const { root } = await tempRepo({ file: "" });
    const tree = createWorkingTree(root);

    expect(await tree.read("missing/too.md")).toBeUndefined();
    expect(await tree.read("file/below.md")).toBeUndefined();
  });

  it("refuses what is no text: other bytes than UTF-8, more than 5 MB, a pipe", async () => {
    const { root } = await tempRepo({ big: "x".repeat(5 * 1024 * 1024 + 1), limit: "x".repeat(5 * 1024 * 1024) });
    await writeFile(join(root, "latin"), Buffer.from([0xe9, 0x74, 0xe9]));
    spawnSync("/bin/sh", ["-c", 'mkfifo "$0"', join(root, "pipe")]);
    const tree = createWorkingTree(root);

    expect((await failure(tree.read("latin"), "path-refused")).message).toContain(
      '"latin" is refused: it is not UTF-8',
    );
    expect((await failure(tree.read("big"), "path-refused")).message).toContain("over 5 MB");
    expect((await failure(tree.read("pipe"), "path-refused")).message).toContain("not a regular file");
    expect(await tree.read("limit")).toHaveLength(5 * 1024 * 1024);
  });
});

describe("two names of one file", () => {
  it("are seen through links of both kinds, and through folders", async () => {
    const { root } = await tempRepo({ "a.json": "{}", "b.json": "{}", "docs/x": "" });
    await symlink("../a.json", join(root, "docs", "soft.json"));
    await link(join(root, "a.json"), join(root, "docs", "hard.json"));
    await symlink("docs", join(root, "way"));
    const tree = createWorkingTree(root);

    for (const name of ["a.json", "./a.json", "docs/soft.json", "docs/hard.json", "way/soft.json"]) {
      expect([name, await tree.isSame(name, "a.json")]).toEqual([name, true]);
    }
    for (const name of ["b.json", "docs", "missing.json"]) expect(await tree.isSame(name, "a.json")).toBe(false);
    expect(await tree.isSame("missing.json", "./missing.json")).toBe(true);
  });
});

describe("a text whose draft cannot lie in git's folder, because that is on another disk", () => {
  it("is written, and what a killed process left beside it is removed; nothing else is", async ({ skip }) => {
    const [folder, drafts] = [await tempFolder(), await mkdtemp("/var/tmp/drafts-")];
    skip((await stat(folder)).dev === (await stat(drafts)).dev, "there is only one disk here");
    const draftOf = (pid: number | undefined) => `.${makerMark(hostname(), pid ?? 0)}${crypto.randomUUID()}.draft`;
    const { pid } = spawnSync("true");
    const mine = [draftOf(process.pid), ".mine.draft", `.${makerMark("elsewhere", pid)}${crypto.randomUUID()}.draft`];
    for (const name of [...mine, draftOf(pid)]) await writeFile(join(folder, name), "half");

    await placeText(join(folder, "spec.md"), "whole", { drafts, replaced: undefined });

    expect(await readFile(join(folder, "spec.md"), "utf8")).toBe("whole");
    expect((await readdir(folder)).sort()).toEqual([...mine, "spec.md"].sort());
    await rm(drafts, { recursive: true });
  });
});

describe("setting aside", () => {
  it.each<[string, (file: string) => Promise<unknown>]>([
    ["a text", (file) => writeFile(file, "text")],
    ["bytes that are no text", (file) => writeFile(file, Buffer.from([0xff, 0xfe]))],
    ["a link that leads out", (file) => symlink("/etc/passwd", file)],
    ["a folder", (file) => mkdir(file)],
  ])("moves %s as it is, also to another disk", async (_, make) => {
    for (const to of [await tempFolder(), await mkdtemp(join(tmpdir(), "aside-"))]) {
      const { root } = await tempRepo();
      await make(join(root, "it"));
      const was = await lstat(join(root, "it"));
      const tree = createWorkingTree(root);
      expect(await tree.isThere("it")).toBe(true);

      expect(await tree.setAside("it", join(to, "kept", "it"))).toBe(true);

      expect(await tree.isThere("it")).toBe(false);
      const now = await lstat(join(to, "kept", "it"));
      expect([now.isFile(), now.isSymbolicLink(), now.isDirectory()]).toEqual([
        ...[was.isFile(), was.isSymbolicLink(), was.isDirectory()],
      ]);
      await rm(to, { recursive: true });
    }
  });

  it("says when there is nothing", async () => {
    const { root } = await tempRepo();
    expect(await createWorkingTree(root).setAside("it", join(root, "x"))).toBe(false);
  });
});

describe("writing", () => {
  it("makes the folders on the way and leaves nothing but the file", async () => {
    const { root } = await tempRepo();

    await createWorkingTree(root).write("docs/features/001-a/spec.md", "# Spec ✓\n");

    expect(await readFile(join(root, "docs/features/001-a/spec.md"), "utf8")).toBe("# Spec ✓\n");
    expect(await readdir(join(root, "docs/features/001-a"))).toEqual(["spec.md"]);
  });

  it.each([0o755, 0o444, 0o600])("keeps the mode %o of the file it replaces", async (mode) => {
    const { root } = await tempRepo({ "run.sh": "a much longer text than the next" });
    await chmod(join(root, "run.sh"), mode);

    await createWorkingTree(root).write("run.sh", "new");

    expect(await readFile(join(root, "run.sh"), "utf8")).toBe("new");
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(mode);
  });

  it("works with odd names", async () => {
    const { root } = await tempRepo();
    const tree = createWorkingTree(root);
    const names = ["app/[id]/page.tsx", "a b/c d.md", "line\nbreak.md", "größe/日本.md", "-rf", "*?.md", "a'\"$b.md"];

    for (const name of names) await tree.write(name, name);

    for (const name of names) expect(await readFile(join(root, name), "utf8")).toBe(name);
    for (const name of names) expect(await tree.read(name)).toBe(name);
    expect(await tree.list("größe")).toEqual(["日本.md"]);
    for (const name of names) await tree.remove(name);
    for (const name of names) expect(await tree.read(name)).toBeUndefined();
  });

  it("F10: neither replaces nor waits for a pipe, a socket or a device", async () => {
    const { root } = await tempRepo();
    const tree = createWorkingTree(root);
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    await symlink("pipe", join(root, "link"));

    for (const name of ["pipe", "socket", "link"]) {
      expect((await failure(tree.write(name, "text"), "path-refused")).message).toContain("is not a regular file");
      await failure(tree.read(name), "path-refused");
      await failure(tree.list(name), "path-refused"); // how a path is judged that an agent's own tools would open
    }
    expect((await lstat(join(root, "pipe"))).isFIFO()).toBe(true);
    expect((await lstat(join(root, "socket"))).isSocket()).toBe(true);
  });

  it("leaves the old text whole when the disk takes only a part of the new one", async () => {
    const { root } = await tempRepo({ "spec.md": "old" });
    const bundle = join(await tempFolder(), "write.cjs");
    await build({
      stdin: {
        contents: `
          import { createWorkingTree } from "./working-tree.ts";
          process.on("SIGXFSZ", () => {}); // so that the limit is an error of the write, like a full disk
          createWorkingTree(process.argv[2]).write("spec.md", "x".repeat(200_000)).catch((error) => console.log(error.code, error.message));
        `,
        resolveDir: import.meta.dirname,
      },
      outfile: bundle,
      bundle: true,
      format: "cjs",
      platform: "node",
    });

    const child = spawnSync("/bin/sh", ["-c", 'ulimit -f 100; exec "$0" "$@"', process.execPath, bundle, root], {
      encoding: "utf8",
    });

    expect(child.stdout).toMatch(/^disk-failed cannot write "spec\.md": EFBIG/);
    expect(await readFile(join(root, "spec.md"), "utf8")).toBe("old");
    expect(await readdir(root)).toEqual([".git", "spec.md"]);
  });
});

describe("when a file was touched", () => {
  it("is told also when it holds what it held before, and not at all for one that is missing or for a folder", async () => {
    const { root } = await tempRepo({ "a.md": "one", "src/b.md": "b" });
    const tree = createWorkingTree(root);
    const before = (await tree.touchedAt("a.md")) ?? 0;

    await new Promise((resolve) => setTimeout(resolve, 50)); // the file system's clock has coarse ticks
    await writeFile(join(root, "a.md"), "two");
    await writeFile(join(root, "a.md"), "one");

    expect(await tree.touchedAt("a.md")).toBeGreaterThan(before);
    expect(await tree.touchedAt("b.md")).toBeUndefined();
    expect(await tree.touchedAt("src")).toBeUndefined();
    await failure(tree.touchedAt("../x"), "path-refused");
  });
});

describe("removing and listing", () => {
  it("removes a file, and is content when it is gone already", async () => {
    const { root } = await tempRepo({ "a/b.md": "" });
    const tree = createWorkingTree(root);

    await tree.remove("a/b.md");
    await tree.remove("a/b.md");
    await tree.remove("never/there.md");

    expect(await readdir(join(root, "a"))).toEqual([]);
  });

  it("lists names in order, nothing for a folder that is not there, and the root without .git", async () => {
    const { root } = await tempRepo({ "d/b": "", "d/a": "", "d/c/x": "" });
    const tree = createWorkingTree(root);

    expect(await tree.list("d")).toEqual(["a", "b", "c"]);
    expect(await tree.list("missing")).toEqual([]);
    expect(await tree.list("d/a")).toEqual([]);
    expect(await tree.list(".")).toEqual(["d"]);
    expect(await tree.list("")).toEqual(["d"]);
  });
});

describe("the border of the repository (IMP-7)", () => {
  const operations = ["read", "write", "writeOwn", "remove", "list"] as const;

  it.each(operations)("%s refuses an unsafe path and says why", async (operation) => {
    const { root } = await tempRepo();

    for (const path of ["../x", "/etc/passwd", ".git/config", "a/%2e%2e/x", "a\\b", "a\0b"]) {
      const error = await failure(createWorkingTree(root)[operation](path, "text"), "path-refused");
      expect(error.message).toContain(JSON.stringify(path));
      expect(error.message).toMatch(/it (contains|is|points)/);
    }
  });

  it.each(operations)("%s follows no link to a folder outside, however it gets there", async (operation) => {
    const outside = await tempFolder();
    const { root } = await tempRepo({ "in/side": "" });
    await mkdir(join(outside, "deep"));
    await writeFile(join(outside, "deep/x"), "secret");
    await symlink(outside, join(root, "out"));
    await symlink("../out", join(root, "in/again"));

    for (const path of ["out/deep/x", "out/deep/new", "in/again/deep/x", "in/again/no/such"]) {
      const error = await failure(createWorkingTree(root)[operation](path, "text"), "path-refused");
      expect(error.message).toContain(JSON.stringify(path));
      expect(error.message).toContain("out of the repository");
    }
    expect(await readdir(join(outside, "deep"))).toEqual(["x"]);
    expect(await readFile(join(outside, "deep/x"), "utf8")).toBe("secret");
  });

  it.each(operations)("%s takes no link into the git folder", async (operation) => {
    const { root, git } = await tempRepo();
    const before = git("config", "--list", "--local");
    await symlink(".git", join(root, "link"));

    expect((await failure(createWorkingTree(root)[operation]("link/config", "x"), "path-refused")).message).toContain(
      "git folder",
    );
    expect(git("config", "--list", "--local")).toBe(before);
  });

  it("the git folder of a repository inside the repository is refused through a link too", async () => {
    const { root, git } = await tempRepo();
    git("init", "--quiet", "vendor/inner");
    await symlink("vendor/inner/.git", join(root, "link"));

    await failure(createWorkingTree(root).write("link/hooks/pre-commit", "x"), "path-refused");
    await createWorkingTree(root).write("vendor/inner/a.md", "x");
  });

  it("a link at the end that leads outside is neither read nor written through, even when its target is not there yet", async () => {
    const outside = await tempFolder();
    const { root } = await tempRepo();
    await writeFile(join(outside, "secret"), "secret");
    await symlink(join(outside, "secret"), join(root, "there"));
    await symlink(join(outside, "later"), join(root, "not-yet"));
    const tree = createWorkingTree(root);

    for (const path of ["there", "not-yet"]) {
      await failure(tree.read(path), "path-refused");
      await failure(tree.write(path, "text"), "path-refused");
    }
    expect(await readdir(outside)).toEqual(["secret"]);
    expect(await readFile(join(outside, "secret"), "utf8")).toBe("secret");
  });

  it("a link that stays inside is followed, and survives a write", async () => {
    const { root } = await tempRepo({ "AGENTS.md": "guide" });
    await symlink("AGENTS.md", join(root, "CLAUDE.md"));
    await symlink("new/target.md", join(root, "later.md"));
    const tree = createWorkingTree(root);

    expect(await tree.read("CLAUDE.md")).toBe("guide");
    expect(await tree.read("later.md")).toBeUndefined();
    await tree.write("CLAUDE.md", "changed");
    await tree.write("later.md", "made");

    expect(await readFile(join(root, "AGENTS.md"), "utf8")).toBe("changed");
    expect(await readFile(join(root, "new/target.md"), "utf8")).toBe("made");
    expect((await lstat(join(root, "CLAUDE.md"))).isSymbolicLink()).toBe(true);
  });

  it("removing a link removes the link, not what it leads to", async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, "kept"), "");
    const { root } = await tempRepo();
    await symlink(join(outside, "kept"), join(root, "link"));

    await createWorkingTree(root).remove("link");

    expect(await readdir(outside)).toEqual(["kept"]);
    expect(await readdir(root)).not.toContain("link");
  });

  it("a link that leads to itself is refused", async () => {
    const { root } = await tempRepo();
    await symlink("b", join(root, "a"));
    await symlink("a", join(root, "b"));

    expect((await failure(createWorkingTree(root).read("a"), "path-refused")).message).toContain("leads to itself");
  });

  it("a git folder that stands under another name inside the checkout is refused as well", async () => {
    const { root, git } = await tempRepo();
    git("init", "--quiet", "--separate-git-dir", join(root, "data"));

    await failure(createWorkingTree(root).write("data/hooks/pre-commit", "x"), "path-refused");
    await failure(createWorkingTree(root).read("data/config"), "path-refused");
  });

  it("a root that is itself reached through a link works", async () => {
    const { root } = await tempRepo({ a: "text" });
    const link = join(await tempFolder(), "checkout");
    await symlink(root, link);

    await createWorkingTree(link).write("b", "more");

    expect(await createWorkingTree(link).read("a")).toBe("text");
    expect(await readFile(join(root, "b"), "utf8")).toBe("more");
  });

  it("a linked worktree, whose .git is a file, works", async () => {
    const { git } = await tempRepo({ a: "text" });
    const folder = join(await tempFolder(), "second");
    git("worktree", "add", "--quiet", folder);

    expect(await createWorkingTree(folder).read("a")).toBe("text");
    await failure(createWorkingTree(folder).read(".git"), "path-refused");
  });
});

describe("a disk that fails", () => {
  const long = "n".repeat(300);

  it.each([
    ["reading a folder", (tree: WorkingTree) => tree.read("folder"), '"folder": EISDIR', "folder of that name"],
    [
      "writing over a folder",
      (tree: WorkingTree) => tree.write("folder", ""),
      '"folder": EISDIR',
      "folder of that name",
    ],
    [
      "writing below a file",
      (tree: WorkingTree) => tree.write("folder/file/x", ""),
      '"folder/file/x": EEXIST',
      "file that is where a folder should be",
    ],
    ["a name too long for the disk", (tree: WorkingTree) => tree.write(long, ""), "ENAMETOOLONG", "shorter name"],
  ] as const)("%s is an error with the path and something to do", async (_, attempt, message, fix) => {
    const { root } = await tempRepo({ "folder/file": "" });

    const error = await failure(attempt(createWorkingTree(root)), "disk-failed");

    expect(error.message).toContain(message);
    expect(error.fix).toContain(fix);
  });

  it("a root that is gone is an error as well", async () => {
    const tree = createWorkingTree(join(await tempFolder(), "gone"));

    expect((await failure(tree.read("x"), "disk-failed")).message).toContain('cannot read "x": ENOENT');
  });

  it.skipIf(process.getuid?.() === 0)("says what is missing when a folder may not be written", async () => {
    const { root } = await tempRepo({ "closed/file": "" });
    await chmod(join(root, "closed"), 0o555);

    const error = await failure(createWorkingTree(root).write("closed/new", ""), "disk-failed");

    await chmod(join(root, "closed"), 0o755);
    expect(error.fix).toContain("permission");
  });
});

async function failure(attempt: Promise<unknown>, code: ErrorCode): Promise<IflowError> {
  const error = await attempt.then(
    () => expect.fail("nothing was thrown"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(IflowError);
  expect(error).toMatchObject({ code, fix: expect.any(String) });
  return error as IflowError;
}
