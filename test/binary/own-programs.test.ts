// A clone has programs called like those that iflow starts for itself, and its folder is on the path: none is started.
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { MAIN } from "../support/iflow.ts";
import { type TempRepo, tempFolder, tempRepo } from "../support/temp-repo.ts";

const NAMES = ["git", "gh", "claude", "gemini", "codex", "opencode", "node", "less", "bwrap", "sh", "env", "npm"];

interface Planted {
  readonly repo: TempRepo;
  readonly env: NodeJS.ProcessEnv;
  started(): string;
}

/** Also through a link from outside. */
async function plant(): Promise<Planted> {
  const repo = await tempRepo();
  const bin = join(await realpath(repo.root), "bin");
  const [links, log] = [await tempFolder(), join(await tempFolder(), "started")];
  await mkdir(bin);
  for (const name of NAMES) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${log}'\nexit 1\n`);
    await chmod(join(bin, name), 0o755);
    await symlink(join(bin, name), join(links, name));
  }
  return {
    repo,
    env: { ...process.env, PATH: `${bin}:${links}:${process.env.PATH}`, ANTHROPIC_API_KEY: "sk-none" },
    started: () => (existsSync(log) ? readFileSync(log, "utf8") : ""),
  };
}

function iflow(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { cwd, env }, () => resolve(child.exitCode));
    child.stdin?.end();
  });
}

test("not in the tree, not with --cwd, not from a linked tree, not in the copy of a dry run", async () => {
  const { repo, env, started } = await plant();
  const elsewhere = await tempFolder();
  const linked = join(await tempFolder(), "linked");
  repo.git("worktree", "add", "--quiet", linked);
  for (const [cwd, ...words] of [
    [repo.root, "doctor"],
    [elsewhere, "--cwd", repo.root, "doctor"],
    [linked, "doctor"],
    [repo.root, "--cwd", linked, "status"],
    [repo.root, "run", "limit logins", "--runtime", "anthropic", "--dry-run", "--yolo", "--max-dispatches", "9"],
    [elsewhere, "--cwd", linked, "plugin", "check"],
    [repo.root, "init", "--yes"],
  ] as const) {
    await iflow(cwd, env, ...words);
    expect([words, started()]).toEqual([words, ""]);
  }
});

test("not in the demo, whose commands are not those of the place where it is started", async () => {
  const { repo, env, started } = await plant();
  const kept = join(await tempFolder(), "demo");
  const child = spawn(process.execPath, [MAIN, "demo", "--keep", kept], { cwd: repo.root, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  while (!/implement/.test(said) && child.exitCode === null) await pause(50);
  child.kill("SIGKILL");
  expect(started()).toBe("");
  expect(said).toContain("specify");
  await rm(kept, { recursive: true, force: true });
});

test("what exists only in the tree is missing", async () => {
  const { repo, started } = await plant();
  const nowhere = { ...process.env, PATH: join(repo.root, "bin") };
  expect(await iflow(repo.root, nowhere, "doctor")).not.toBe(0);
  expect(await iflow(repo.root, nowhere, "specify")).toBe(1);
  expect(started()).toBe("");
});
