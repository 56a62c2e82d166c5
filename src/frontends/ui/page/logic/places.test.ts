// Where things are drawn: moments on a time axis, issues in a diff.
import { expect, test } from "vitest";
import { curveScale, pointAt } from "./curve.ts";
import { isAtPath, placeOfIssue } from "./issue-place.ts";
import { shareAt, timeAxis } from "./time-axis.ts";

const MINUTE = 60_000;

const span = (begin: number, end: number) => ({ begin: begin * MINUTE, end: end * MINUTE });

test("what was worked has its length, in full steps of the clock", () => {
  const axis = timeAxis([span(5, 20), span(0, 6), span(21, 40)]);
  expect(axis.breaks).toEqual([]);
  expect([-5, 0, 10, 40, 50].map((minute) => shareAt(axis, minute * MINUTE))).toEqual([0, 0, 0.25, 1, 1]);
  expect(axis.ticks.map(({ time }) => time / MINUTE)).toEqual([0, 10, 20, 30, 40]);
});

test("waiting for hours is a narrow break with its length", () => {
  const axis = timeAxis([span(0, 10), span(600, 610)]);
  expect(axis.breaks.map(({ milliseconds }) => milliseconds / MINUTE)).toEqual([590]);
  expect(shareAt(axis, 10 * MINUTE)).toBeCloseTo(0.4875);
  expect(shareAt(axis, 600 * MINUTE)).toBeCloseTo(0.5125);
  expect(shareAt(axis, 300 * MINUTE)).toBeCloseTo(0.5125);
  expect(axis.ticks.every(({ time }) => time <= 10 * MINUTE || time >= 600 * MINUTE)).toBe(true);
});

test("an axis can begin later, and be of nothing at all", () => {
  const zoomed = timeAxis([span(0, 10), span(10, 20)], 15 * MINUTE);
  expect([shareAt(zoomed, 0), shareAt(zoomed, 20 * MINUTE)]).toEqual([0, 1]);
  expect([shareAt(timeAxis([]), 7), shareAt(timeAxis([span(7, 7)]), 7 * MINUTE)]).toEqual([0, 0]);
  for (const minutes of [0.01, 1, 40, 5000, 100_000])
    expect(timeAxis([span(1, 1 + minutes)]).ticks.length).toBeLessThan(80);
});

test.each([
  ["src/login.mjs:9", { path: "src/login.mjs", line: 9 }],
  ["`design.md:84-90`", { path: "design.md", line: 84 }],
  ["spec.md ### AC-1", { path: "spec.md", line: null }],
  ["Makefile", null],
  ["everywhere", null],
  [null, null],
])("an issue at %s has its place", (where, place) => {
  expect(placeOfIssue(where)).toEqual(place);
});

test("a document is meant by its name, code by its path", () => {
  expect(isAtPath({ path: "spec.md", line: 1 }, "docs/003/spec.md")).toBe(true);
  expect(isAtPath({ path: "src/login.mjs", line: 1 }, "src/login.mjs")).toBe(true);
  expect(isAtPath({ path: "login.mjs", line: 1 }, "src/old-login.mjs")).toBe(false);
});

test("a curve has a scale in amounts that people count in, and its points inside of it", () => {
  expect(curveScale(7, 58).steps).toEqual([0, 20, 40, 60]);
  expect(curveScale(0, 0.031)).toMatchObject({ days: 1, steps: [0, 0.02, 0.04] });
  expect(curveScale(1, 0).top).toBeGreaterThan(0);
  for (const most of [0.001, 0.3, 1, 9.99, 10, 1234]) expect(curveScale(1, most).top).toBeGreaterThanOrEqual(most);
  const scale = curveScale(10, 60);
  expect([pointAt(scale, { width: 100, height: 60 }, 0, 0), pointAt(scale, { width: 100, height: 60 }, 5, 30)]).toEqual(
    [...["0.0 60.0", "50.0 30.0"]],
  );
});
