import { expect, test } from "vitest";
import { describeMatrix, matrixOf, partOf } from "./matrix.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("twelve seeds in a row play every moment once, whatever their number", () => {
  for (const count of [12, 13, 24, 35, 100]) {
    const played = numbers(12).flatMap((step) => partOf(numbers(count), { seed: 500_000 + step, all: false }));
    expect(played.sort((a, b) => a - b)).toEqual(numbers(count));
  }
});

test("of a table one row in three is played, and three seeds in a row play them all", () => {
  for (const count of [2, 3, 4, 14, 42]) {
    const parts = numbers(3).map((step) => partOf(numbers(count), { seed: 500_000 + step, all: false }, 3));
    expect([...new Set(parts.flat())].sort((a, b) => a - b)).toEqual(numbers(count));
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(Math.ceil(count / 3));
  }
});

test("a short list is never left out: one of it is played", () => {
  for (const count of [1, 2, 5, 11]) {
    for (const seed of numbers(30)) expect(partOf(numbers(count), { seed, all: false })).toHaveLength(1);
  }
});

test("one seed does not take the same place of every dozen", () => {
  const places = partOf(numbers(36), { seed: 7, all: false }).map((moment) => moment % 12);
  expect(places).toEqual([7, 8, 9]);
});

test("at the same hour of every day all is played in time", () => {
  for (const count of [2, 3, 4, 6, 8, 12]) {
    const played = numbers(count).flatMap((day) => partOf(numbers(count), matrixOf({}, (day * 24 + 9) * 3_600_000)));
    expect(played.sort((a, b) => a - b)).toEqual(numbers(count));
  }
});

test("the seed is that of the environment, or of the hour; all is all, and the last line says how to repeat it", () => {
  const hour = matrixOf({}, Date.parse("2026-03-01T09:59:59Z"));
  expect(hour).toEqual({ seed: matrixOf({}, Date.parse("2026-03-01T09:00:00Z")).seed, all: false });
  expect(matrixOf({}, Date.parse("2026-03-01T10:00:00Z")).seed).toBe(hour.seed + 1);
  const given = matrixOf({ IFLOW_TEST_SEED: "42" }, 0);
  expect(describeMatrix(given)).toContain("IFLOW_TEST_SEED=42");
  const all = matrixOf({ IFLOW_TEST_ALL: "1" }, 0);
  expect([partOf(numbers(40), all), describeMatrix(all)]).toEqual([numbers(40), "matrices: all"]);
});

test("a seed that is not a whole number is refused, because it would play nothing", () => {
  for (const seed of ["abc", "-1", "1.5", "1e3", " 7", "0x10"])
    expect(() => matrixOf({ IFLOW_TEST_SEED: seed }, 0), seed).toThrow("a seed is a whole number");
  expect(matrixOf({ IFLOW_TEST_SEED: "0" }, 0).seed).toBe(0);
});
