// Who may see and do what in a team's database, held by the database itself, whatever a program asks for.
import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/database/database.ts";
import { letIn } from "../../src/adapters/database/roles.ts";
import { createRowRuns } from "../../src/adapters/runs/row-runs.ts";
import { createRowFeed } from "../../src/adapters/runs/rows/feed/row-feed.ts";
import { createRowArchive } from "../../src/adapters/runs/rows/row-archive.ts";
import { createRowJobs } from "../../src/adapters/runs/rows/row-jobs.ts";
import { createRowStops } from "../../src/adapters/runs/rows/row-stops.ts";
import { createRowTeam } from "../../src/adapters/runs/rows/row-team.ts";
import { question, step, suspension } from "../contracts/play-runs.ts";
import { exampleHead } from "../support/run-head.ts";
import { teamDatabase } from "../support/team-database.ts";
import { tempFolder } from "../support/temp-repo.ts";

const shared = teamDatabase();
const clock = { now: () => new Date() };
const SHOP = "github.com/acme/shop";
const BILLING = "github.com/acme/billing";
const TABLES = ["run", "record", "file", "answer", "holder", "feature", "stop", "ledger", "live", "job", "session"];

/** A role of the server with a database connection of its own. */
async function member(as: "worker" | "client", repository: string) {
  const { database, url } = await shared;
  const role = `iflow_${as}_${randomUUID().slice(0, 8)}`;
  await database.rows(`create role ${role} login`);
  await letIn(database, role, as, repository);
  const address = new URL(url);
  address.username = role;
  const own = await openDatabase({ url: address.href, folders: [process.cwd()], connections: 6 });
  afterAll(async () => {
    await own.close();
    await database.rows(`drop owned by ${role}`);
    await database.rows(`drop role ${role}`);
  });
  return { role, database: own };
}

async function storesOf(database: Awaited<ReturnType<typeof member>>["database"], repository: string) {
  const gitDir = await tempFolder();
  const here = { host: "here", clone: gitDir, tree: gitDir };
  const place = { database, repository, mirror: `${gitDir}/team` };
  return {
    runs: createRowRuns({ ...place, gitDir, here, clock }),
    archive: createRowArchive({ ...place, sessions: gitDir }),
    stops: createRowStops(place, async () => ({ host: "here", pid: 1, bootId: "b", startTime: "1" })),
    feed: createRowFeed(place),
    team: createRowTeam(place, here),
  };
}

/** A run of the repository that waits for an answer, moved by a worker. */
async function waitingRun(repository: string) {
  const worker = await member("worker", repository);
  const stores = await storesOf(worker.database, repository);
  const lock = await stores.runs.lock("007-rate-limit", { command: "iflow run" });
  const session = await stores.runs.create(exampleHead());
  await session.run.folder.write("dispatches/001.prompt.md", `the prompt of ${repository}`);
  await session.run.step(step("a"));
  await stores.team.keep("007-rate-limit", { meta: "{}", history: "said" });
  stores.feed.live(exampleHead().id).write([]);
  const [pending] = await suspension(session.run.wait([question("q")]));
  await session.close();
  return { ...worker, stores, lock, id: (pending as { id: string }).id };
}

