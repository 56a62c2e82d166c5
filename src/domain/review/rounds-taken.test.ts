import { expect, test } from "vitest";
import { roundsTaken } from "./rounds-taken.ts";

test.each([
  [2, undefined, 2],
  [2, 0, 2],
  [2, 1, 2],
  [2, 3, 4],
])("%i of the review and %s of the hand-off are %i", (review, handoff, taken) => {
  expect(roundsTaken({ rounds: review }, handoff === undefined ? undefined : { rounds: handoff })).toBe(taken);
});
