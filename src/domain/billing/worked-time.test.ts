import { expect, test } from "vitest";
import { workedTime } from "./worked-time.ts";

const MINUTE = 60_000;
const answered = (minute: number, minutes: number) => ({
  at: new Date(minute * MINUTE).toISOString(),
  milliseconds: minutes * MINUTE,
});

test("one after the other, with a pause in between: the pause does not count", () => {
  expect(workedTime([answered(3, 2), answered(60, 5)])).toBe(7 * MINUTE);
});

test("side by side, one inside the other, in any order: the time counts once", () => {
  expect(workedTime([answered(10, 2), answered(10, 9), answered(12, 4)])).toBe(11 * MINUTE);
});

test("nothing, and a line whose time cannot be read, are no time", () => {
  expect(workedTime([])).toBe(0);
  expect(workedTime([{ at: "", milliseconds: 5 }])).toBe(0);
});
