import { expect, test } from "vitest";
import { leftProcesses } from "./left-processes.ts";

test("every process that a step noted, and nothing else that it noted", () => {
  const notes = [
    { type: "started", base: "abc" },
    { type: "spawned", pid: 12, startTime: "345" },
    { type: "used", usage: null },
    { type: "spawned", pid: 13, startTime: "346" },
  ];
  expect(leftProcesses("implement/1/0/check-test/1", notes)).toEqual([
    { pid: 12, startTime: "345", step: "implement/1/0/check-test/1" },
    { pid: 13, startTime: "346", step: "implement/1/0/check-test/1" },
  ]);
  expect(leftProcesses("implement/1/0/check-test/1", undefined)).toEqual([]);
});
