import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { makerMark } from "../../domain/run/maker-mark.ts";
import { removeLeftFolders } from "../temp-folder.ts";
import { openGit } from "./open-repository.ts";
import { withCopy } from "./repository-copy.ts";

test("a copy has no secrets and nothing that is ignored, except what prompts are made of; only its owner can read it", async () => {
  const repo = await tempRepo({
    ".gitignore": ".env\n*.log\nnode_modules\nCLAUDE.md\n",
    ".envs/.local": "tracked on purpose",
    "src/a.ts": "export {};\n",
  });
  await repo.write({
    ".env": "KEY=1",
    "src/.env.local": "KEY=2",
    id_rsa: "key",
    "debug.log": "ignored",
    "node_modules/a/index.js": "1",
    "CLAUDE.md": "Be kind.\n",
    "notes.txt": "not added",
  });
  const { repository } = await openGit(repo.root, process.env);
  const [names, mode] = await withCopy(repository, process.env, async (root) => {
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("?? notes.txt\n");
    const all = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith(".git/"));
    return [all.sort(), statSync(root).mode & 0o777];
  });
  expect(names).toEqual(
    [".envs", ".envs/.local", ".git", ".gitignore", "CLAUDE.md", "notes.txt", "src", "src/a.ts"].sort(),
  );
  expect(mode).toBe(0o700);
});

test("what a killed process left is removed, nothing else", async () => {
  const child = spawn("true");
  await new Promise((resolve) => child.on("close", resolve));
  const place = (name: string) => join(tmpdir(), name);
  const dead = place(`iflow-copy-${makerMark(hostname(), child.pid ?? 0)}a`);
  const alive = place(`iflow-copy-${makerMark(hostname(), process.pid)}a`);
  const other = place(`iflow-copy-${makerMark("elsewhere", child.pid ?? 0)}a`);
  const link = place(`iflow-copy-${makerMark(hostname(), child.pid ?? 0)}b`);
  for (const folder of [dead, alive, other]) await mkdir(folder);
  await symlink(await tempFolder(), link);
  await removeLeftFolders();
  expect([dead, alive, other, link].map((path) => existsSync(path))).toEqual([false, true, true, true]);
});
