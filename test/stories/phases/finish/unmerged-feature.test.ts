// finish never merges a second feature by accident: whose commits are on the branch is read from git.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Ended, Workplace } from "../../../support/iflow.ts";
import { tempFolder, writeFiles } from "../../../support/temp-repo.ts";
import {
  addSecond,
  branch,
  commit,
  FIRST,
  finish,
  firstFeature,
  implement,
  meta,
  SECOND,
} from "../../../support/two-features.ts";

const HOLDS = `${SECOND} holds unmerged commits of ${FIRST}.`;
const onMain = (place: Workplace) => place.git("ls-tree", "-r", "--name-only", "main", "src");

/** Exit 3, the other feature named, nothing merged, no agent asked. */
function expectStop(place: Workplace, ended: Ended, words = HOLDS): void {
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining(words)]);
  expect(onMain(place)).toBe("");
  expect(existsSync(join(place.runFolder(SECOND, 1, "finish"), "dispatches"))).toBe(false);
}

verifies(
  "TR-6",
  "T11: a stacked feature waits for the one below, also under --yolo, and is merged after it",
  async () => {
    const place = await firstFeature();
    await addSecond(place, "--from", FIRST);

    const stopped = await finish(place, SECOND, "--yolo");
    expectStop(place, stopped, `YOLO MODE STOPPED: ${HOLDS}`);
    expect(stopped.stderr).toContain(
      [
        `  Finish ${FIRST} first:`,
        `    git switch ${branch(FIRST)}`,
        `    iflow finish-feature ${FIRST}`,
        "  or leave its commits out:",
        `    git rebase --onto main ${branch(FIRST)} ${branch(SECOND)}`,
        "  Nothing was merged.",
        "  Fix: do that, then: iflow continue",
      ].join("\n"),
    );
    expectStop(place, await place.iflow("continue", `--feature=${SECOND}`)); // nothing has changed

    place.git("switch", "--quiet", branch(FIRST));
    expect((await finish(place, FIRST, "--yolo")).code).toBe(0);
    expect(onMain(place)).toBe("src/limit.mjs");
    place.git("switch", "--quiet", branch(SECOND));
    const ended = await place.iflow("continue", `--feature=${SECOND}`, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(onMain(place)).toBe("src/limit.mjs\nsrc/mail.mjs");
    expect([meta(place, FIRST, "main").status, meta(place, SECOND, "main").status]).toEqual(["completed", "completed"]);
  },
);

verifies("TR-6", "T11: without the other's commits, as the message says, the merge is free", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", FIRST);
  expectStop(place, await finish(place, SECOND, "--merge"));

  place.git("rebase", "--quiet", "--onto", "main", branch(FIRST), branch(SECOND));
  const asked = await place.iflow("continue", `--feature=${SECOND}`);
  expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("has moved since iflow last worked on it")]);
  await place.iflow("answer", "002.1", "include");
  const ended = await place.iflow("continue", `--feature=${SECOND}`);
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(onMain(place)).toBe("src/mail.mjs");
});

verifies("TR-6", "T11: the record is not asked: a branch that was merged or picked by hand is found", async () => {
  const merged = await firstFeature();
  await addSecond(merged, "--from", "base");
  merged.git("merge", "--quiet", "--no-edit", branch(FIRST));
  expectStop(merged, await finish(merged, SECOND, "--yolo"));

  const picked = await firstFeature();
  await addSecond(picked, "--from", "base");
  picked.git("cherry-pick", `main..${branch(FIRST)}`);
  expectStop(picked, await finish(picked, SECOND, "--yolo"));
});

verifies("TR-6", "T11: a deleted branch does not hide it: its folder in the tree, unfinished, is enough", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", FIRST);
  place.git("branch", "--quiet", "-D", branch(FIRST));
  const stopped = await finish(place, SECOND, "--yolo");
  expectStop(place, stopped);
  expect(stopped.stderr).toContain(`git rebase --interactive main ${branch(SECOND)}   (drop them)`);

  const squashed = await firstFeature();
  await addSecond(squashed, "--from", "base");
  squashed.git("merge", "--quiet", "--squash", branch(FIRST));
  squashed.git("commit", "--quiet", "--message", "both");
  squashed.git("branch", "--quiet", "-D", branch(FIRST));
  expectStop(squashed, await finish(squashed, SECOND, "--yolo"));
});

verifies("TR-6", "T11: a branch without a folder is another feature's all the same", async () => {
  const place = await firstFeature();
  place.git("switch", "--quiet", "-c", "feature/009-by-hand", "main");
  await commit(place, { "hand.txt": "made\n" }, "by hand");
  await addSecondOn(place, "009-by-hand");
  const ended = await finish(place, "010-reset-mail", "--yolo");
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining("holds unmerged commits of 009-by-hand")]);
});

