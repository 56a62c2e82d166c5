import fc from "fast-check";
import { expect, test } from "vitest";
import { nearNames } from "./near-names.ts";

const NAMES = ["rate-limit", "rate-burst", "export-csv", "login"];

test.each([
  ["rate-limt", ["rate-limit"]],
  ["rate-lmiit", ["rate-limit"]],
  ["lgoin", ["login"]],
  ["csv", ["export-csv"]],
  ["rate", ["rate-limit", "rate-burst"]],
  ["RATE-LIMIT", ["rate-limit"]],
  ["something-else", []],
  ["", []],
])("%j is near %j", (typed, near) => {
  expect(nearNames(NAMES, typed)).toEqual(near);
});

test("a name is near itself, no more than asked for are named, and no input is too much", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 })), fc.string({ minLength: 1 }), (names, typed) => {
      expect(nearNames([...names, typed], typed, names.length + 1)).toContain(typed);
      expect(nearNames(names, typed, 2).length).toBeLessThanOrEqual(2);
    }),
  );
  expect(nearNames(NAMES, "x".repeat(1_000_000))).toEqual([]);
});
