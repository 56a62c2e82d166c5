import { expect, test } from "vitest";
import { nearestWord } from "./nearest.ts";

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
