// Workers of a team: processes with homes and clones of their own, on one database and one origin.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FEATURE, ONE_ROUND, spec, writes } from "../support/story.ts";
import { type Member, teamPlace, type WorkerProcess } from "../support/team-place.ts";
import { until } from "../support/until.ts";

type Team = Awaited<ReturnType<typeof teamPlace>>;

test("what is submitted in one clone is worked on elsewhere, asked about, answered, and handed back whole", async () => {
  const team = await teamPlace();
  const anna = await member(team);
  const one = await team.worker("one", ONE_ROUND);
  await submit(anna, "--until", "specify");

  await team.untilJob({ state: "waiting", opening: 1 });
  expect((await anna.iflow("answer", "1", "skip")).code).toBe(0);
  await team.untilJob({ state: "waiting", opening: 2 });
  expect((await anna.iflow("answer", "1", "continue")).code).toBe(0);
  await team.untilJob({ state: "done", opening: 3 });

  expect(subjects(team)).toEqual(SPECIFIED);
  expect((await anna.json("cost", "1")).data.total.dispatches).toBe(3);
  await until(() => refs(team, "refs/iflow") === "");
  one.child.kill("SIGTERM");
  expect(await one.ended).toBe(0);
  expect((await anna.json("workers")).data).toMatchObject({ workers: [], jobs: [{ state: "done" }] });
});

/** An author that works until the worker's home has a file. */
const GATED = {
  ...ONE_ROUND,
  "spec-author": [writes(spec(), { run: ['while [ ! -e "$HOME/go" ]; do sleep 0.05; done'] })],
};

describe("a worker that is killed at work", () => {
  test("loses and doubles nothing: another one begins again what was in flight, and only that", async () => {
    const team = await teamPlace();
    const anna = await member(team);
    const one = await team.worker("one", GATED);
    await submit(anna, "--yolo", "--until", "specify");
    await atWork(team);
    const two = await team.worker("two", ONE_ROUND);
    await until(() => two.said().includes("ready"));
    one.child.kill("SIGKILL");
    await one.ended;
    const job = await team.untilJob({ state: "done" });

    expect(job).toMatchObject({ opening: expect.any(Number), worker: expect.stringMatching(/^two/) });
    expect(two.said()).toContain("took over 1 from a worker that is gone");
    expect(subjects(team)).toEqual(SPECIFIED);
    expect(await recordedTwice(team)).toEqual([]);
    expect((await anna.json("cost", "1")).data.total.dispatches).toBe(4); // with the one that was in flight
  });
});

test("cancel ends what is at work, and handed over again it goes on where it was", async () => {
  const team = await teamPlace();
  const anna = await member(team);
  const one = await team.worker("one", GATED);
  await submit(anna, "--yolo", "--until", "specify");
  await atWork(team);
  expect((await anna.iflow("submit")).stderr).toMatch(/is being worked on|with the workers already/);
  const cancelled = await anna.iflow("cancel");
  expect(cancelled.code === 0 ? "" : cancelled.stderr).toBe("");
  await until(() => one.said().includes("cancelled"));
  await team.untilJob({ state: "cancelled" });
  expect(existsSync(join(one.home, "go"))).toBe(false);
  expect((await anna.json("team")).data.movers).toEqual([]);
  expect(cancelled.stdout).toContain(`iflow submit ${FEATURE}`);

  open(one);
  await submit(anna, "--yolo", "--until", "specify"); // as it said
  await team.untilJob({ state: "done" });
  expect(subjects(team)).toEqual(SPECIFIED);
});

test("stop pauses a job, and resume is a word: continue", async () => {
  const team = await teamPlace();
  const anna = await member(team);
  const one = await team.worker("one", GATED);
  await submit(anna, "--yolo", "--until", "specify");
  await atWork(team);
  const stopped = anna.iflow("stop", "1");
  await until(async () => (await team.database.rows("select 1 from iflow.stop")).length > 0);
  open(one);
  expect((await stopped).code).toBe(0);
  expect(await team.untilJob({ state: "stopped" })).toMatchObject({ told: expect.stringContaining("iflow stop") });
  const resumed = await anna.iflow("continue", "1");
  expect(resumed.code === 0 ? "" : resumed.stderr).toBe("");
  await team.untilJob({ state: "done" });
  expect(subjects(team)).toEqual(SPECIFIED);
});

const SPECIFIED = [
  "phase(specify): login-limit - approved",
  "iflow: specify draft",
  `iflow: create feature ${FEATURE}`,
  "start",
];

/** Has made the team's tables and a feature. */
async function member(team: Team): Promise<Member> {
  const anna = await team.member();
  expect((await anna.iflow("team", "init")).code).toBe(0);
  expect((await anna.iflow("create-feature", "login limit")).code).toBe(0);
  return anna;
}

async function submit(anna: Member, ...words: string[]): Promise<void> {
  const { code, stderr } = await anna.iflow("submit", ...words);
  expect(code === 0 ? "" : stderr).toBe("");
}

/** An agent has been sent its work. */
async function atWork({ database }: Team): Promise<void> {
  const notes = "select 1 from iflow.record where type = 'note' and body like '%spawned%'";
  await until(async () => (await database.rows(notes)).length > 0);
}

const open = ({ home }: WorkerProcess) => writeFileSync(join(home, "go"), "");

async function recordedTwice({ database }: Team) {
  return database.rows(
    "select run, body::json ->> 'step' as step from iflow.record where type = 'done' group by 1, 2 having count(*) > 1",
  );
}

const refs = ({ origin }: Team, under: string) =>
  execFileSync("git", ["for-each-ref", under], { cwd: origin, encoding: "utf8" });

function subjects({ origin }: Team): string[] {
  const text = execFileSync("git", ["log", "--format=%s", `feature/${FEATURE}`], { cwd: origin, encoding: "utf8" });
  return text.trim().split("\n");
}

test("the settings of the branch that is worked on count for nothing on a worker", async () => {
  const team = await teamPlace();
  const anna = await team.member();
  await anna.place.write({ "iflow.config.json": JSON.stringify({ checks: { test: "touch ~/pwned" } }) });
  const settings = JSON.stringify({ checks: { test: "npm test" }, review: { maxRounds: 1 } });
  const { IFLOW_TEAM_DB: _, ...own } = anna.env;
  const env = { ...own, IFLOW_TRUST: "", IFLOW_WORKER: settings };
  const value = async (key: string) => (await anna.place.iflowWith({ env }, "config", key)).stdout.trim();
  expect(await value("checks.test")).toMatch(/^npm test\b/);
  expect(await value("review.maxRounds")).toMatch(/^5\b/);
});
