// finish-feature with a pull request.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import { BRANCH, FINISH, finishArgs, finishedFeature } from "../../../support/finish-story.ts";
import { withRemote } from "../../../support/published.ts";
import { FEATURE, FOLDER } from "../../../support/story.ts";

const published = async () => withRemote(await finishedFeature(FINISH));

verifies(
  "FIN-1",
  "--pr pushes the branch and opens a pull request; nothing is merged and the branch stays",
  async () => {
    const { place, remote, tools, finish } = await published();
    const main = place.git("rev-parse", "main");

    const ended = await finish(...finishArgs(place, "--pr", "--yolo"));

    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(ended.stdout).toContain("https://example.invalid/pull/7");
    expect(place.git("rev-parse", "main")).toBe(main);
    const pushed = execFileSync("git", ["--git-dir", remote, "rev-parse", BRANCH], { encoding: "utf8" }).trim();
    expect([pushed, place.git("symbolic-ref", "--short", "HEAD")]).toEqual([place.git("rev-parse", BRANCH), BRANCH]);
    const calls = readFileSync(join(tools, "calls"), "utf8");
    expect(calls).toContain(`pr create --head ${BRANCH} --base main --title Feature: login-limit`);
    const body = readFileSync(join(tools, "body"), "utf8");
    expect(body).toContain(`- \`${FOLDER}/spec.md\``);
    expect(body).toContain("It went well.");
    expect(JSON.parse(place.git("show", `${BRANCH}:${FOLDER}/.meta.json`)).status).toBe("completed");
  },
);

verifies("FIN-1", "a gh that fails is a pause; going on finds the branch pushed and opens one request", async () => {
  const { place, tools, finish } = await published();
  await writeFile(join(tools, "broken"), "");
  const stopped = await finish(...finishArgs(place, "--pr", "--yolo"));
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("gh auth login")]);
  await writeFile(join(tools, "body"), "opened by hand");
  const ended = await finish("--json", "continue");
  expect(JSON.parse(ended.stdout).data.pullRequest).toBe("https://example.invalid/pull/7");
  expect(readFileSync(join(tools, "calls"), "utf8").match(/pr create/g)).toHaveLength(1);
});

verifies("FIN-1", "a merge with a remote pushes nothing and names the command that would", async () => {
  const { place, remote, tools, finish } = await published();
  const ended = await finish(...finishArgs(place, "--merge"));
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("Next: git push origin main")]);
  const heads = execFileSync("git", ["--git-dir", remote, "for-each-ref", "--format=%(refname)"], { encoding: "utf8" });
  expect(heads.trim()).toBe("refs/heads/main");
  expect(execFileSync("git", ["--git-dir", remote, "log", "--format=%s", "main"], { encoding: "utf8" })).toBe(
    "start\n",
  );
  expect(existsSync(join(tools, "body"))).toBe(false);
});

test("--pr where none can be opened stops before anything is paid", async () => {
  const place = await finishedFeature(FINISH);
  const stopped = await place.iflow(...finishArgs(place, "--pr"));
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("this repository has no remote")]);
  expect(existsSync(join(place.runFolder(FEATURE, 1, "finish"), "dispatches"))).toBe(false);
  const both = await place.iflow(...finishArgs(place, "--pr", "--merge"));
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be combined")]);
});
