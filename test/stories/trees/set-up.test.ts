// PAR-2: `worktree.setup` makes a new work tree ready, once; one that fails says why and is run again.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { FEATURE, ONE_ROUND, specifyArgs } from "../../support/story.ts";
import { inTree, shop, stateOf, treeOf } from "../../support/tree-story.ts";

const setUp = (setup: string) => shop({ worktree: { setup } });

verifies("PAR-2", "the set-up command runs once in a new tree, before the first phase", async () => {
  const place = await setUp(
    "mkdir -p node_modules && pwd >> node_modules/runs && echo $IFLOW_STEP >> node_modules/runs",
  );
  expect((await inTree(place, "login limit")).code).toBe(0);
  const tree = treeOf(place, "login-limit");
  await place.script(ONE_ROUND);

  const ended = await place.iflow(...specifyArgs(place, "1", "--yolo"));

  expect(ended.code).toBe(0);
  expect(tree.read("node_modules/runs")).toBe(`${tree.root}\nworktree/setup\n`);
  expect(existsSync(join(place.root, "node_modules"))).toBe(false);
});

verifies(
  "PAR-2",
  "one that fails names the first failure and the whole output; typed again it runs again",
  async () => {
    const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    const place = await setUp(`test -e node_modules/ready || { echo "npm ERR! 404 ${key}"; echo later; exit 3; }`);

    const failed = await inTree(place, "login limit");

    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain("worktree.setup failed (exit code 3)");
    expect(failed.stderr.replaceAll(/\s+/g, " ")).toContain("npm ERR! 404 [secret]");
    const kept = readFileSync(join(place.root, ".git", "iflow", "trees", "login-limit.setup.txt"), "utf8");
    expect(kept).toBe("npm ERR! 404 [secret]\nlater\n");
    const tree = treeOf(place, "login-limit");
    expect(stateOf(tree)).toEqual({ head: `refs/heads/feature/${FEATURE}`, status: "" });

    await place.script(ONE_ROUND);
    const again = await place.iflow(...specifyArgs(place, "1", "--yolo"));
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("worktree.setup failed")]);

    await tree.write({ "node_modules/ready": "" });
    expect((await place.iflow(...specifyArgs(place, "1", "--yolo"))).code).toBe(0);
  },
);

verifies("PAR-2", "set-up and folder are the person's to confirm: nothing is made or run before", async () => {
  const place = await setUp("touch ran");

  const refused = await place.iflowWith({ env: { IFLOW_TRUST: "" } }, "create-feature", "login limit", "--worktree");

  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("worktree.setup")]);
  expect([existsSync(`${place.root}.trees`), place.git("branch", "--list", "feature/*")]).toEqual([false, ""]);
});

verifies("PAR-2", "what it changes in the project is named, or it would pass for an agent's work", async () => {
  const place = await setUp("echo 1 > package-lock.json");
  const made = await inTree(place, "login limit");
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("worktree.setup changed package-lock.json")]);
});
