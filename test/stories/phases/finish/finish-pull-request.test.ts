// finish-feature with a pull request: a bare repository as the remote and a stub of the `gh` program.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import { BRANCH, FINISH, finishArgs, finishedFeature } from "../../../support/finish-story.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { FEATURE, FOLDER } from "../../../support/story.ts";
import { tempFolder } from "../../../support/temp-repo.ts";

/** Keeps what it was told; an open pull request is listed from then on. */
const GH = `#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
case "$1 $2" in
  "pr list") if [ -f "$here/body" ]; then echo '[{"url":"https://example.invalid/pull/7"}]'; else echo '[]'; fi ;;
  "pr create") [ -f "$here/broken" ] && { echo "gh auth login" >&2; exit 4; }
    cat > "$here/body"; echo "https://example.invalid/pull/7" ;;
esac
`;

interface Published {
  readonly place: Workplace;
  readonly remote: string;
  readonly tools: string;
  finish(...args: string[]): ReturnType<Workplace["iflow"]>;
}

async function published(): Promise<Published> {
  const place = await finishedFeature(FINISH);
  const folder = await tempFolder();
  const [remote, tools] = [join(folder, "remote.git"), join(folder, "tools")];
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
  place.git("remote", "add", "origin", remote);
  place.git("push", "--quiet", "--set-upstream", "origin", "main");
  await mkdir(tools);
  await writeFile(join(tools, "gh"), GH);
  await chmod(join(tools, "gh"), 0o755);
  const env = { PATH: `${tools}:${process.env.PATH}` };
  return { place, remote, tools, finish: (...args) => place.iflowWith({ env }, ...args) };
}

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
