// kill -9 before or after any call of git while a feature is given a work tree, or while the tree is merged and taken away; then
// the same again: one tree and one feature, or none left, and nothing else left behind.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { NOW } from "../support/brainstorm-story.ts";
import { copyOf, inPairs, once, templateOf } from "../support/crash.ts";
import { FINISH, finishArgs } from "../support/finish-story.ts";
import { countGit, type GitCall } from "../support/git-shim.ts";
import type { Workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { FEATURE } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { implementedInTree, shop, stateOf, treeOf, treesOf } from "../support/tree-story.ts";

const SETUP = "mkdir -p node_modules && echo done > node_modules/done";
const template = once(async () => templateOf(await shop({ worktree: { setup: SETUP } })));

verifies(
  "PAR-2",
  "killed at any call of git, create-feature --worktree typed again ends with one tree",
  async () => {
    const whole = await copyOf(await template());
    const counted = await countGit();
    expect((await create(whole.built, counted.env)).code).toBe(0);
    const wanted = endOf(whole);
    const calls = counted.calls();
    expect(calls.filter((call) => call.startsWith("worktree add "))).toHaveLength(1);

    await inPairs(sampled(killsAt(calls)), async (kill) => {
      const place = await copyOf(await template());
      const killed = await create(place.built, (await countGit(kill)).env);
      const what = `${kill.when} ${calls[kill.at - 1]}`;
      expect(killed.signal, what).toBe("SIGKILL");
      const again = await create(place);
      expect(`${what}: ${again.code} ${again.stderr}`).toMatch(/: 0 /);
      expect(endOf(place), what).toEqual(wanted);
    });
  },
  900_000,
);

verifies(
  "PAR-2",
  "killed at any call of git of its finish, a continued feature ends merged, its tree gone",
  async () => {
    const fresh = async () => {
      const place = await copyOf(await template());
      await implementedInTree(place, "login limit", FEATURE);
      await place.script(FINISH);
      return place;
    };
    const finish = (place: Workplace, env: Record<string, string> = {}) =>
      place.iflowWith({ env }, ...finishArgs(place, "1", "--yolo"));
    const counted = await countGit();
    const whole = await fresh();
    expect((await finish(whole.built, counted.env)).code).toBe(0);
    const calls = counted.calls();
    const merge = calls.findIndex((call) => call.startsWith("merge --no-ff"));
    expect(merge).toBeGreaterThan(0);

    await inPairs(sampled(killsAt(calls).filter(({ at }) => at >= merge)), async (kill) => {
      const place = await fresh();
      const what = `${kill.when} ${calls[kill.at - 1]}`;
      const killed = await finish(place.built, (await countGit(kill)).env);
      if (killed.signal === null) expect(killed.code, what).toBe(0); // where git could be left unasked, it made fewer calls
      const isOpen = (await place.json("status")).document.data.features.some(({ run }: { run: unknown }) => run);
      const again = await (isOpen ? place.iflow("continue", "1") : place.iflow("doctor"));
      if (isOpen) expect(`${what}: ${again.code} ${again.stderr}`).toMatch(/: 0 /);
      expect(stateOf(place), what).toEqual({ head: "refs/heads/main", status: "" });
      expect(place.git("log", "-1", "--format=%s"), what).toBe(`Merge feature ${FEATURE}`);
      expect(place.git("branch", "--format=%(refname:short)"), what).toBe("main");
      expect([place.git("worktree", "list").split("\n").length, existsSync(treesOf(place))], what).toEqual([1, false]);
      expect(recordsOf(place), what).toEqual([]);
    });
  },
);

verifies(
  "PAR-2",
  "a disk that is full while the tree is made is said; with space the same command goes on",
  async () => {
    const place = await shop({}, { "large.bin": "x".repeat(400_000) });
    const words = ["create-feature", "login limit", "--worktree"];
    const full = await place.iflowWith({ env: { PATH: `${await gitOnFullDisk()}:${process.env.PATH}` } }, ...words);
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining("unable to write file large.bin")]);
    expect(full.stderr.replaceAll(/\s+/g, " ")).toContain("Most likely no space is left there.");
    expect([stateOf(place), place.git("branch", "--list", "feature/*")]).toEqual([
      ...[{ head: "refs/heads/main", status: "" }, ""],
    ]);
    expect(existsSync(`${treesOf(place)}/login-limit`)).toBe(false);

    expect((await place.iflow(...words)).code).toBe(0);
    expect(treeOf(place, "login-limit").read("large.bin")).toHaveLength(400_000);
  },
);

/** No file that git writes may be larger than the limit: for git that is a disk without space. */
async function gitOnFullDisk(): Promise<string> {
  const folder = await tempFolder();
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\ntrap '' XFSZ\nulimit -f 300\nexec ${real} "$@"\n`;
  writeFileSync(join(folder, "git"), script, { mode: 0o755 });
  return folder;
}

const killsAt = (calls: readonly string[]) =>
  calls.flatMap((_, index): GitCall[] => [
    { when: "before", at: index + 1 },
    { when: "after", at: index + 1 },
  ]);

const create = (place: Workplace, env: Record<string, string> = {}) =>
  place.iflowWith({ env: { IFLOW_NOW: NOW, ...env } }, "create-feature", "login limit", "--worktree");

const recordsOf = ({ root }: Workplace) =>
  ["trees", "creating", "locks"].flatMap((name) => {
    const folder = `${root}/.git/iflow/${name}`;
    return existsSync(folder) ? readdirSync(folder) : [];
  });

function endOf(place: Workplace) {
  const tree = treeOf(place, "login-limit");
  return {
    main: stateOf(place),
    tree: stateOf(tree),
    trees: readdirSync(treesOf(place)),
    known: place.git("worktree", "list").replaceAll(place.root, "").split("\n").length,
    admin: readdirSync(`${place.root}/.git/worktrees`),
    log: place.git("log", "--all", "--topo-order", "--format=%s %T"),
    ready: tree.read("node_modules/done"),
    records: recordsOf(place),
  };
}
