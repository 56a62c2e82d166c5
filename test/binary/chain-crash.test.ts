// kill -9 at the edges of a chain: at the end of the brainstorm, while the feature is created, before its first run and
// inside it. The same sentence again, or `iflow continue` without a word, ends as if nothing had happened: one feature, the
// same flags, and no dispatch paid for twice.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { FOUND, IDEA, NOW, PRD_PATH, prd, runFolder, writesPrd } from "../support/brainstorm-story.ts";
import {
  copyOf,
  inPairs,
  type Kill,
  killAt,
  killsOnce,
  momentsOf,
  once,
  templateOf,
  withTurn,
} from "../support/crash.ts";
import { countGit, creationCalls } from "../support/git-shim.ts";
import { type Ended, type Roles, type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { approve, FEATURE, FOLDER, ONE_ROUND } from "../support/story.ts";
import { paidRoles, withoutTimes } from "../support/traces.ts";

const ROLES: Roles = {
  ...FOUND,
  "prd-author": [writesPrd(prd())],
  "prd-reviewer": [{ reply: approve() }],
  "brainstorm-reviewer": [{ reply: approve() }],
  ...ONE_ROUND,
};
const MAX = "17";

const template = once(async () => templateOf(await workplace(ROLES)));
const fresh = async () => {
  const place = await copyOf(await template());
  await place.script(ROLES);
  return place;
};

const run = (place: Workplace, kill?: Partial<Kill>): Promise<Ended> => {
  const words = ["run", IDEA, "--yolo", "--until", "specify", "--max-dispatches", MAX, "--script", place.scriptPath];
  const env = { IFLOW_NOW: NOW, ...kill?.env };
  return kill ? place.built.iflowWith({ env, node: kill.node ?? [] }, ...words) : place.iflowWith({ env }, ...words);
};

/** Typed again with all its words, with none of its flags, or not at all. */
const WAYS: readonly ((place: Workplace) => Promise<Ended>)[] = [
  run,
  (place) => place.iflowWith({ env: { IFLOW_NOW: NOW } }, "run", IDEA),
  (place) => place.iflowWith({ env: { IFLOW_NOW: NOW } }, "continue"),
];

const undisturbed = once(async () => {
  const place = await fresh();
  expect((await run(place)).code).toBe(0);
  return endOf(place);
});

verifies(
  "SAFE-5",
  "F5: a chain that is killed at one of its edges is continued by the same sentence, or by continue",
  async () => {
    const counted = await countGit();
    const whole = await fresh();
    expect((await run(whole, { env: counted.env })).code).toBe(0);
    const moments = [
      ...momentsOf(runFolder(whole)).slice(3, 5),
      ...(["before", "after"] as const).map((when) => ({ record: "ended ", when })), // of the brainstorm, the first to end
      ...momentsOf(whole.runFolder(FEATURE)).slice(0, 2),
    ];
    const kills = [
      ...moments.map((moment) => ({ name: `${moment.when} ${moment.record}`, kill: killAt(moment) })),
      ...creationCalls(counted.calls()).flatMap(({ at, call }) =>
        (["before", "after"] as const).map((when) => ({ name: `${when} ${call}`, call: { when, at } })),
      ),
    ];
    const points = kills.flatMap((kill) => WAYS.map((again, way) => ({ ...kill, again, way })));

    await inPairs(sampled(points), async ({ name, again, way, ...point }) => {
      const place = await fresh();
      const kill = "call" in point ? { env: (await countGit(point.call)).env } : point.kill;
      expect((await run(place, kill)).signal, name).toBe("SIGKILL");
      const ended = await again(place);
      expect(`${name}, way ${way}: ${ended.code} ${ended.stderr}`).toMatch(/: 0 /);
      expect(endOf(place), `${name}, way ${way}`).toEqual(await undisturbed());
    });
  },
  600_000,
);

verifies(
  "SAFE-5",
  "F5: a kill inside a dispatch costs that dispatch and nothing else, in the brainstorm and in a phase",
  async () => {
    await inPairs(sampled([["prd-reviewer"], ["spec-author"]], 2), async ([role = ""]) => {
      const place = await fresh();
      const mark = join(place.root, ".git", "killed");
      await place.script(withTurn(ROLES, role, 0, { run: [killsOnce(mark)] }));
      expect((await run(place, {})).signal, role).toBe("SIGKILL");
      const ended = await place.iflowWith({ env: { IFLOW_NOW: NOW } }, "run", IDEA);
      expect(`${role} ${ended.code} ${ended.stderr}`).toMatch(/^\S+ 0 /);
      expect(endOf(place), role).toEqual(await undisturbed());
    });
  },
);

function endOf(place: Workplace) {
  const runs = join(place.root, ".git", "iflow", "runs");
  const head = JSON.parse(readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8").split("\n")[0] ?? "");
  const creating = join(place.root, ".git", "iflow", "creating");
  return {
    log: place.git("log", "--all", "--format=%s"),
    branches: place.git("branch", "--format=%(refname) %(HEAD)"),
    status: place.git("status", "--porcelain", "--untracked-files=all"),
    meta: withoutTimes(place.read(`${FOLDER}/.meta.json`)),
    prd: [place.read(`${FOLDER}/prd.md`), place.read(PRD_PATH)],
    runs: readdirSync(runs).sort(),
    paid: [paidRoles(runFolder(place)), paidRoles(place.runFolder(FEATURE))],
    began: { ...head.flags, runtime: head.runtime.id },
    left: existsSync(creating) ? readdirSync(creating) : [],
  };
}
