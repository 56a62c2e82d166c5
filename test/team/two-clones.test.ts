// Two clones of one repository with separate homes, and one database: what happens in one is seen, answered and stopped in the
// other. The password of the address is a canary: it may be nowhere but in the environment.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/adapters/database/database.ts";
import { makeTables } from "../../src/adapters/database/schema.ts";
import { MAIN, workplaceIn } from "../support/iflow.ts";
import { approve, FEATURE, ONE_ROUND, spec, writes } from "../support/story.ts";
import { emptyDatabase } from "../support/team-database.ts";
import { repoAt, tempFolder, tempRepo } from "../support/temp-repo.ts";
import { until } from "../support/until.ts";

const CANARY = "open-sesame-canary";
const shared = emptyDatabase();

/** A team with an origin and two clones of it. */
async function team() {
  const { url, database } = await shared;
  const address = new URL(url);
  address.password = CANARY; // the server of the tests asks for none
  const first = await tempRepo();
  const origin = join(await tempFolder(), "origin.git");
  execFileSync("git", ["clone", "--quiet", "--bare", first.root, origin]);
  const clone = async () => {
    const [root, home] = [join(await tempFolder(), "shop"), await tempFolder()];
    execFileSync("git", ["clone", "--quiet", origin, root]);
    const config = "[user]\n\tname = iflow test\n\temail = test@iflow.invalid\n[commit]\n\tgpgsign = false\n";
    appendFileSync(join(root, ".git", "config"), config);
    const place = workplaceIn(repoAt(root));
    const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", IFLOW_TEAM_DB: address.href };
    const iflow = (...args: string[]) => place.iflowWith({ env }, ...args);
    const json = async (...args: string[]) => JSON.parse((await iflow("--json", ...args)).stdout);
    const specify = () => iflow("specify", "--runtime", "scripted", "--script", place.scriptPath);
    return { ...place, home, env, iflow, json, specify };
  };
  return { database, origin, clone, address: address.href };
}

test("without tables, and with those of another version, every command that needs runs says what to do", async () => {
  const { clone, database } = await team();
  const place = await clone();
  const bare = await place.iflow("status");
  expect(bare.code).not.toBe(0);
  expect(bare.stderr).toMatch(/no tables of iflow yet[\s\S]*iflow team init/);
  expect((await place.iflow("doctor")).stdout).toMatch(/team .*no tables of iflow yet/);

  const made = await place.iflow("team", "init");
  expect(made.code).toBe(0);
  expect(made.stdout).toContain("export IFLOW_TEAM_DB=postgresql://NAME:PASSWORD@127.0.0.1");
  expect((await place.iflow("team", "init")).stdout).toContain("there already");
  const team_ = await place.iflow("team");
  expect(team_.stdout).toMatch(/team +127\.0\.0\.1:\d+\/iflow_/);

  await database.rows("update iflow.schema set version = 99");
  const other = await place.iflow("status");
  expect(other.stderr).toMatch(/version 99[\s\S]*same version/);
  await database.rows("update iflow.schema set version = 1");
  for (const { stdout, stderr } of [bare, made, team_, other]) expect(stdout + stderr).not.toContain(CANARY);
});

test("a database that is away is told without a stack, and what needs no runs works", async () => {
  const { clone, address } = await team();
  const place = await clone();
  const away = new URL(address);
  away.port = "1";
  const env = { ...place.env, IFLOW_TEAM_DB: away.href };
  const status = await place.iflowWith({ env }, "status");
  expect(status.code).not.toBe(0);
  expect(status.stderr).toMatch(/cannot be\s+reached[\s\S]*Fix: /);
  expect(status.stderr).not.toMatch(/^ +at |canary/m);
  const config = await place.iflowWith({ env }, "config", "team.db");
  expect(config).toMatchObject({ code: 0, stdout: expect.stringMatching(/^127\.0\.0\.1:1\/iflow_/) });
});

/** An author that works until the test lets it go. */
const GATED = {
  ...ONE_ROUND,
  "spec-author": [writes(spec(), { run: ["while [ ! -e .git/go ]; do sleep 0.05; done"] })],
};

test("a database that a clone brings along is not opened before iflow trust", async () => {
  const { clone } = await team();
  const place = await clone();
  await place.write({ "iflow.config.json": JSON.stringify({ team: { db: "postgresql://127.0.0.1:1/theirs" } }) });
  const { IFLOW_TEAM_DB: _, ...env } = place.env;
  const stranger = { ...env, IFLOW_TRUST: "" };
  expect((await place.iflowWith({ env: stranger }, "status")).code).toBe(0);
  expect((await place.iflowWith({ env: stranger }, "team")).stdout).toContain("kept on this machine");
  const trusting = await place.iflowWith({ env }, "status"); // as after iflow trust
  expect(trusting.stderr).toMatch(/127\.0\.0\.1:1\/theirs cannot be\s+reached/);
});

