import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { isInsideStep } from "../inside-step.ts";
import { Git } from "./git.ts";

const HOOK = `#!/bin/sh\necho "$IFLOW_STEP $IFLOW_STEP_ROOT" >> seen\n`;

describe("running git", () => {
  test("a failure carries git's own words and a way on", async () => {
    const { root } = await tempRepo();

    await expect(new Git(root, process.env).run(["rev-parse", "--verify", "nowhere"])).rejects.toMatchObject({
      name: "IflowError",
      code: "git-failed",
      message: "git rev-parse failed: fatal: Needed a single revision",
      fix: expect.stringContaining("git status"),
    });
  });

  test("our own calls speak English and take no lock on the side; what runs for the user keeps the user's ways", async () => {
    const repo = await tempRepo();
    const git = new Git(repo.root, { ...process.env, LC_ALL: "de_DE.UTF-8" });
    const script = '!echo "$LC_ALL|$GIT_OPTIONAL_LOCKS|$GIT_TERMINAL_PROMPT|$GIT_LITERAL_PATHSPECS"';
    repo.git("config", "alias.say", script);

    expect(await git.run(["say"])).toBe("C|0|0|1\n");
    expect(await git.run(["say"], { asUser: true })).toBe("de_DE.UTF-8||0|\n");
  });

  test("a work tree that another git is still making is waited for; one that stays half-made is named", async () => {
    const repo = await tempRepo();
    const made = join(repo.root, ".git", "worktrees", "lane");
    await mkdir(made, { recursive: true });
    const head = repo.git("rev-parse", "HEAD");
    const files = { gitdir: `${repo.root}-lane/.git\n`, HEAD: `${head}\n`, locked: "initializing\n", commondir: "" };
    for (const [name, text] of Object.entries(files)) await writeFile(join(made, name), text);
    const git = new Git(repo.root, process.env);

    await expect(git.run(["worktree", "list"])).rejects.toThrow("worktrees/lane/commondir");
    const listed = git.run(["worktree", "list"]);
    await writeFile(join(made, "commondir"), "../..\n");
    expect(await listed).toContain(`${repo.root}-lane`);
  });

  test("a hook runs only where the user would expect it, and what it starts is marked as nobody's word", async () => {
    const { root, ...repo } = await tempRepo({ "hooks/reference-transaction": HOOK });
    await chmod(join(root, "hooks/reference-transaction"), 0o755);
    repo.git("config", "core.hooksPath", "hooks");
    const git = new Git(root, process.env);

    await git.run(["branch", "own"]);
    expect(existsSync(join(root, "seen"))).toBe(false);
    await git.run(["branch", "users"], { asUser: true });
    expect(await readFile(join(root, "seen"), "utf8")).toMatch(new RegExp(`^git ${root}\n`));
    const marked = { ...process.env, IFLOW_STEP: "git", IFLOW_STEP_ROOT: root };
    expect(await isInsideStep(marked, { commonDir: join(root, ".git") })).toBe(true);
  });

  test("a hook sees no secrets but those that are shown to it, and everything else", async () => {
    const { root, ...repo } = await tempRepo({ "hooks/pre-commit": "#!/bin/sh\nenv > seen\n" });
    await chmod(join(root, "hooks/pre-commit"), 0o755);
    repo.git("config", "core.hooksPath", "hooks");
    const own = { MY_TOKEN: "1", OTHER_API_KEY: "2", SHOP: "postgres://shop:pass-0123456789@localhost/shop" };
    const kept = { SSH_AUTH_SOCK: "/run/agent", MY_EDITOR: "ed", HTTPS_PROXY: "http://me:pass-0123456789@proxy:1" };
    const config = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Someone" };
    const git = new Git(root, { ...process.env, ...own, ...kept, ...config });
    const commit = async (shown?: readonly string[]) => {
      await git.run(["commit", "--quiet", "--allow-empty", "-m", "x"], { asUser: true, shown });
      const seen = (await readFile(join(root, "seen"), "utf8")).split("\n").map((line) => line.split("=", 1)[0]);
      return Object.keys({ ...own, ...kept, ...config }).filter((name) => !seen.includes(name));
    };

    expect(await commit([])).toEqual(["MY_TOKEN", "OTHER_API_KEY", "SHOP"]);
    expect(await commit(["MY_TOKEN"])).toEqual(["OTHER_API_KEY", "SHOP"]);
    expect(await commit()).toEqual([]);
  });

  test("a lock of another git process is explained", async () => {
    const { root } = await tempRepo();
    await writeFile(join(root, ".git/index.lock"), "");

    await expect(new Git(root, process.env).run(["add", "README.md"])).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("index.lock"),
      fix: expect.stringContaining("remove the lock file"),
    });
  });

  test("a missing git binary and a missing folder are told apart", async () => {
    const root = await tempFolder();

    await expect(new Git(root, { ...process.env, PATH: root }).run(["version"])).rejects.toMatchObject({
      code: "git-failed",
      message: expect.stringContaining("could not be started"),
      fix: expect.stringContaining("Install git"),
    });
    await expect(new Git(join(root, "gone"), process.env).run(["version"])).rejects.toMatchObject({
      code: "not-a-repository",
      fix: expect.any(String),
    });
  });

  test("variables left by a surrounding git hook do not lead into another repository", async () => {
    const here = await tempRepo({ "here.txt": "here\n" });
    const other = await tempRepo({ "other.txt": "other\n" });
    const env = {
      ...process.env,
      GIT_DIR: join(other.root, ".git"),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: join(other.root, ".git/index"),
      GIT_OBJECT_DIRECTORY: join(other.root, ".git/objects"),
      GIT_PREFIX: "sub/",
      GIT_ICASE_PATHSPECS: "1",
    };

    expect(await new Git(here.root, env).run(["ls-files", "--", "here.txt"])).toBe("here.txt\n");
  });

  test("such variables of this very process do not either", async () => {
    const here = await tempRepo({ "here.txt": "here\n" });
    process.env.GIT_INDEX_FILE = join(here.root, "no-such-index");

    try {
      expect(await new Git(here.root, {}).run(["ls-files"])).toBe("here.txt\n");
    } finally {
      delete process.env.GIT_INDEX_FILE;
    }
  });

  test("letters on the border of two chunks arrive whole", async () => {
    const text = `a${"日本語".repeat(100_000)}`;
    const repo = await tempRepo({ "long.txt": text });

    const stdout = await new Git(repo.root, process.env).run(["cat-file", "blob", "HEAD:long.txt"]);

    expect(stdout === text).toBe(true);
  });

  test("a git that ends before it has read its input is an ordinary failure", async () => {
    const { root } = await tempRepo();

    const outcome = await new Git(root, process.env).attempt(["mktree"], { input: "nonsense\n".repeat(200_000) });

    expect(outcome.exitCode).toBe(128);
  });

  test("a git of the project's own node_modules is not taken for git", async () => {
    const { root } = await tempRepo();
    await mkdir(join(root, "node_modules/.bin"), { recursive: true });
    await writeFile(join(root, "node_modules/.bin/git"), "#!/bin/sh\necho wrong\n");
    await chmod(join(root, "node_modules/.bin/git"), 0o755);

    expect(await new Git(root, process.env).run(["version"])).toMatch(/^git version/);
  });
});
