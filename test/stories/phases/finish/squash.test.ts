// `finish-feature --squash`: one commit on the base branch; the single ones stay in a ref, and the feature counts as merged.
import { expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import { addHook, BRANCH, FINISH, finishArgs, finishedFeature } from "../../../support/finish-story.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { FEATURE } from "../../../support/story.ts";
import { addSecond, branch, FIRST, finish, firstFeature, meta, SECOND } from "../../../support/two-features.ts";

const REF = `refs/iflow/squashed/${FEATURE}`;

verifies("FIN-1", "U11: --squash makes one commit, names what is in it, and keeps the single commits", async () => {
  const place = await finishedFeature(FINISH);
  const start = place.git("rev-parse", "main");
  const ended = await place.iflow(...finishArgs(place, "--squash"));
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(ended.stdout).toContain(`${FEATURE} is merged into main as one commit (`);
  expect(ended.stdout).toContain(`  its single commits: git log ${REF}`);

  const tip = place.git("rev-parse", REF);
  expect(place.git("log", "-1", "--format=%P", "main")).toBe(start);
  expect(place.git("rev-parse", "main^{tree}")).toBe(place.git("rev-parse", `${tip}^{tree}`));
  const subjects = place.git("log", "--reverse", "--format=- %s", `${start}..${tip}`);
  expect(place.git("log", "-1", "--format=%B", "main")).toBe(
    [
      `Feature ${FEATURE}: login limit\n`,
      `${subjects.split("\n").length} commits, oldest first:\n`,
      `${subjects}\n`,
      "Iflow-Step: finish/1/0/merge/1",
      `Iflow-Squashed: ${tip}`,
    ].join("\n"),
  );
  expect(place.git("branch", "--list", BRANCH)).toBe("");
  expect([place.git("status", "--porcelain"), place.git("symbolic-ref", "--short", "HEAD")]).toEqual(["", "main"]);
  expect(meta(place, FEATURE, "main").status).toBe("completed");
});

verifies(
  ["FIN-1", "TR-6"],
  "U11: a squashed feature counts as merged, also where its branch is still around",
  async () => {
    const place = await finishedFeature(FINISH);
    expect((await place.iflow(...finishArgs(place, "--squash"))).code).toBe(0);
    place.git("branch", BRANCH, REF); // as in another clone
    place.git("switch", "--quiet", BRANCH);
    const created = await place.iflow("create-feature", "reset mail"); // no question where it begins
    expect([created.code, created.stderr]).toEqual([0, expect.any(String)]);
    expect(place.git("merge-base", "main", branch(SECOND))).toBe(place.git("rev-parse", "main"));
    expect((await place.json("list", "--all")).document.data.features[0]).toMatchObject({ state: "completed" });
  },
);

verifies(["FIN-1", "TR-6"], "U11: a feature that others are built on is not squashed, and can be merged", async () => {
  const place = await firstFeature();
  await addSecond(place, "--from", FIRST);
  place.git("switch", "--quiet", branch(FIRST));
  const main = place.git("rev-parse", "main");
  const stopped = await finish(place, FIRST, "--squash");
  expect(stopped.code).toBe(3);
  expect(stopped.stderr).toContain(`${FIRST} cannot become one commit: ${SECOND} is built on it.`);
  expect(place.git("rev-parse", "main")).toBe(main);

  const fix = /Fix: iflow (finish-feature .+?)(?: {3}|\n)/.exec(stopped.stderr)?.[1] ?? "";
  const merged = await place.iflow(...fix.split(" ")); // as it was printed
  expect([merged.code, merged.stderr]).toEqual([0, expect.any(String)]);
  expect(place.git("log", "-1", "--format=%P", "main").split(" ")).toHaveLength(2);
});

verifies("FIN-1", "U11: a hook that refuses leaves both branches as they were; the next attempt squashes", async () => {
  const place = await finishedFeature(FINISH);
  await onMain(place, "pre-commit", "echo no commits today; exit 1");
  const before = place.git("rev-parse", "main");
  const stopped = await place.iflow(...finishArgs(place, "--squash"));
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("no commits today")]);
  expect(place.git("rev-parse", "main")).toBe(before);
  expect([place.git("status", "--porcelain"), place.git("symbolic-ref", "--short", "HEAD")]).toEqual(["", BRANCH]);

  await onMain(place, "pre-commit", "exit 0");
  const ended = await place.iflow("continue");
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(place.git("log", "-1", "--format=%P", "main")).toBe(before);
});

verifies("FIN-1", "U11: one way to end at a time", async () => {
  const place = await finishedFeature(FINISH);
  const ended = await place.iflow(...finishArgs(place, "--squash", "--pr"));
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("--squash and --pr cannot be combined")]);
});

/** A hook that says something only on the base branch. */
function onMain(place: Workplace, hook: string, line: string): Promise<void> {
  return addHook(place, hook, `[ "$(git symbolic-ref --short HEAD)" = main ] || exit 0\n${line}`);
}
