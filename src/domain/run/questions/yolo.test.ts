import { expect, test } from "vitest";
import { yoloAnswer } from "./yolo.ts";

test.each([
  ["start-point", "base"],
  ["requirements", "from-description"],
  ["other-files", "leave"],
  ["document-changed", "restore"],
  ["closing", "continue"],
  ["open-tasks", "continue"],
  ["finish", "merge"],
])("--yolo answers %s with %s", (topic, answer) => {
  expect(yoloAnswer(topic)).toBe(answer);
});

test.each([
  "dirty-artifact",
  "wrong-branch",
  "foreign-change",
  "foreign-commit",
  "input-changed",
  "reviewer-wrote",
  "requested-changes",
  "base-branch",
  "dirty-tree",
])("--yolo leaves %s to a person", (topic) => {
  expect(yoloAnswer(topic)).toBeUndefined();
});

test("LOOP-4: --yolo leaves the breaker, and every question it does not know, to a person", () => {
  expect(yoloAnswer("breaker")).toBeUndefined();
  expect(yoloAnswer("a question nobody thought of")).toBeUndefined();
});
