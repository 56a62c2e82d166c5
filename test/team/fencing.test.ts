// Two who believe that a run is theirs: only the one who opened it last records anything, whatever the other one still does.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/database/database.ts";
import { createRowRuns } from "../../src/adapters/runs/row-runs.ts";
import { holdFeature } from "../../src/adapters/runs/rows/feature-locks.ts";
import { question, step, suspension } from "../contracts/play-runs.ts";
import { exampleHead } from "../support/run-head.ts";
import { teamDatabase } from "../support/team-database.ts";
import { tempFolder } from "../support/temp-repo.ts";

const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const shared = teamDatabase();
const { id } = exampleHead();

/** Runs as each of several machines sees them. */
async function team() {
  const { database, url } = await shared;
  const repository = randomUUID();
  const machine = async () => {
    const gitDir = await tempFolder();
    const here = { host: "here", clone: gitDir, tree: gitDir };
    return createRowRuns({ database, repository, mirror: `${gitDir}/runs`, gitDir, here, clock });
  };
  return { machine, database, repository, url };
}

it("what an older opening still wants to record is refused, and nothing of it is there", async () => {
  const { machine } = await team();
  const [here, there] = [await machine(), await machine()];
  const older = await here.create(exampleHead());
  await older.run.step(step("a"));
  const newer = await there.resume(id);

  await expect(older.run.step(step("b", { result: "of the older" }))).rejects.toMatchObject({ code: "locked" });
  await expect(older.run.folder.write("x.md", "of the older")).rejects.toMatchObject({ code: "locked" });
  await expect(older.end("approved")).rejects.toMatchObject({ code: "locked" });

  await newer.run.step(step("a"));
  expect(await newer.run.step(step("b", { result: "of the newer" }))).toBe("of the newer");
  expect(await newer.run.folder.read("x.md")).toBeUndefined();
  await newer.end("approved");
  expect(await here.ofFeature(exampleHead().feature)).toMatchObject([{ outcome: "approved", steps: 2 }]);
});

it("an opening in the middle of many records loses none and doubles none", async () => {
  const { machine } = await team();
  const [here, there] = [await machine(), await machine()];
  const older = await here.create(exampleHead());
  const many = Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => older.run.step(step(`${index}`, { result: index }))),
  );
  const newer = await there.resume(id);
  const ends = await many;
  await newer.close();

  const taken = ends.filter(({ status }) => status === "fulfilled").length;
  const journal = await there.journal(id, 100);
  expect(journal?.counts.done ?? 0).toBe(taken);
  expect(journal?.records.at(-1)).toMatchObject({ type: "opened" });
});

it("of two who answer at the same moment one is told that it was answered", async () => {
  const { machine } = await team();
  const [here, there] = [await machine(), await machine()];
  const session = await here.create(exampleHead());
  const [pending] = await suspension(session.run.wait([question("q")]));
  await session.close();
  const asked = pending?.type === "question" ? (pending.id ?? "") : "";

  const said = await Promise.all([here.answer(asked, "yes"), there.answer(asked, "no")]);

  expect(said.toSorted()).toEqual(["already-answered", "stored"]);
  expect(await there.answerTo(asked)).toBe(said[0] === "stored" ? "yes" : "no");
});

it("a feature is free as soon as the connection of the one who held it is cut, and that one is told", async () => {
  const { database, repository, machine } = await team();
  const self = { pid: 7, startTime: "1", bootId: "b", host: "elsewhere", command: "iflow worker", at: "2026-03-01" };
  const place = { database, repository };
  const held = await holdFeature(place, "007-rate-limit", self);
  const here = await machine();
  expect(await here.owner("007-rate-limit")).toEqual({ pid: 7, host: "elsewhere", at: "2026-03-01" });
  await expect(here.lock("007-rate-limit", { command: "iflow specify" })).rejects.toMatchObject({
    message: expect.stringContaining("process 7 on host elsewhere"),
  });

  const lost = new Promise((resolve) => held.lost.addEventListener("abort", resolve, { once: true }));
  await database.rows("select pg_terminate_backend(backend) from iflow.holder where repository = $1", [repository]);
  await lost;

  expect(await here.owner("007-rate-limit")).toBeUndefined();
  await (await here.lock("007-rate-limit", { command: "iflow specify" })).release();
  await held.release();
});

it("keeps every character, also those that a text of the database cannot hold", async () => {
  const { machine } = await team();
  const session = await (await machine()).create(exampleHead());
  const odd = "a\0b \u{1f600} \ud800 \u001b[31m";
  await session.run.step(step("a", { result: odd }));
  await session.run.folder.write("odd.txt", "a\0b");
  await session.close();

  const again = await (await machine()).resume(id);
  expect(await again.run.step(step("a"))).toBe(odd);
  expect(await again.run.folder.read("odd.txt")).toBe("a\0b");
  await again.close();
});

it("a database that is away is told with its address and without the password", async () => {
  const { url } = await team();
  const away = new URL(url);
  away.port = "1";
  away.username = "anna";
  away.password = "open-sesame";
  const database = await openDatabase({ url: away.href, folders: [process.cwd()] });
  const error = await database.rows("select 1").catch((thrown) => thrown);
  await database.close();

  expect(error).toMatchObject({ code: "disk-failed", message: expect.stringContaining("127.0.0.1:1/") });
  expect(`${error.message} ${error.fix}`).not.toContain("open-sesame");
});
