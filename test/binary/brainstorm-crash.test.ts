// kill -9 anywhere in a brainstorm, then the same command again: the same PRD and history, no reply paid for twice, and
// still nothing committed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  brainstorm,
  brainstormArgs,
  iflow,
  NOW,
  PRD_PATH,
  REJECTED_ONCE,
  runFolder,
} from "../support/brainstorm-story.ts";
import { copyOf, killAtAll, killsOnce, momentsOf, once, templateOf, withTurn } from "../support/crash.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { paidRoles } from "../support/traces.ts";

test("killed again and again, at journal lines all along, it ends as if nothing had happened", async () => {
  const whole = await workplace(REJECTED_ONCE);
  const template = await templateOf(whole);
  expect((await brainstorm(whole, "--yolo")).code).toBe(0);
  const wanted = traces(whole);

  await killAtAll(momentsOf(runFolder(whole)), {
    start: () => copyOf(template),
    command: (place) => brainstormArgs(place, "--yolo"),
    env: { IFLOW_NOW: NOW },
    expectEnd: (place, ended, kills) => {
      expect(`${kills}: ${ended.stderr}${ended.stdout}`).toContain("PRD ready in 2 rounds");
      expect(traces(place), kills).toEqual(wanted);
    },
  });
}, 600_000);

test.each(
  sampled([
    ["codebase-explorer", 0],
    ["knowledge-searcher", 0],
    ["prd-author", 0],
    ["prd-author", 1],
    ["prd-reviewer", 1],
    ["brainstorm-reviewer", 0],
  ] as const),
)("killed inside %s, turn %i: that dispatch is sent again, the others stand", async (role, turn) => {
  const place = await workplace();
  const mark = join(place.root, ".git", "killed");
  await place.script(withTurn(REJECTED_ONCE, role, turn, { run: [killsOnce(mark)] }));
  expect((await brainstorm(place.built, "--yolo")).signal).toBe("SIGKILL");

  const ended = await iflow(place, "continue", "--yolo");

  expect(ended.stderr + ended.stdout).toContain("PRD ready in 2 rounds");
  expect(traces(place)).toEqual(await undisturbedTraces());
  if (role === "prd-author") expect(ended.stderr).toContain("-interrupted.patch");
});

const undisturbedTraces = once(async () => {
  const place = await workplace(REJECTED_ONCE);
  expect((await brainstorm(place, "--yolo")).code).toBe(0);
  return traces(place);
});

/** What must be equal; the clock stands still. */
function traces(place: Workplace) {
  return {
    log: place.git("log", "--all", "--format=%s"),
    status: place.git("status", "--porcelain", "--untracked-files=all"),
    prd: place.read(PRD_PATH),
    history: readFileSync(join(runFolder(place), "review-history.md"), "utf8"),
    paid: paidRoles(runFolder(place)),
  };
}
