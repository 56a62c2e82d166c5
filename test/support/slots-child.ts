// A process of its own that takes places, for tests in which several compete for them.
// Called as: node slots-child.mjs {hold|work} {folder} {places} {log}
import { appendFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClock } from "../../src/adapters/clock.ts";
import { createSlots } from "../../src/adapters/runs/processes/slots.ts";

const [mode, folder = "", places = "1", log = ""] = process.argv.slice(2);
const slots = createSlots(folder, createClock(undefined));
const request = { runtime: "anthropic", places: Number(places), feature: "007-a" };
const never = new AbortController().signal;

if (mode === "hold") {
  await slots.take(request, never);
  writeSync(1, "held\n");
  await sleep(3_600_000);
}

if (mode === "work") {
  writeSync(1, "begun\n");
  await Promise.all(Array.from({ length: 3 }, () => work()));
}

/** A line when it has its place, and one before it gives it back: whoever reads them in order sees how many had one. */
async function work(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const place = await slots.take(request, never);
    appendFileSync(log, "+\n");
    await sleep(20);
    appendFileSync(log, "-\n");
    await place?.release();
  }
}
