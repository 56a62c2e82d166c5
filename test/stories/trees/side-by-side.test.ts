// PAR-2: features in work trees do not get into each other's way, and where two would, one waits or is told what to do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject } from "vitest";
import { processIdentity, selfIdentity } from "../../../src/adapters/runs/processes/processes.ts";
import { createTreeFiles } from "../../../src/adapters/runs/tree-files.ts";
import { verifies } from "../../requirements.ts";
import { startChild } from "../../support/child-process.ts";
import { FINISH, finishArgs } from "../../support/finish-story.ts";
import type { Workplace } from "../../support/iflow.ts";
import { withLevels } from "../../support/levels.ts";
import { lockFor, lockForMerge } from "../../support/locked.ts";
import { shellUntil } from "../../support/shell-until.ts";
import { FEATURE, ONE_ROUND, specifyArgs } from "../../support/story.ts";
import { finishFrom, implementedInTree, inTree, shop, stateOf, treeOf, treesOf } from "../../support/tree-story.ts";
import { implement } from "../../support/two-features.ts";
import { until } from "../../support/until.ts";

const ON_MAIN = { head: "refs/heads/main", status: "" };
const SECOND = "002-reset-mail";

verifies("PAR-2", "two in one tree are still refused, and the second is told of --worktree", async () => {
  const place = await shop();
  await place.script({ ...ONE_ROUND, "spec-author": [{ ...ONE_ROUND["spec-author"]?.[0], run: [untilGone(place)] }] });
  await place.iflow("create-feature", "login limit");
  const running = place.iflow(...specifyArgs(place, "--yolo"));
  while (!existsSync(join(place.root, ".git", "here"))) await sleep(20);

  const refused = await place.iflow("create-feature", "reset mail", "--from", "base");
  const beside = await inTree(place, "reset mail", "--from", "base");

  await place.write({ ".git/go": "" });
  expect((await running).code).toBe(0);
  expect([refused.code, refused.stderr.replaceAll(/\s+/g, " ")]).toEqual([
    ...[7, expect.stringMatching(/this working tree is in use: .* add --worktree/)],
  ]);
  expect(beside.code).toBe(0);
});

verifies("PAR-2", "two features that finish at once are both merged, one after the other", async () => {
  const place = await shop();
  await implementedInTree(place, "login limit", FEATURE);
  await implementedInTree(place, "reset mail", SECOND);
  const scripts = await Promise.all([scriptOf(place, "one"), scriptOf(place, "two")]);

  const ended = await Promise.all(
    [FEATURE, SECOND].map((key, index) =>
      place.iflow("finish-feature", key, "--yolo", "--runtime", "scripted", "--script", scripts[index] ?? ""),
    ),
  );

  expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0]);
  const merges = place.git("log", "--first-parent", "--format=%s", "-2").split("\n");
  expect(merges.sort()).toEqual([`Merge feature ${FEATURE}`, `Merge feature ${SECOND}`]);
  expect([stateOf(place), existsSync(treesOf(place))]).toEqual([ON_MAIN, false]);
  expect(leftIn(place)).toEqual([]);
});

verifies("PAR-2", "half of another feature's merge does not pass for the person's changes", async () => {
  const place = await shop();
  await implementedInTree(place, "login limit", FEATURE, { "src/limit.mjs": "export const is = 1;\n" });
  const release = await lockForMerge(place.root);
  await place.write({ "src/limit.mjs": "of the other one\n" }); // in the way, for as long as that merge takes

  const finishing = finishFrom(place, FEATURE);
  await until(() => isUnderWay(place));
  await sleep(500); // it looks there, or waits for its turn
  await rm(join(place.root, "src"), { recursive: true });
  await release();

  const ended = await finishing;
  expect([ended.code === 0 ? 0 : ended.stderr, stateOf(place)]).toEqual([0, ON_MAIN]);
});

verifies("PAR-2", "nothing is merged into a tree in which another iflow is at work; repeated, it is", async () => {
  const place = await shop();
  await implementedInTree(place, "login limit", FEATURE);
  const release = await lockFor(place.root, "b7");

  const refused = await finishFrom(place, FEATURE);

  expect([refused.code, refused.stderr.replaceAll(/\s+/g, " ")]).toEqual([
    ...[7, expect.stringMatching(/main is checked out in .*, where another iflow is at work .*Nothing was merged/)],
  ]);
  await release();
  await place.script(FINISH);
  const again = await place.iflow("continue", "1");
  expect([again.code, stateOf(place)]).toEqual([0, ON_MAIN]);
});

