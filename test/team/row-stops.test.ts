// Asking a process to stop that may be on another machine.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { selfIdentity } from "../../src/adapters/runs/processes/processes.ts";
import { holdFeature } from "../../src/adapters/runs/rows/feature-locks.ts";
import { createRowStops } from "../../src/adapters/runs/rows/row-stops.ts";
import { teamDatabase } from "../support/team-database.ts";
import { until } from "../support/until.ts";

const shared = teamDatabase();
const FAR = { pid: 7, startTime: "1", bootId: "b", host: "elsewhere" };

async function place() {
  const { database } = await shared;
  const own = { database, repository: randomUUID() };
  const about = { feature: "007-rate-limit", command: "iflow run", at: "2026-03-01T10:00:00.000Z" };
  const work = async (identity: typeof FAR) => holdFeature(own, about.feature, { ...identity, ...about });
  return { own, work, here: createRowStops(own), there: createRowStops(own, async () => FAR) };
}

it("who holds a feature is found from anywhere, and sees what is asked of it and of nobody else", async () => {
  const { here, there, work } = await place();
  const held = await work(FAR);
  const [mover] = await here.movers();
  expect(mover).toMatchObject({ ...FAR, feature: "007-rate-limit" });
  if (!mover) return;
  const told: string[] = [];
  const unlisten = there.listen((kind) => told.push(kind));

  await here.ask(mover, "safe");
  await until(() => told.length > 0);
  await here.ask({ ...mover, startTime: "2" }, "now"); // the process before it with this pid
  expect(await there.asked()).toBe("safe");
  expect(await here.asked()).toBeUndefined();
  expect(await here.stateOf(mover)).toBe("asked");

  await here.ask(mover, "now");
  await until(() => told.length > 1);
  unlisten();
  await there.take();
  expect(await here.stateOf(mover)).toBe("taken");
  expect(told).toEqual(["safe", "now"]);
  await held.release();
  expect(await here.movers()).toEqual([]);
});

it("a process of this machine that is gone is told as gone; a request can be withdrawn", async () => {
  const { here, work } = await place();
  const self = await selfIdentity();
  const held = await work({ ...self, startTime: "1" });
  const [mover] = await here.movers();
  if (!mover) throw new Error("nobody holds it");
  await here.ask(mover, "safe");
  expect(await here.stateOf(mover)).toBe("gone");
  await here.withdraw(mover);
  expect(await here.stateOf(mover)).toBe("taken");
  await held.release();
});
