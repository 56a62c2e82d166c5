// Places of agents that all workers of a team share.
import { expect, test } from "vitest";
import { createRowSlots } from "../../src/adapters/runs/rows/row-slots.ts";
import { teamDatabase } from "../support/team-database.ts";

const shared = teamDatabase();
const live = new AbortController().signal;
const wanted = { runtime: "anthropic", places: 3, feature: "001-a" };

test("ten who want one of three places work three at a time, and each one has its turn", async () => {
  const { database } = await shared;
  let [atWork, most, done] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const place = await createRowSlots(database).take(wanted, live);
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => setTimeout(resolve, 300));
      atWork -= 1;
      done += 1;
      await place?.release();
    }),
  );
  expect([most, done, atWork]).toEqual([3, 10, 0]);
});

test("a place whose connection is cut is free at once, and whoever had it is told", async () => {
  const { database } = await shared;
  const one = { ...wanted, places: 1, runtime: "openai" };
  const first = await createRowSlots(database).take(one, live);
  const second = createRowSlots(database).take(one, live);
  await database.rows(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  );
  await (await second)?.release();
  expect(first?.lost?.aborted).toBe(true);
});

test("who gives up waiting leaves nothing behind", async () => {
  const { database } = await shared;
  const one = { ...wanted, places: 1, runtime: "acp" };
  const first = await createRowSlots(database).take(one, live);
  const gone = AbortSignal.timeout(50);
  expect(await createRowSlots(database).take(one, gone)).toBeUndefined();
  await first?.release();
  await (await createRowSlots(database).take(one, live))?.release();
});