it("a client looks, answers and asks to stop; it records nothing, not even past our own program", async () => {
  const { lock, stores: worker, id } = await waitingRun(SHOP);
  const { database } = await member("client", SHOP);
  const { runs, archive, stops, feed, team } = await storesOf(database, SHOP);

  expect(await runs.open()).toMatchObject([{ head: exampleHead(), pendings: [{ id }] }]);
  expect(await archive.ended()).toEqual([]);
  expect(await feed.open().runs()).toMatchObject([{ run: exampleHead().id }]);
  expect((await team.features()).get("007-rate-limit")).toMatchObject({ meta: "{}" });
  const [mover] = await stops.movers();
  if (!mover) throw new Error("nobody works");
  await stops.ask(mover, "safe");
  expect(await stops.stateOf(mover)).toBe("asked");
  await stops.withdraw(mover);
  expect(await runs.answer(id, "yes")).toBe("stored");
  expect(await worker.runs.answerTo(id)).toBe("yes");
  await lock.release();

  const refused = { code: "usage", message: expect.stringContaining("this role may not do that") };
  await expect(runs.lock("007-rate-limit", { command: "iflow run" })).rejects.toMatchObject(refused);
  await expect(runs.resume(exampleHead().id)).rejects.toMatchObject(refused);
  await expect(runs.create(exampleHead({ phase: "design" }))).rejects.toMatchObject(refused);
  await expect(archive.remove(exampleHead().id)).rejects.toMatchObject(refused);
  await expect(archive.keep([])).rejects.toMatchObject(refused);
  for (const words of [
    "insert into iflow.record (repository, run, number, type, body) values ($1, '007-rate-limit.specify.1', 9, 'ended', '{}')",
    "update iflow.answer set answer = 'no' where repository = $1",
    "delete from iflow.answer where repository = $1",
    "insert into iflow.member (role, repository) values (current_user, $1)",
  ]) {
    await expect(database.rows(words, [SHOP]), words).rejects.toMatchObject(refused);
  }
});

it("a client hands features over and takes them back, in its own repository; what became of them it cannot say", async () => {
  const { database } = await member("client", SHOP);
  const jobs = createRowJobs({ database, repository: SHOP });
  expect(await jobs.submit("008-dark-mode", { yolo: true })).toBe("submitted");
  expect(await jobs.submit("008-dark-mode", {})).toBe("open");
  expect(await jobs.of("008-dark-mode")).toMatchObject({ state: "due", flags: { yolo: true }, number: 1 });
  expect(await jobs.workers()).toEqual([]);
  expect(await jobs.cancel("008-dark-mode")).toMatchObject({ state: "cancelled" });
  expect(await jobs.cancel("008-dark-mode")).toBeUndefined();
  expect(await jobs.submit("008-dark-mode", {})).toBe("submitted");
  expect(await jobs.all()).toMatchObject([{ feature: "008-dark-mode", number: 2, state: "due" }]);

  const refused = { code: "usage", message: expect.stringContaining("this role may not do that") };
  for (const words of [
    "update iflow.job set told = 'done' where repository = $1",
    "update iflow.job set flags = '{}' where repository = $1",
    "delete from iflow.job where repository = $1",
    "insert into iflow.worker (name, backend, about) values ($1, 1, '{}')",
  ]) {
    await expect(database.rows(words, [SHOP]), words).rejects.toMatchObject(refused);
  }
  await expect(createRowJobs({ database, repository: BILLING }).submit("001-a", {})).rejects.toMatchObject({
    code: "usage",
  });
});

it("of another repository nobody sees a row, whatever they are and whatever they ask for", async () => {
  const { lock } = await waitingRun(BILLING);
  for (const as of ["client", "worker"] as const) {
    const { database } = await member(as, "github.com/acme/other");
    for (const table of TABLES) expect(await database.rows(`select * from iflow.${table}`), table).toEqual([]);
    expect(await database.rows("select * from iflow.member")).toHaveLength(1); // their own
    const taken = "insert into iflow.answer (repository, run, question, answer) values ($1, $2, '007.1', 'yes')";
    await expect(database.rows(taken, [BILLING, exampleHead().id])).rejects.toMatchObject({ code: "usage" });
  }
  const { database } = await shared;
  for (const table of ["run", "record", "file", "holder", "feature"]) {
    expect(await database.rows(`select 1 from iflow.${table}`), table).not.toEqual([]); // there was something to see
  }
  await lock.release();
});

it("a role that is not there is named with what makes it; said again with another word, that one counts", async () => {
  const { database } = await shared;
  await expect(letIn(database, "no body", "client", SHOP)).rejects.toMatchObject({
    message: expect.stringContaining("no role no body"),
    fix: expect.stringContaining('create role "no body" login'),
  });
  const { role, database: own } = await member("worker", SHOP);
  await letIn(database, role, "client", SHOP);
  const { runs } = await storesOf(own, SHOP);
  await expect(runs.create(exampleHead({ phase: "implement" }))).rejects.toMatchObject({ code: "usage" });
});
