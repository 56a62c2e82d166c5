import { execFileSync, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
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
    await new Promise((resolve) => setTimeout(resolve, 30));
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

it("the place of a process that was killed is free", async () => {
  const folder = await tempFolder();
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const startTime = execFileSync("cat", [`/proc/${child.pid}/stat`], { encoding: "utf8" })
    .split(") ")[1]
    ?.split(" ")[19];
  const slots = createSlots(folder, createClock(undefined));
  const one = { ...REQUEST, places: 1 };
  const held = await slots.take(one, never);
  const [file = ""] = readdirSync(join(folder, "anthropic"));
  const path = join(folder, "anthropic", file);
  const owner = JSON.parse(execFileSync("cat", [path], { encoding: "utf8" }));
  writeFileSync(path, JSON.stringify({ ...owner, pid: child.pid, startTime }));
  expect(held && (await slots.take(one, AbortSignal.timeout(50)))).toBeUndefined();

  const isOver = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await isOver;

  expect(await slots.take(one, never)).toBeDefined();
});
