import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { startChild } from "../../../../test/support/child-process.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import { createClock } from "../../clock.ts";
import { createSlots } from "./slots.ts";

const never = new AbortController().signal;
const REQUEST = { runtime: "anthropic", places: 2, feature: "007-a" };

it("only as many work at a time as there are places; whoever waits gets the next free one", async () => {
  const slots = createSlots(await tempFolder(), createClock(undefined));
  let working = 0;
  let most = 0;
  const work = async () => {
    const place = await slots.take(REQUEST, never);
    most = Math.max(most, ++working);
    // on a busy machine the first one could be done before the second one has its place
    do await new Promise((resolve) => setTimeout(resolve, 30));
    while (most < REQUEST.places);
    working--;
    await place?.release();
  };

  await Promise.all(Array.from({ length: 6 }, work));

  expect([most, working]).toEqual([2, 0]);
});

it("an interrupted wait ends without a place, and other runtimes have places of their own", async () => {
  const slots = createSlots(await tempFolder(), createClock(undefined));
  const one = { ...REQUEST, places: 1 };
  const held = await slots.take(one, never);

  expect(await slots.take(one, AbortSignal.timeout(50))).toBeUndefined();
  expect(await slots.take({ ...one, runtime: "openai" }, never)).toBeDefined();
  await held?.release();
  expect(await slots.take(one, never)).toBeDefined();
});

const slotsChild = bundleForNode(join(import.meta.dirname, "../../../../test/support/slots-child.ts"));

it("processes share the places: never more than there are work at once, in all of them together", async () => {
  const folder = await tempFolder();
  const log = join(folder, "log");
  const args = [slotsChild(), "work", folder, String(REQUEST.places), log];
  const children = [1, 2, 3].map(() => startChild(process.execPath, args));
  await Promise.all(children.map((child) => child.line()));

  expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0]);

  const lines = readFileSync(log, "utf8").trim().split("\n");
  let working = 0;
  const counts = lines.map((line) => (working += line === "+" ? 1 : -1));
  expect([lines.length, Math.max(...counts), working]).toEqual([54, REQUEST.places, 0]);
});

it("the place of a process that was killed is free", async () => {
  const folder = await tempFolder();
  const slots = createSlots(folder, createClock(undefined));
  const one = { ...REQUEST, places: 1 };
  const holder = startChild(process.execPath, [slotsChild(), "hold", folder, "1"]);
  expect(await holder.line()).toBe("held");
  expect(await slots.take(one, AbortSignal.timeout(50))).toBeUndefined();

  await holder.kill();

  expect(await slots.take(one, never)).toBeDefined();
});

it("a folder that cannot be written stops nobody", async () => {
  const file = join(await tempFolder(), "slots");
  writeFileSync(file, "");
  expect(await createSlots(file, createClock(undefined)).take(REQUEST, never)).toBeDefined();

  const folder = await tempFolder();
  mkdirSync(join(folder, REQUEST.runtime));
  mkdirSync(join(folder, REQUEST.runtime, "1.lock"));
  expect(await createSlots(folder, createClock(undefined)).take(REQUEST, never)).toBeDefined();
});
