// kill -9 anywhere in finish-feature, then `iflow continue`: the same commits, files and branches, each made once, and no
// reply paid for twice; also in the middle of a check, between the switch and the merge, and after the merge.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { until } from "../contracts/agent-runtime.contract.ts";
import { verifies } from "../requirements.ts";
import {
  continueArgs,
  copyOf,
  isAlive,
  killAfterGit,
  killAtAll,
  momentsOf,
  once,
  templateOf,
} from "../support/crash.ts";
import { addHook, BRANCH, FINISH, finishArgs, finishedFeature, REPAIR, WITH_DOCS } from "../support/finish-story.ts";
import { startIflow, type Workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { FEATURE, FOLDER } from "../support/story.ts";
import { tracesOf } from "../support/traces.ts";

/** In a hook: ends git and the iflow that started it. */
const CUT_OFF = "kill -9 $(ps -o ppid= -p $PPID) $PPID";
const ROLES = { ...WITH_DOCS, fixer: [REPAIR] };

verifies(
  ["FIN-1", "RES-3"],
  "killed again and again, at journal lines all along, the feature ends merged as if nothing had happened",
  async () => {
    const undisturbed = await finishedFeature(ROLES, { broken: true });
    const template = await templateOf(undisturbed);
    expect((await undisturbed.iflow(...finishArgs(undisturbed, "--yolo"))).code).toBe(0);
    const wanted = traces(undisturbed);

    await killAtAll(momentsOf(undisturbed.runFolder(FEATURE, 1, "finish")), {
      start: () => copyOf(template),
      command: continueArgsOf,
      expectEnd: (place, ended, kills) => {
        expect([kills, ended.code, ended.stderr]).toEqual([kills, 0, expect.any(String)]);
        expect(traces(place), kills).toEqual(wanted);
      },
    });
  },
  900_000,
);

const undisturbedTraces = once(async () => {
  const place = await finishedFeature(WITH_DOCS);
  expect((await place.iflow(...finishArgs(place, "--yolo"))).code).toBe(0);
  return traces(place);
});

// [what git has just done, which of its calls]
for (const [name, word, at] of sampled([
  ["the commit of the documentation", "update-ref", 1],
  ["the commit of the retrospective", "update-ref", 2],
  ["the completion commit", "commit", 1],
  ["the switch to the base branch", "switch", 1],
  ["the merge", "merge", 1],
  ["the deletion of the branch", "branch", 1],
] as const)) {
  verifies(["FIN-1", "RES-3"], `killed right after ${name}: found again and not done twice`, async () => {
    const place = await finishedFeature(WITH_DOCS);
    const killed = await place.built.iflowWith(killAfterGit(word, at), ...finishArgs(place, "--yolo"));
    expect(killed.signal).toBe("SIGKILL");
    const ended = await continueRun(place);

    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(traces(place)).toEqual(await undisturbedTraces());
  });
}

// git runs the first hook before it writes down that a merge is under way, the second one after
for (const hook of sampled(["pre-merge-commit", "commit-msg"])) {
  test(`cut off in the middle of its own merge (${hook}): that merge is undone and made again`, async () => {
    const place = await finishedFeature(FINISH);
    place.git("switch", "--quiet", "main");
    await place.write({ "other.txt": "main has moved\n" });
    place.git("add", "other.txt");
    place.git("commit", "--quiet", "--message", "main moved");
    place.git("switch", "--quiet", BRANCH);
    // iflow and git at once, like a power cut; only when the merge is committed
    await addHook(place, hook, `[ "$(git symbolic-ref --short HEAD)" = main ] && ${CUT_OFF}\nexit 0`);
    expect((await place.built.iflow(...finishArgs(place, "--yolo"))).signal).toBe("SIGKILL");
    expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("main");
    expect(place.git("status", "--porcelain")).not.toBe("");
    await addHook(place, hook, "exit 0");

    const ended = await continueRun(place);

    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(place.git("rev-list", "--min-parents=2", "--count", "main")).toBe("1");
    expect([place.git("status", "--porcelain"), place.read("other.txt")]).toEqual(["", "main has moved\n"]);
  });
}

test("killed between writing the completed state and committing it: it is put back first", async () => {
  const place = await finishedFeature(FINISH);
  await addHook(place, "pre-commit", CUT_OFF);
  expect((await place.built.iflow(...finishArgs(place, "--yolo"))).signal).toBe("SIGKILL");
  expect(place.git("status", "--porcelain")).toContain("implementation-log.md");
  await addHook(place, "pre-commit", "exit 0");
  const ended = await continueRun(place);
  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(place.git("status", "--porcelain")).toBe("");
});

test("F2: a check ends when iflow is killed, and is run again", async () => {
  const line = "[ -f .git/pid ] || { echo $$ > .git/pid; exec sleep 600; }";
  const place = await finishedFeature(FINISH, { config: { checks: { test: line } } });
  const { child, ended } = startIflow(place.root, ...finishArgs(place, "--yolo"));
  const pid = await pidIn(place);
  child.kill("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  await until(() => !isAlive(pid));
  expect((await continueRun(place)).code).toBe(0);
});

verifies("FIN-1", "Ctrl-C during a check ends it with all it started, exit 130, and continue goes on", async () => {
  const line = "[ -f .git/pid ] || { sleep 600 & echo $! > .git/pid; sleep 600; }";
  const place = await finishedFeature(FINISH, { config: { checks: { test: line } } });
  const { child, ended } = startIflow(place.root, ...finishArgs(place, "--yolo"));
  const pid = await pidIn(place);
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([130, expect.stringContaining("iflow continue")]);
  expect(isAlive(pid)).toBe(false);
  expect((await continueRun(place)).code).toBe(0);
});

/** What must be equal. */
function traces(place: Workplace) {
  return {
    ...tracesOf(place, "finish", "--topo-order", "--name-status", "main"),
    branches: place.git("branch", "--list", "--format=%(refname:short)"),
    head: place.git("symbolic-ref", "HEAD"),
    retro: place.read(`${FOLDER}/retro.md`),
  };
}

const continueArgsOf = (place: Workplace) => continueArgs(place, "--feature", FEATURE);
const continueRun = (place: Workplace) => place.iflow(...continueArgsOf(place));

async function pidIn(place: Workplace): Promise<number> {
  for (;;) {
    try {
      const pid = Number(place.read(".git/pid"));
      if (pid > 0) return pid;
    } catch {
      // not there yet
    }
    await sleep(50);
  }
}