describe("what is done in one clone", () => {
  test("is seen, answered and paid for in the other; what needs its files is refused there with words", async () => {
    const { clone, origin, database } = await team();
    const [here, there] = [await clone(), await clone()];
    await here.iflow("team", "init");
    const listing = writes(spec(), { run: ["env > .git/what-an-agent-sees"] });
    await here.script({ ...ONE_ROUND, "spec-author": [listing] });
    expect((await here.iflow("create-feature", "login limit")).code).toBe(0);
    expect((await there.json("status")).data.features).toMatchObject([
      { key: FEATURE, description: "login limit", what: expect.stringContaining(`in ${here.root} on `) },
    ]);
    expect((await here.specify()).code).toBe(4); // its author may ask three things
    expect((await there.iflow("answer", "1", "skip")).code).toBe(0);
    expect((await here.iflow("continue", "1")).code).toBe(4); // whether to go on

    const [row] = (await there.json("status")).data.features;
    expect(row).toMatchObject({ state: "waiting", phase: "specify", next: expect.stringContaining("iflow answer") });
    expect((await there.iflow("show", "1")).stdout).toMatch(/spec-author[\s\S]*spec-reviewer/);
    expect((await there.iflow("show", "1", "--dispatch", "1")).stdout).toContain("login limit");
    expect((await there.json("cost", "1")).data.total.dispatches).toBe(3);
    expect((await there.iflow("history", "1")).stdout).toContain("spec-reviewer");
    const refused = await there.iflow("continue", "1");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(here.root);
    const dry = await there.iflow("specify", "--dry-run");
    expect(dry.code).not.toBe(0);

    const answered = await there.iflow("answer", "1", "continue");
    expect(answered.stdout).toMatch(/continue[\s\S]*Next, in .*shop on /);
    expect((await here.iflow("continue", "1")).code).toBe(0);

    // between two phases: what is not pushed is missing, what is pushed and fetched is enough
    const [idle] = (await there.json("status")).data.features;
    expect(idle).toMatchObject({ state: "idle", what: expect.stringContaining("specify approved"), next: null });
    const missing = await there.iflow("design");
    expect(missing.stderr).toMatch(/come further elsewhere[\s\S]*git fetch origin/);
    here.git("push", "--quiet", "origin", `feature/${FEATURE}`);
    there.git("fetch", "--quiet", "origin", `feature/${FEATURE}:feature/${FEATURE}`);
    there.git("switch", "--quiet", `feature/${FEATURE}`);
    // a script follows the past of its feature: what the other clone has played is behind it
    const twice = { reply: approve() };
    await there.script({
      "spec-author": [writes(spec()), writes(spec("- AC-2: once more.\n"))],
      ...{ "spec-reviewer": [twice, twice], "phase-reviewer": [twice, twice] },
    });
    const again = await there.iflow(
      ...["specify", "--rerun", "--yolo", "--runtime", "scripted", "--script", there.scriptPath],
    );
    expect(again.code === 0 ? "" : again.stderr + again.stdout).toBe("");
    expect(again.code).toBe(0);
    expect((await here.json("cost", "1")).data.total.dispatches).toBe(6);
    expect((await here.json("show", "1")).data.runs.map((run: { id: string }) => run.id)).toEqual([
      `${FEATURE}.specify.1`,
      `${FEATURE}.specify.2`,
    ]);
    expect((await here.iflow("implement")).stderr).toContain(there.root);

    const { stdout } = await there.iflow("gc", "--older-than", "0d", "--yes");
    expect(stdout).not.toContain(CANARY);
    expect(filesWith("IFLOW_STEP=", [join(here.root, ".git", "what-an-agent-sees")])).toHaveLength(1);
    expect(filesWith(CANARY, [here.root, here.home, there.root, there.home, origin])).toEqual([]);
    expect(await rowsWith(CANARY, database)).toEqual([]);
    expect(await rowsWith("login limit", database)).toContain("feature"); // so a row that had it would be found
  });

  test("is watched and stopped from the other, each a process of its own, and continues where it was", async () => {
    const { clone, database } = await team();
    const [here, there] = [await clone(), await clone()];
    await makeTables(database);
    await here.script(GATED);
    await here.iflow("create-feature", "login limit");
    const watch = startWatch(there);
    const words = ["specify", "--yolo", "--runtime", "scripted", "--script", here.scriptPath];
    const run = here.built.iflowWith({ env: here.env }, ...words);
    await until(() => watch.told().includes('"dispatch-started"'));
    expect((await there.json("status")).data.features).toMatchObject([{ state: "running" }]);
    const [mover] = (await there.json("team")).data.movers;
    expect(mover).toMatchObject({ feature: FEATURE, command: "iflow specify" });

    const stop = there.built.iflowWith({ env: there.env }, "--json", "stop", "1");
    while ((await database.rows("select 1 from iflow.stop")).length === 0) await sleep(50);
    writeFileSync(join(here.root, ".git", "go"), "");
    const [ended, stopped] = await Promise.all([run, stop]);

    expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining("iflow stop was called")]);
    expect(JSON.parse(stopped.stdout).data.stopped).toMatchObject([{ feature: FEATURE, how: "stopped" }]);
    await until(() => watch.told().includes('"dispatch-ended"'));
    expect(await watch.end()).toBe(0);
    expect((await here.iflow("continue", "1")).code).toBe(0);
    expect((await there.json("cost", "1")).data.total.dispatches).toBe(3); // nothing twice
  });
});

