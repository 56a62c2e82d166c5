import { describe, expect, test } from "vitest";
import { dependencyReader } from "./task-dependencies.ts";

const NUMBERS = ["1.1", "1.2a", "1.2b", "2.1", "2.2", "3", "A.1", "T7"];
const read = (value: string, position = NUMBERS.length) => dependencyReader(NUMBERS)(value, position);

describe("what a task waits for", () => {
  test.each([
    ["Task 1.1", ["1.1"]],
    ["Task 1.1, Task 2.1", ["1.1", "2.1"]],
    ["Tasks 1.1, 2.1 and 2.2", ["1.1", "2.1", "2.2"]],
    ["1.1 (see 9.9 there); `2.1`", ["1.1", "2.1"]],
    ["T1.1 — 9.9 comes later", ["1.1"]],
    ["t7 & a.1", ["T7", "A.1"]],
    ["7", ["T7"]],
    ["Tasks 1.1-2.1", ["1.1", "1.2a", "1.2b", "2.1"]],
    ["1.1 through 1.2a", ["1.1", "1.2a"]],
    ["1.2", ["1.2a", "1.2b"]],
    ["2", ["2.1", "2.2"]],
    ["All Phase 1 tasks", ["1.1", "1.2a", "1.2b"]],
    ["Phase 1 (all of it) AND Phase 2", ["1.1", "1.2a", "1.2b", "2.1", "2.2"]],
    ["All Phase 1, 2 tasks", ["1.1", "1.2a", "1.2b", "2.1", "2.2"]],
    ["All Phase 1-2 tasks", ["1.1", "1.2a", "1.2b", "2.1", "2.2"]],
    ["All Tasks 1.x-2.x", ["1.1", "1.2a", "1.2b", "2.1", "2.2"]],
    ["Phase A", ["A.1"]],
    ["none (soft need of 1.1)", []],
    ["Nothing", []],
    ["—", []],
    ["3 tests that pass", []],
    ["Feature 023, a review", []],
    ["Task I.9 MUST be complete.", []],
  ])("%s", (value, known) => {
    expect(read(value).known).toEqual(known);
  });

  test("all earlier ones, and only those", () => {
    expect(read("All prior tasks", 2).known).toEqual(["1.1", "1.2a"]);
    expect(read("All Phase 1 tasks", 1).known).toEqual(["1.1"]);
  });

  test.each([
    ["Task 9.9", ["9.9"]],
    ["Task 9", ["9"]],
    ["Tasks 1.1, 1.3", ["1.3"]],
    ["Tasks 8.1-9.1", ["8.1", "9.1"]],
    ["Task B.2", ["B.2"]],
    ["1.1, the design", []],
  ])("%s: what no task has is told apart", (value, unknown) => {
    expect(read(value).unknown).toEqual(unknown);
  });

  test("the first of two tasks with one number is meant", () => {
    expect(dependencyReader(["1", "1"])("1", 1)).toEqual({ known: ["1"], unknown: [] });
  });
});