/** Ten in `npm run test:all`. */
const COUNT = inject("matrix").all ? 10 : 3;

verifies(
  "PAR-2",
  `${COUNT} features at once: all are merged, and nothing is left of them but their commits`,
  async () => {
    const place = await shop();
    const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].slice(0, COUNT);
    const files = openFiles();
    const made = await Promise.all(names.map((name) => inTree(place, `part ${name}`)));
    expect(made.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(names.map(() => 0));
    const keys = place.git("branch", "--list", "feature/*", "--format=%(refname:lstrip=3)").split("\n");
    expect(keys.map((key) => key.slice(0, 3))).toEqual(names.map((_, index) => String(index + 1).padStart(3, "0")));
    for (const key of keys)
      await implement(treeOf(place, key.slice(4)), key, { [`src/${key}.mjs`]: "export const is = 1;\n" });

    const ended = await Promise.all(
      keys.map(async (key) =>
        place.iflow(...finishArgs({ ...place, scriptPath: await scriptOf(place, key) }, key, "--yolo")),
      ),
    );

    expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(keys.map(() => 0));
    expect(place.git("log", "--first-parent", "--merges", "--format=%s").split("\n")).toHaveLength(COUNT);
    expect(keys.every((key) => existsSync(join(place.root, "src", `${key}.mjs`)))).toBe(true);
    expect([stateOf(place), place.git("branch", "--format=%(refname:short)")]).toEqual([ON_MAIN, "main"]);
    expect([existsSync(treesOf(place)), leftIn(place)]).toEqual([false, []]);
    expect(openFiles()).toBeLessThanOrEqual(files + 2);
  },
);

/** An agent that says it is at work, and works until it may go. */
const untilGone = (place: Workplace) => `touch ${place.root}/.git/here; ${shellUntil(`[ -e ${place.root}/.git/go ]`)}`;

/** Each finish has agents of its own. */
async function scriptOf(place: Workplace, name: string): Promise<string> {
  await place.write({ [`.git/script-${name}.json`]: JSON.stringify({ roles: withLevels(FINISH) }) });
  return join(place.root, ".git", `script-${name}.json`);
}

const isUnderWay = ({ root }: Workplace): boolean => {
  const runs = join(root, ".git", "iflow", "runs");
  const [finish = ""] = existsSync(runs) ? readdirSync(runs).filter((name) => name.includes(".finish.")) : [];
  const journal = join(runs, finish, "journal.jsonl");
  return existsSync(journal) && readFileSync(journal, "utf8").includes("/own-commits/");
};

function leftIn({ root }: Workplace): string[] {
  return ["locks", "trees", "creating"].flatMap((name) => {
    const folder = join(root, ".git", "iflow", name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
}

const openFiles = (): number => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
verifies("PAR-2", "a tree is not taken from under the command that has just merged its feature", async () => {
  const place = await shop();
  const tree = await implementedInTree(place, "login limit", FEATURE);
  await implementedInTree(place, "reset mail", SECOND);
  await tree.write({ "idea.txt": "in no commit" });
  await tree.iflow(...finishArgs(place, "--yolo"));
  await place.iflow("answer", "1", "leave");
  await place.iflow("continue", "1"); // merged, and the tree stays
  await rm(join(tree.root, "idea.txt"));
  const files = createTreeFiles(join(place.root, ".git"));
  const [record] = (await files.own()).filter(({ path }) => path === tree.root);
  const merging = startChild("sleep", ["60"]);
  const { startTime = "" } = (await processIdentity(merging.pid)) ?? {};
  await files.keep({ ...record!, leaver: { ...(await selfIdentity()), pid: merging.pid, startTime } });

  const other = await finishFrom(place, SECOND);
  const looked = await place.iflow("doctor");
  const isThere = existsSync(tree.root);
  await merging.kill();
  const after = await place.iflow("doctor");

  expect([other.code, isThere, existsSync(tree.root)]).toEqual([0, true, false]);
  expect(other.stdout).not.toContain("login-limit");
  expect(looked.stdout.replaceAll(/\s+/g, " ")).toContain(`still runs (process ${merging.pid})`);
  expect(after.stdout.replaceAll(/\s+/g, " ")).toContain("login-limit removed: 001-login-limit is merged");
});
