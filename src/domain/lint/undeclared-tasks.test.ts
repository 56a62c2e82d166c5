import { expect, test } from "vitest";
import { findUndeclared } from "./undeclared-tasks.ts";

const task = (number: string, ...fields: string[]) =>
  `### Task ${number}: Part\n${fields.map((field) => `- ${field}\n`).join("")}- **Done when:** it works\n`;
const NEEDS = "**Depends on:** None";
const FILES = "**Files:** `src/a.ts`";

test("each task is named with what it does not declare", () => {
  const text = `# Tasks\n\n${[task("1", NEEDS, FILES), task("2", FILES), task("3", NEEDS), task("4")].join("\n")}`;

  expect(findUndeclared(text).map((line) => line.replaceAll(/ \([^)]*\)/g, ""))).toEqual([
    "line 8: task 2 has no `Depends on`",
    "line 12: task 3 has no `Files`",
    "line 16: task 4 has no `Depends on` and no `Files`",
  ]);
});

test.each([
  ["no list", "# Nothing\n"],
  ["a single task, which has nothing beside it", `# Tasks\n\n${task("1")}`],
  ["a list that declares all", `# Tasks\n\n${task("1", NEEDS, FILES)}\n${task("2", "**Depends on:** 1", FILES)}`],
])("%s leaves nothing open", (_, text) => {
  expect(findUndeclared(text)).toEqual([]);
});
