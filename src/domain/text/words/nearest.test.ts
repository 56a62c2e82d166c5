import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestWord, nearNames } from "./nearest.ts";

const COMMANDS = [
  "run",
  "design",
  "status",
  "stats",
  "specify",
  "continue",
  "create-feature",
  "create-plan",
  "version",
];

test.each([
  ["statsu", "status"],
  ["desing", "design"],
  ["contine", "continue"],
  ["spec", "specify"], // its beginning
  ["createfeature", "create-feature"],
  ["Create_Plan", "create-plan"],
  ["rum", "run"],
  ["chekcs", undefined],
  ["cre", undefined], // begins two
  ["deploy", undefined],
  ["x", undefined],
  ["", undefined],
])("%s is probably %s", (typed, meant) => {
  expect(nearestWord(typed, COMMANDS)).toBe(meant);
});

test("a word that is none of them is not forced onto one", () => {
  expect(nearestWord("version", ["design", "run"])).toBeUndefined();
  expect(nearestWord("chekcs", ["checks", "claude"])).toBe("checks");
  expect(nearestWord("maxRound", ["maxRounds", "brainstormRounds"])).toBe("maxRounds");
  expect(nearestWord("a".repeat(5000), ["checks"])).toBeUndefined();
});

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
