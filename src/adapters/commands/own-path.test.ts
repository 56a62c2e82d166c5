import { execFileSync } from "node:child_process";
import { chmod, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { openGit } from "../git/open-repository.ts";
import { findOutside, ownPath, ownProgram } from "./own-path.ts";

async function program(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\necho ${name} >>"${folder}/started"\nexit 1\n`);
  await chmod(file, 0o755);
  return file;
}

test("folders of the tree and relative ones are left out, by any name", async () => {
  const { root } = await tempRepo();
  const tree = await realpath(root);
  await mkdir(join(tree, "deep"));
  await mkdir(join(tree, "bin"));
  const link = join(await tempFolder(), "link");
  await symlink(join(tree, "bin"), link);
  const path = [`${tree}/node_modules/.bin`, tree, "bin", ".", "", link, `${tree}-other/bin`, "/usr/bin"].join(":");
  expect(ownPath(path, join(tree, "deep"))).toBe(`${tree}-other/bin:/usr/bin`);
  expect(ownPath(undefined, tree)).toBe("");
});

test("a program is the first outside of the tree, also not a link into it; only then the bare name", async () => {
  const { root } = await tempRepo();
  const tree = await realpath(root);
  const outside = await tempFolder();
  const inside = await program(join(tree, "bin"), "tool");
  const linked = await tempFolder();
  await symlink(inside, join(linked, "tool"));
  const path = `${tree}/bin:${linked}:${outside}`;
  expect(ownProgram("tool", path, tree)).toBe("tool");
  expect(findOutside("tool", path, tree)).toBeUndefined();
  const good = await program(outside, "tool");
  expect(ownProgram("tool", path, tree)).toBe(good);
});

test("a git that somebody left in the tree is not started", async () => {
  const { root } = await tempRepo();
  const bin = join(root, "node_modules", ".bin");
  await program(bin, "git");
  const { repository } = await openGit(root, { ...process.env, PATH: `${bin}:.:${process.env.PATH}` });
  expect(repository.root).toBe(await realpath(root));
  expect(() => execFileSync("cat", [join(bin, "started")], { stdio: "ignore" })).toThrow();
});
