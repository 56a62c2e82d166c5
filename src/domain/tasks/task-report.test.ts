import { expect, test } from "vitest";
import { readTaskReport } from "./task-report.ts";

const REPORT = `Some words before it.
Implemented: the limit of logins
Tested: npm test, all green
Files changed:
- src/limit.ts
- src/limit.test.ts
Decisions: kept the count in memory,
because the design leaves it open
Deviations: none
Self-review: renamed a variable
Concerns: the clock is local`;

test("a report is read by its labels, and nothing before or between them is taken for an answer", () => {
  expect(readTaskReport(REPORT)).toEqual({
    isAlreadyComplete: false,
    files: ["src/limit.test.ts", "src/limit.ts"],
    refused: [],
    summary: "the limit of logins",
    decisions: "kept the count in memory,\nbecause the design leaves it open",
    deviations: "none",
    concerns: "the clock is local",
  });
});

test("IMP-5: a reply without labels is a report in which everything is none", () => {
  expect(readTaskReport("I am done.\r\nIt works.")).toEqual({
    isAlreadyComplete: false,
    files: [],
    refused: [],
    summary: "none",
    decisions: "none",
    deviations: "none",
    concerns: "none",
  });
});

test("that a task was already complete is believed wherever it is said", () => {
  expect(readTaskReport("Implemented: Task already complete.").isAlreadyComplete).toBe(true);
});

test.each([
  ["a heading", "## Decisions\nby id"],
  ["bold with the colon inside", "**Decisions:** by id"],
  ["bold without a colon", "**Decisions made**\nby id"],
  ["an item", "- Decision: by id"],
  ["another case", "DECISIONS: by id"],
  ["the bare word", "Decisions\nby id"],
  ["Windows line ends", "Decisions:\r\nby id\r\n"],
])("a label may be %s", (_, reply) => {
  expect(readTaskReport(reply).decisions).toBe("by id");
});

test("a sentence that begins with the word of a label stays where it stands", () => {
  const { summary, decisions } = readTaskReport(
    "What I implemented:\n- Implemented the limit\nDecisions:\n- Implemented a counter\n- Concerns stay apart",
  );

  expect(summary).toBe("- Implemented the limit");
  expect(decisions).toBe("- Implemented a counter\n- Concerns stay apart");
});

test.each([
  ["in a row", "Files changed: src/b.ts, src/a.ts", ["src/a.ts", "src/b.ts"]],
  ["named twice", "Files changed:\n- a.ts\n* ./a.ts", ["a.ts"]],
  ["in code marks", "Files changed:\n- `Makefile` and `src/a b.ts`, both new", ["Makefile", "src/a b.ts"]],
  ["with a remark behind a dash", "Files changed:\n- a.ts — new\n- b.ts – new\n- c.ts - new", ["a.ts", "b.ts", "c.ts"]],
  ["with a remark in brackets or behind a colon", "Files changed:\n- a.ts (new)\n- b.ts: holds it", ["a.ts", "b.ts"]],
  ["none", "Files changed: none.\n", []],
  ["words and sentences", "Files changed:\n- nothing\nI looked at src/a.ts and left it\n\n", []],
])("files may be listed %s", (_, reply, files) => {
  expect(readTaskReport(reply).files).toEqual(files);
});

test("IMP-7: a path no file of the repository can have is refused and named", () => {
  const { files, refused } = readTaskReport("Files changed:\n- ../out.ts\n- /etc/passwd\n- .git/config\n- ok.ts");

  expect(files).toEqual(["ok.ts"]);
  expect(refused).toEqual(["../out.ts", "/etc/passwd", ".git/config"]);
});
