import { expect, test } from "vitest";
import { printCommands } from "./printed-commands.ts";

test.each([
  ["iflow continue", "iflow continue 7"],
  ["iflow continue   (tries again; nothing is lost)", "iflow continue 7   (tries again; nothing is lost)"],
  ["iflow continue --max-cost 5", "iflow continue 7 --max-cost 5"],
  ["do what git asks for, then: iflow continue", "do what git asks for, then: iflow continue 7"],
  [
    "`iflow status` shows it; `iflow continue` continues it.",
    "`iflow status` shows it; `iflow continue 7` continues it.",
  ],
  ["iflow implement continues with the tasks", "iflow implement 7 continues with the tasks"],
  [
    "iflow create-plan   (plans again), or: iflow implement",
    "iflow create-plan 7   (plans again), or: iflow implement 7",
  ],
  ["iflow retrospect 003-export", "iflow retrospect 003-export"],
  ["iflow continue b3", "iflow continue b3"],
  ["iflow finish-feature --feature=003-export", "iflow finish-feature --feature=003-export"],
  ["iflow answer 007.2 continue", "iflow answer 007.2 continue"],
  [
    "/iflow:continue in the host, or iflow continue in a terminal",
    "/iflow:continue in the host, or iflow continue 7 in a terminal",
  ],
  [
    "iflow continues where it was; iflow design-first is none",
    "iflow continues where it was; iflow design-first is none",
  ],
])("%j names the feature: %j", (text, printed) => {
  expect(printCommands(text, { program: "iflow", feature: "7" })).toBe(printed);
});

test.each([
  ["Next: iflow specify", "Next: npx iflow specify"],
  ["iflow --help", "npx iflow --help"],
  ["iflow trust   (in CI: IFLOW_TRUST=1)", "npx iflow trust   (in CI: IFLOW_TRUST=1)"],
  ["cd /x/iflow && iflow continue", "cd /x/iflow && npx iflow continue"],
  ["only iflow may write it", "only iflow may write it"],
  ["docs/iflow run.md, @x/iflow run", "docs/iflow run.md, @x/iflow run"],
  ["next    \u001b[1miflow answer 2\u001b[22m", "next    \u001b[1mnpx iflow answer 2\u001b[22m"],
])("%j is printed as it is typed: %j", (text, printed) => {
  expect(printCommands(text, { program: "npx iflow" })).toBe(printed);
});

test.each([
  `iflow create-feature "make iflow continue faster" --prd docs/x.prd.md`,
  String.raw`iflow run 'the user'\''s iflow status' --new`,
])("the person's own sentence stays as it is: %s", (text) => {
  const printed = printCommands(text, { program: "npx iflow", feature: "7" });

  expect(printed).toBe(text.replace("iflow", "npx iflow"));
});

test.each(["npx iflow", "iflow --cwd /x/y", "node ~/iflow/dist/main.js"])("printed once by %s", (program) => {
  const once = printCommands("Next: iflow specify   (or: iflow continue)", { program, feature: "7" });

  expect(once).toBe(`Next: ${program} specify 7   (or: ${program} continue 7)`);
  expect(printCommands(once, { program, feature: "7" })).toBe(once);
});

test("an apostrophe quotes nothing", () => {
  const text = "the user's file is gone, so it's: iflow continue";

  expect(printCommands(text, { program: "iflow", feature: "7" })).toBe(`${text} 7`);
});

test("a path is taken to the letter, and both go together", () => {
  const printed = printCommands("iflow design", { program: "node '/a$1 $& b/main.js'", feature: "12" });

  expect(printed).toBe("node '/a$1 $& b/main.js' design 12");
});
