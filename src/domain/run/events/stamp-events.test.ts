import { expect, test } from "vitest";
import type { RunEvent } from "./run-event.ts";
import { stampEvents } from "./stamp-events.ts";

const opened = (run: string, feature: string) => ({ type: "run-opened", run, feature }) as RunEvent;
const told = { type: "note", text: "x" } as unknown as RunEvent;

test("every event has its time, and belongs to the run that was opened last", () => {
  let second = 0;
  const stamp = stampEvents(() => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)));

  const events = [told, opened("r1", "007-a"), told, opened("r2", "008-b"), told].map(stamp);

  expect(events.map(({ time, run, feature }) => `${time.slice(17, 19)} ${run} ${feature}`)).toEqual([
    "00 null null",
    "01 r1 007-a",
    "02 r1 007-a",
    "03 r2 008-b",
    "04 r2 008-b",
  ]);
});

test("what is about another feature is not given to the open run", () => {
  const stamp = stampEvents(() => new Date(0));
  stamp(opened("r1", "007-a"));

  const other = stamp({ ...told, feature: "009-c" } as unknown as RunEvent);
  const own = stamp({ ...told, feature: "007-a" } as unknown as RunEvent);

  expect([other.run, other.feature]).toEqual([null, "009-c"]);
  expect([own.run, own.feature]).toEqual(["r1", "007-a"]);
});