async function addSecondOn(place: Workplace, key: string): Promise<void> {
  expect((await place.iflow("create-feature", "reset mail", "--from", key)).code).toBe(0);
  await implement(place, "010-reset-mail", { "src/mail.mjs": "export const mail = 1;\n" });
}

verifies(
  "TR-6",
  "T11: one that went on after the branches parted is found; an abandoned one can only be left out",
  async () => {
    const place = await firstFeature();
    await addSecond(place, "--from", FIRST);
    place.git("switch", "--quiet", branch(FIRST));
    await commit(place, { "src/limit.mjs": "export const limit = 6;\n" }, "six");
    await place.iflow("abandon", FIRST, "--yes");
    place.git("switch", "--quiet", branch(SECOND));

    const stopped = await finish(place, SECOND, "--yolo");

    expectStop(place, stopped);
    expect(stopped.stderr).toContain(`${FIRST} was abandoned. Leave its commits out:`);
  },
);

verifies(
  "TR-6",
  "T11: merged as one commit counts as merged; git's own conflicts with it are left to solve",
  async () => {
    const place = await firstFeature();
    await addSecond(place, "--from", FIRST);
    const done = { ...meta(place, FIRST), status: "completed" };
    place.git("switch", "--quiet", "main");
    place.git("merge", "--quiet", "--squash", branch(FIRST));
    await commit(place, { [`docs/features/${FIRST}/.meta.json`]: JSON.stringify(done) }, "first (#1)");
    place.git("switch", "--quiet", branch(SECOND));
    const conflict = await finish(place, SECOND, "--yolo");
    expect([conflict.code, conflict.stderr]).toEqual([3, expect.stringContaining("Merge conflict on main.")]);

    place.git("merge", "--quiet", "--no-edit", "-X", "theirs", "main");
    await place.iflow("continue", `--feature=${SECOND}`);
    await place.iflow("answer", "002.1", "include");
    const ended = await place.iflow("continue", `--feature=${SECOND}`, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(onMain(place)).toBe("src/limit.mjs\nsrc/mail.mjs");
    expect(meta(place, FIRST, "main").status).toBe("completed");
  },
);

verifies("TR-6", "T11: the feature below is merged although another stands on it", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", FIRST);
  place.git("branch", "feature/003-a-backup", branch(FIRST));
  place.git("switch", "--quiet", branch(FIRST));

  const ended = await finish(place, FIRST, "--yolo");
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(onMain(place)).toBe("src/limit.mjs");
});

test("T11: two features that both began on a third branch, as earlier versions allowed, do not hold each other", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", "base");
  place.git("switch", "--quiet", "-c", "wip", "main");
  await commit(place, { "wip.txt": "w\n" }, "wip");
  for (const key of [FIRST, SECOND]) place.git("rebase", "--quiet", "--onto", "wip", "main", branch(key));

  const ended = await finish(place, SECOND, "--yolo");
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
});

test("T11: plans of other features may be made on the branch, and planned ones given up", async () => {
  const place = await firstFeature();
  const planned = (id: string, status: string) => JSON.stringify({ id, slug: "later", status });
  await commit(
    place,
    {
      "docs/features/004-later/.meta.json": planned("004", "planned"),
      "docs/features/005-later/.meta.json": planned("005", "abandoned"),
    },
    "plans",
  );
  const ended = await finish(place, FIRST, "--yolo");
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
});

verifies("TR-6", "T11: no pull request either; what the remote's base branch has is merged", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", FIRST);
  const folder = await tempFolder();
  const remote = join(folder, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
  place.git("remote", "add", "origin", remote);
  place.git("push", "--quiet", "origin", "main");
  await writeFiles(folder, {
    "tools/gh": "#!/bin/sh\n[ \"$2\" = list ] && echo '[]' || echo https://example.invalid/7\n",
  });
  await chmod(join(folder, "tools", "gh"), 0o755);
  const env = { PATH: `${join(folder, "tools")}:${process.env.PATH}` };
  const args = ["finish-feature", `--feature=${SECOND}`, "--pr", "--runtime", "scripted", "--script", place.scriptPath];

  expectStop(place, await place.iflowWith({ env }, ...args));
  expect(execFileSync("git", ["--git-dir", remote, "branch", "--list", "feature/*"], { encoding: "utf8" })).toBe("");

  place.git("push", "--quiet", "origin", `${branch(FIRST)}:main`); // merged there, and not pulled yet
  const ended = await place.iflowWith({ env }, "continue", `--feature=${SECOND}`);
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("https://example.invalid/7")]);
});
