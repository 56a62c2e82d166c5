import { expect, test } from "vitest";
import { describeMatrix, matrixOf, partOf } from "./matrix.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("24 seeds in a row play every moment once, whatever their number", () => {
  for (const count of [24, 25, 48, 71, 200]) {
    const played = numbers(24).flatMap((step) => partOf(numbers(count), { seed: 500_000 + step, all: false }));
    expect(played.sort((a, b) => a - b)).toEqual(numbers(count));
  }
});

test("a short list is never left out: one of it is played", () => {
  for (const count of [1, 2, 5, 23]) {
    for (const seed of numbers(60)) expect(partOf(numbers(count), { seed, all: false })).toHaveLength(1);
  }
});

test("one seed does not take the same place of every block", () => {
  const places = partOf(numbers(72), { seed: 7, all: false }).map((moment) => moment % 24);
  expect(places).toEqual([7, 8, 9]);
});

test("the seed is that of the environment, or of the hour; all is all, and the last line says how to repeat it", () => {
  const hour = matrixOf({}, Date.parse("2026-03-01T09:59:59Z"));
  expect(hour).toEqual({ seed: matrixOf({}, Date.parse("2026-03-01T09:00:00Z")).seed, all: false });
  expect(matrixOf({}, Date.parse("2026-03-01T10:00:00Z")).seed).toBe(hour.seed + 1);
  const given = matrixOf({ IFLOW_TEST_SEED: "42" }, 0);
  expect(describeMatrix(given)).toContain("IFLOW_TEST_SEED=42");
  const all = matrixOf({ IFLOW_TEST_ALL: "1" }, 0);
  expect([partOf(numbers(40), all), describeMatrix(all)]).toEqual([numbers(40), "kill matrices: every moment"]);
});
