// The built command answers bare `iflow`, `status` and `--help` without loading the whole program: what it says is the same,
// and where something is not plain the whole program says it.
import { expect, test } from "vitest";
import { countGit } from "../support/git-shim.ts";
import { workplace } from "../support/iflow.ts";
import { createFeature, FEATURE, ONE_ROUND, specify } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";

const LOOKS = [[], ["status"], ["--json"], ["--json", "status"], ["--no-unicode", "status"], ["--help"], ["-v"]];

test("a quick look says what the whole program says, and starts no git", async () => {
  const place = await workplace(ONE_ROUND);
  const env = { IFLOW_NOW: "2026-03-01T10:00:00.000Z" };
  const expectSame = async (gitCalls: number) => {
    for (const words of LOOKS) {
      const git = await countGit();
      const quick = await place.built.iflowWith({ env: { ...env, ...git.env } }, ...words);
      const whole = await place.iflowWith({ env }, ...words);
      expect([words, quick.code, quick.stdout, quick.stderr]).toEqual([words, whole.code, whole.stdout, whole.stderr]);
      expect([words, git.calls().length <= gitCalls]).toEqual([words, true]);
    }
  };
  await expectSame(0);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4); // a question is open
  await place.write({ "iflow.config.json": '{"checks": {"test": "npm test"}}' });
  await expectSame(0);
  place.git("switch", "--quiet", "main");
  await expectSame(1); // what the branch says of its feature
  place.git("merge", "--quiet", `feature/${FEATURE}`);
  place.git("branch", "--quiet", "--delete", `feature/${FEATURE}`);
  await expectSame(0); // as after every merge
});

test("what is not plain is left to the whole program", async () => {
  const place = await workplace(ONE_ROUND);
  const outside = await place.built.iflow("--cwd", await tempFolder());
  expect([outside.code, outside.stdout]).toEqual([0, expect.stringMatching(/iflow .*demo/)]);
  await createFeature(place);
  place.git("config", "core.worktree", place.root);
  expect((await place.built.iflow()).stdout).toContain(FEATURE);
  await place.write({ "iflow.config.json": '{\n  "chekcs": {}\n}\n' });
  const wrong = await place.built.iflow("status");
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    ...[2, "", 'iflow: unknown key "chekcs" (iflow.config.json, line 2)\n  Fix: Did you mean "checks"?\n'],
  ]);
});
