import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { openGit } from "../git/open-repository.ts";
import { ownCommand, ownPath, ownProgram, worksIn } from "./own-path.ts";
import { runCommand } from "./run-command.ts";
import { startWatchedChild } from "./watched-child.ts";

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
  expect(ownPath(undefined, tree)).toBe("/usr/local/bin:/usr/bin:/bin"); // as a shell would
  expect(ownPath("", tree)).toBe("");
});

test("a program is the first outside of the tree, also not a link into it; what is only there is missing", async () => {
  const { root } = await tempRepo();
  const tree = await realpath(root);
  const outside = await tempFolder();
  const inside = await program(join(tree, "bin"), "tool");
  const linked = await tempFolder();
  await symlink(inside, join(linked, "tool"));
  const path = `${tree}/bin:${linked}:${outside}`;
  expect(ownProgram("tool", path, tree)).toBeUndefined();
  const good = await program(outside, "tool");
  expect(ownProgram("tool", path, tree)).toBe(good);
  expect(ownProgram("bin/tool", path, tree)).toBe(inside); // somebody named the place
  expect(ownProgram("bin/none", path, tree)).toBeUndefined();
});

test("a tree that was named once stays closed, wherever the work goes on; so do all trees of its repository", async () => {
  const repo = await tempRepo();
  const [linked, elsewhere] = [join(await tempFolder(), "linked"), await tempFolder()];
  repo.git("worktree", "add", "--quiet", linked);
  await program(join(repo.root, "bin"), "tool");
  await program(join(linked, "bin"), "tool");
  expect(ownProgram("tool", `${linked}/bin:${repo.root}/bin`, elsewhere)).toBe(join(linked, "bin", "tool"));
  worksIn(linked);
  expect(ownProgram("tool", `${linked}/bin:${repo.root}/bin`, elsewhere)).toBeUndefined();

  const other = await tempRepo();
  const second = join(await tempFolder(), "second");
  other.git("worktree", "add", "--quiet", second);
  expect(ownPath(`${second}/bin:/usr/bin`, other.root)).toBe("/usr/bin");
});

test("a script that looks for its interpreter on the path gets ours", async () => {
  const { root } = await tempRepo();
  const outside = await tempFolder();
  await program(join(root, "bin"), "node");
  const script = join(outside, "agent");
  const path = `${root}/bin:${outside}:${process.env.PATH}`;
  for (const [line, more] of [
    ["#!/usr/bin/env node", []],
    ["#! /usr/bin/env -S node --no-warnings", ["--no-warnings"]],
  ] as const) {
    await writeFile(script, `${line}\n`, { mode: 0o755 });
    const words = ownCommand(["agent", "--acp"], path, root);
    expect(words).toEqual([expect.stringMatching(/\/node$/), ...more, script, "--acp"]);
    expect(words?.[0]).not.toContain(root);
  }
  expect(ownCommand(["agent"], `${root}/bin:${outside}`, root)).toBeUndefined();
});

test("a git that somebody left in the tree is not started", async () => {
  const { root } = await tempRepo();
  const bin = join(root, "node_modules", ".bin");
  await program(bin, "git");
  const { repository } = await openGit(root, { ...process.env, PATH: `${bin}:.:${process.env.PATH}` });
  expect(repository.root).toBe(await realpath(root));
  expect(() => execFileSync("cat", [join(bin, "started")], { stdio: "ignore" })).toThrow();
});

test("a gh that is only in the tree is told as missing", async () => {
  const { root, git } = await tempRepo();
  git("remote", "add", "origin", root);
  const [bin, outside] = [join(root, "bin"), await tempFolder()];
  await program(bin, "gh");
  await symlink(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(outside, "git"));
  const { publishing } = await openGit(root, { ...process.env, PATH: `${bin}:${outside}` });
  const request = { branch: "b", base: "main", title: "t", body: "" };
  expect(await publishing.obstacle()).toBe("the program gh is not on the path");
  expect(await publishing.openPullRequest(request, new AbortController().signal)).toEqual({
    ...{ status: "failed", problem: "the program gh is not on the path" },
  });
  expect(existsSync(join(bin, "started"))).toBe(false);
});

test("an agent's program that somebody left in the tree is not started, the one outside is", async () => {
  const { root } = await tempRepo();
  const outside = await tempFolder();
  await program(join(root, "bin"), "agent");
  await program(outside, "agent");
  const child = startWatchedChild(["agent"], { cwd: root, env: { PATH: `${root}/bin:${outside}` } });
  child.begin();

  expect((await child.exit).code).toBe(1);
  expect(existsSync(join(outside, "started"))).toBe(true);
  expect(existsSync(join(root, "bin", "started"))).toBe(false);
  await child.end();
});

test("a shell in the tree does not run the project's checks; what the line itself names is found there", async () => {
  const { root } = await tempRepo();
  const bin = join(root, "node_modules", ".bin");
  for (const name of ["sh", "own-runner"]) await program(bin, name);
  const place = { cwd: root, env: { PATH: `${bin}:${process.env.PATH}` }, environment: [] };
  const processIdentity = async () => ({ startTime: "7" });
  const command = {
    line: "own-runner",
    step: "s",
    limitMs: 60_000,
    onSpawned: async () => undefined,
    onLine: () => undefined,
  };

  const { code } = await runCommand({ ...place, processIdentity }, command, new AbortController().signal);

  expect(code).toBe(1);
  expect(readFileSync(join(bin, "started"), "utf8")).toBe("own-runner\n");
});