test("a client of the repository looks and answers with its own address, and is told what it may not do", async () => {
  const { here, there, database, ended, child } = await atWork();
  const role = `iflow_anna_${process.pid}`;
  await database.rows(`create role ${role} login`);
  onTestFinished(async () => {
    await database.rows(`drop owned by ${role}`);
    await database.rows(`drop role ${role}`);
  });
  const granted = await here.iflow("team", "grant", role, "--as", "client");
  expect(granted.code === 0 ? granted.stdout : granted.stderr).toContain(`${role} is a client of `);
  const address = new URL(there.env.IFLOW_TEAM_DB);
  address.username = role;
  const anna = (...args: string[]) => there.iflowWith({ env: { ...there.env, IFLOW_TEAM_DB: address.href } }, ...args);

  expect((await anna("status")).stdout).toContain(FEATURE);
  expect((await anna("stop", "1", "--now")).code).toBe(0);
  await ended;
  expect(child.exitCode).toBe(130);
  const refused = await anna("create-feature", "dark mode");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/this role may not do that[\s\S]*Fix: /);
  expect(there.git("branch", "--list", "feature/*")).toBe("");
  const again = await there.iflow("team", "grant", "nobody-at-all", "--as", "worker");
  expect(again.stderr).toContain('create role "nobody-at-all" login');
});

/** A process whose author works and waits; what is there of it by the time it is killed or cut off. */
async function atWork() {
  const { clone, database, origin } = await team();
  const [here, there] = [await clone(), await clone()];
  await makeTables(database);
  await here.script(GATED);
  await here.iflow("create-feature", "login limit");
  const words = ["specify", "--yolo", "--runtime", "scripted", "--script", here.scriptPath];
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: here.root, env: { ...process.env, ...here.env } });
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const repository = origin.replace(".git", "");
  const notes = "select 1 from iflow.record where repository = $1 and type = 'note' and body like '%spawned%'";
  while ((await database.rows(notes, [repository])).length === 0) await sleep(50);
  return { here, there, database, repository, child, ended, said: () => said };
}

type AtWork = Awaited<ReturnType<typeof atWork>>;

/** `sent`: dispatches in all, with what was ended. */
async function continuesWhereItWas({ here, there }: AtWork, sent: number) {
  writeFileSync(join(here.root, ".git", "go"), "");
  while ((await there.json("team")).data.movers.length > 0) await sleep(50);
  const [row] = (await there.json("status")).data.features;
  expect(row).toMatchObject({ state: "interrupted", next: null, what: expect.stringContaining(`in ${here.root} on `) });
  const refused = await there.iflow("continue", "1");
  expect(refused.stderr).toMatch(/worked on elsewhere[\s\S]*watched, answered and\s+stopped/);
  const continued = await here.iflow("continue", "1");
  expect(continued.code === 0 ? "" : continued.stderr).toBe("");
  expect((await there.json("cost", "1")).data.total.dispatches).toBe(sent);
}

test("a process that is killed is told as gone everywhere at once, and its run continues where it was", async () => {
  const work = await atWork();
  work.child.kill("SIGKILL");
  await work.ended;
  await continuesWhereItWas(work, 3);
});

test("a process whose hold on the feature is cut off ends itself, and its run continues where it was", async () => {
  const work = await atWork();
  const cut = "select pg_terminate_backend(backend) from iflow.holder where repository = $1";
  await work.database.rows(cut, [work.repository]);
  expect(await work.ended).toBe(130);
  expect(work.said()).toMatch(/connection to the team's database was cut[\s\S]*Fix: .*continue/);
  await continuesWhereItWas(work, 4); // as after Ctrl-C
});

function startWatch({ root, env }: { readonly root: string; readonly env: Record<string, string> }) {
  const child = spawn(process.execPath, [MAIN, "watch", "--json"], { cwd: root, env: { ...process.env, ...env } });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const end = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { told: () => text, end };
}

function filesWith(word: string, folders: readonly string[]): string[] {
  const { status, stdout } = spawnSync("grep", ["-rl", word, ...folders], { encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error("grep failed");
  return stdout.split("\n").filter(Boolean);
}

/** Tables that hold it anywhere. */
async function rowsWith(word: string, database: Database): Promise<string[]> {
  const tables = await database.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'iflow'",
  );
  const found: string[] = [];
  const hex = Buffer.from(word).toString("hex"); // as bytes are printed
  for (const { name } of tables) {
    const rows = await database.rows(
      `select 1 from iflow."${name}" t where position($1 in t::text) > 0 or position($2 in t::text) > 0`,
      [...[word, hex]],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
