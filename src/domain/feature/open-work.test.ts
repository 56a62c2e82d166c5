import { expect, test } from "vitest";
import { findOpenWork } from "./open-work.ts";

const TASKS = `# Tasks

### Task 1.1: Count logins
- [ ] counted
### Task 1.2: Reset the count
- [ ] reset
- [x] tested
`;

test("tasks without an entry in the log, and boxes below them, are open", () => {
  const log = "# Implementation Log\n\n## Task 1.1: Count logins\nFiles changed: none\n";
  expect(findOpenWork(TASKS, log)).toEqual({ tasks: ["1.2: Reset the count"], boxes: 1 });
});

test("a log with every task settles every box", () => {
  expect(findOpenWork(TASKS, "## Task 1.1: x\n## Task 1.2: y\n")).toEqual({ tasks: [], boxes: 0 });
});

test("without a log only boxes count; without tasks, or without boxes, there is nothing to say", () => {
  expect(findOpenWork(TASKS, undefined)).toEqual({ tasks: [], boxes: 2 });
  expect(findOpenWork(undefined, "## Task 1: x")).toEqual({ tasks: [], boxes: 0 });
  expect(findOpenWork("# Tasks\n\n### Task 1: One\n- plain\n", undefined)).toEqual({ tasks: [], boxes: 0 });
});

test("boxes and headings in code are examples", () => {
  const tasks = "# Tasks\n\n```md\n### Task 9: Never\n- [ ] never\n```\n\n1. [ ] real\n";
  expect(findOpenWork(tasks, "# Log\n")).toEqual({ tasks: [], boxes: 1 });
});
