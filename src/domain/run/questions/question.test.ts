import { expect, test } from "vitest";
import { canBeSkipped, type Pending, type Question } from "./question.ts";

const free: Question = {
  ...{ type: "question", name: "q", topic: "context", text: "Who is it for?", options: [] },
  ...{ freeText: true, default: "skip" },
};
const { freeText: _, ...closed } = free;
const { default: __, ...open } = free;
const pause: Pending = { type: "pause", name: "p", reason: "blocked", text: "x", fix: "iflow continue" };

test.each<[string, Pending[], boolean]>([
  ["several of them, each with a default", [free, free], true],
  ["a single one, which has its own way to be left out", [free], false],
  ["one that takes no words of one's own", [free, closed], false],
  ["one without a default", [free, open], false],
  ["a pause beside it", [free, pause], false],
])("skipped all at once: %s", (_title, pendings, expected) => {
  expect(canBeSkipped(pendings)).toBe(expected);
});
