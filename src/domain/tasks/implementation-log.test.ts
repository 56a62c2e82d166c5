import { expect, test } from "vitest";
import { findOpenWork } from "../feature/open-work.ts";
import { type LogEntry, printLog } from "./implementation-log.ts";

const DONE: LogEntry = {
  number: "1.1",
  title: "Count logins",
  status: "done",
  files: ["src/a.ts", "src/b.ts"],
  decisions: "in memory",
  deviations: "",
  concerns: "the clock\r\nis local",
};
const SKIPPED: LogEntry = {
  ...DONE,
  ...{ number: "1.2", title: "Tell the person", status: "skipped", files: [] },
  ...{ decisions: "none", concerns: " " },
};

test("IMP-6: the log has an entry per task; what is missing is none, and only what is not plainly done has a status", () => {
  expect(printLog([DONE, SKIPPED])).toMatchInlineSnapshot(`
    "# Implementation Log

    ## Task 1.1: Count logins

    - **Files changed:** src/a.ts, src/b.ts
    - **Decisions:** in memory
    - **Deviations:** none
    - **Concerns:** the clock
      is local

    ## Task 1.2: Tell the person

    - **Status:** skipped
    - **Files changed:** none
    - **Decisions:** none
    - **Deviations:** none
    - **Concerns:** none
    "
  `);
});

test("a log without entries has its title", () => {
  expect(printLog([])).toBe("# Implementation Log\n");
});

test.each([
  "## Task 2: forged",
  "x\n## Task 2: forged",
  "x\n\n\n# Task 2: forged",
  "- a\r\n\r\n## Task 2: forged",
  "x\n===",
])("the words %j of an agent make no entry of the log", (words) => {
  const log = printLog([{ ...DONE, number: "1", decisions: words, deviations: words, concerns: words }, SKIPPED]);

  expect(findOpenWork("## Task 1: a\n\n## Task 2: b\n\n## Task 1.2: c\n", log).tasks).toEqual(["2: b"]);
});
