// kill -9 around every call of git that squashes a feature, then `iflow continue`: one commit, the single ones in their ref,
// nothing staged and nothing paid twice.
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, killAtGit, once } from "../support/crash.ts";
import { addHook, BRANCH, FINISH, finishArgs, finishedFeature } from "../support/finish-story.ts";
import type { Workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { FEATURE } from "../support/story.ts";
import { tracesOf } from "../support/traces.ts";

/** In a hook: ends git and the iflow that started it. */
const CUT_OFF = "kill -9 $(ps -o ppid= -p $PPID) $PPID";
const REF = `refs/iflow/squashed/${FEATURE}`;

const undisturbedTraces = once(async () => {
  const place = await finishedFeature(FINISH);
  expect((await place.iflow(...finishArgs(place, "--yolo", "--squash"))).code).toBe(0);
  return traces(place);
});

// [which call of git, by its first word]
const CALLS = [
  ["the switch to the base branch", "switch", 1],
  ["the merge that stages it", "merge", 1],
  ["the commit", "commit", 2], // the first one completes the feature
  ["the ref that keeps the commits, with the branch's deletion", "update-ref", 2], // the first one is the retrospective's
] as const;
const MOMENTS = CALLS.flatMap((call) => (["before", "after"] as const).map((when) => [...call, when] as const));

for (const [name, word, at, when] of sampled(MOMENTS, 4)) {
  verifies(["FIN-1", "SAFE-4"], `U11: killed right ${when} ${name}: squashed once`, async () => {
    const place = await finishedFeature(FINISH);
    const kill = killAtGit({ word, at, when });
    const killed = await place.built.iflowWith(kill, ...finishArgs(place, "--yolo", "--squash"));
    expect(killed.signal).toBe("SIGKILL");
    const isSquashed = word === "update-ref" || (word === "commit" && when === "after");
    expect(place.git("log", "-1", "--format=%B", "main").includes("Iflow-Squashed: ")).toBe(isSquashed);
    await expectSquashed(place);
  });
}

for (const hook of sampled(["pre-commit", "commit-msg", "post-commit"])) {
  verifies(
    ["FIN-1", "SAFE-4"],
    `U11: cut off in the middle of its commit (${hook}), with git: squashed once`,
    async () => {
      const place = await finishedFeature(FINISH);
      await addHook(place, hook, `[ "$(git symbolic-ref --short HEAD)" = main ] && ${CUT_OFF}\nexit 0`);
      expect((await place.built.iflow(...finishArgs(place, "--yolo", "--squash"))).signal).toBe("SIGKILL");
      expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("main");
      await addHook(place, hook, "exit 0");
      await expectSquashed(place);
    },
  );
}

async function expectSquashed(place: Workplace): Promise<void> {
  const ended = await place.iflow(...continueArgs(place, "--feature", FEATURE));
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(traces(place)).toEqual(await undisturbedTraces());
  expect(place.git("branch", "--list", BRANCH)).toBe("");
}

function traces(place: Workplace) {
  return {
    ...tracesOf(place, "finish", "--name-status", "main"),
    kept: place.git("log", "--reverse", "--format=%s", REF),
    head: place.git("symbolic-ref", "HEAD"),
    message: place.git("log", "-1", "--format=%B", "main").replaceAll(/[0-9a-f]{40}/g, "TIP"),
    leftover: place.git("status", "--long"),
  };
}
