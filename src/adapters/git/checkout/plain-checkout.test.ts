// A place is either found as git finds it, or left to git.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { findCheckout } from "./checkout.ts";
import { findPlainCheckout } from "./plain-checkout.ts";

async function expectSame(cwd: string): Promise<void> {
  const plain = findPlainCheckout(cwd, process.env);
  const { root, gitDir, commonDir, idBytes } = await findCheckout(cwd, process.env);
  expect(plain).toMatchObject({ root, gitDir, commonDir, idBytes });
}

test("a checkout, a folder in it, a link to it, a linked working tree: as git says", async () => {
  const repo = await tempRepo({ "a/b/c.txt": "1\n" });
  const link = join(await tempFolder(), "link");
  await symlink(repo.root, link);
  const tree = join(await tempFolder(), "tree");
  repo.git("worktree", "add", "--quiet", "-b", "other", tree);
  for (const place of [repo.root, join(repo.root, "a", "b"), link, join(link, "a"), tree]) await expectSame(place);
});

test("on a detached HEAD and before the first commit too", async () => {
  const repo = await tempRepo({ "a.txt": "1\n" });
  repo.git("checkout", "--quiet", "--detach");
  await expectSame(repo.root);
  repo.git("checkout", "--quiet", "--orphan", "new");
  await expectSame(repo.root);
});

test("whatever is not plain is left to git", async () => {
  const none = (cwd: string, env: NodeJS.ProcessEnv = process.env) =>
    expect(findPlainCheckout(cwd, env)).toBeUndefined();
  const repo = await tempRepo({ "a.txt": "1\n" });
  none(join(repo.root, ".git"));
  none(join(repo.root, ".git", "refs"));
  none(join(repo.root, "missing"));
  none(repo.root, { ...process.env, GIT_CEILING_DIRECTORIES: "/" });
  none(await tempFolder());

  const bare = await tempFolder();
  repo.git("clone", "--quiet", "--bare", repo.root, join(bare, "bare"));
  none(join(bare, "bare"));

  const settings: readonly (readonly [string, string])[] = [
    ["core.bare", "true"],
    ["core.worktree", "/elsewhere"],
    ["core.repositoryformatversion", "1"],
    ["extensions.worktreeConfig", "true"],
    ["include.path", "other"],
  ];
  for (const [key, value] of settings) {
    const odd = await tempRepo({ "a.txt": "1\n" });
    await writeFile(join(odd.root, ".git", "config"), `\n[${key.split(".")[0]}]\n\t${key.split(".")[1]} = ${value}\n`, {
      flag: "a",
    });
    none(odd.root);
  }
});

test("a nested checkout is itself; a submodule is left to git; a broken one is none", async () => {
  const repo = await tempRepo({ "a.txt": "1\n" });
  const inner = join(repo.root, "inner");
  await mkdir(inner);
  repo.git("init", "--quiet", inner);
  await expectSame(inner);

  const module = join(repo.root, "module");
  await mkdir(module);
  await writeFile(join(module, ".git"), "gitdir: ../.git\n");
  expect(findPlainCheckout(module, process.env)).toBeUndefined();
  await writeFile(join(repo.root, ".git", "HEAD"), "garbage\n");
  expect(findPlainCheckout(repo.root, process.env)).toBeUndefined();
});
