// What the live stream tells, and what of it is shown.
import { expect, test } from "vitest";
import { changesViews, type LiveEvent, readLiveEvent } from "./live-event.ts";
import { foldLanes, freshLane, type LaneBook, laneKey } from "./live-lanes.ts";

const LANE = {
  ...{ step: "s1", lane: "spec-author", role: "spec-author", kind: "fresh", doing: "writing", last: "Read a" },
  ...{ since: "2026-11-16T13:42:00.000Z", tools: 3, tokens: 900 },
};

function told(type: string, more: object = {}): LiveEvent {
  const event = readLiveEvent(JSON.stringify({ repo: "shop", feature: "001", type, step: "s1", ...more }));
  if (!event) throw new Error("no event");
  return event;
}

test("anything that is no event is left alone", () => {
  for (const json of ["", "null", "[]", "7", '"x"', "{", '{"repo":"shop"}', '{"repo":1,"feature":"1","type":"paused"}'])
    expect([json, readLiveEvent(json)]).toEqual([json, undefined]);
});

test("a type that is not known changes nothing, and neither does a lane that only works", () => {
  expect(["question-asked", "run-ended", "paused"].map((type) => changesViews(told(type)))).toEqual([true, true, true]);
  for (const type of ["lane-worked", "run-stands", "holiday", "constructor"])
    expect([type, changesViews(told(type))]).toEqual([type, false]);
});

test("news of a lane are shown until its step ends", () => {
  const news = told("lane-worked", { doing: "judging", last: "Grep b", tools: 5, tokens: 1200 });
  const book = foldLanes(new Map(), news);

  expect(freshLane(LANE, book.get(laneKey("shop", "001", "s1")))).toEqual({
    ...{ ...LANE, doing: "judging", last: "Grep b", tools: 5, tokens: 1200 },
  });
  expect(foldLanes(book, told("dispatch-ended")).size).toBe(0);
  expect(foldLanes(book, told("dispatch-ended", { step: "s2" }))).toBe(book);
  expect(foldLanes(book, told("run-left", { step: undefined })).size).toBe(0);
  expect(foldLanes(book, told("run-ended", { feature: "0012" }))).toBe(book);
  expect(foldLanes(book, told("holiday"))).toBe(book);
});

test("news that are older than what was gathered are not shown, and what they leave out stays", () => {
  const older = { doing: "x", last: "x", tools: 2, tokens: 100 };
  expect(freshLane(LANE, older)).toBe(LANE);
  expect(freshLane(LANE, undefined)).toBe(LANE);
  const bare = foldLanes(new Map(), told("lane-worked", { tools: 4, tokens: "many", doing: null })) as LaneBook;
  expect(freshLane(LANE, bare.get(laneKey("shop", "001", "s1")))).toEqual({ ...LANE, tools: 4 });
});
