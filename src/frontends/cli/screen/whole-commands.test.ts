import { expect, test } from "vitest";
import { fixLines, hangCommands } from "./whole-commands.ts";

test("a command is never broken, and words around it are", () => {
  const text = "do what git asks for, or free the branch there: git -C ../other/tree switch --detach, and say so";
  expect(hangCommands("  ", text, 60)).toEqual([
    "  do what git asks for, or free the branch there:",
    "  git -C ../other/tree switch --detach, and say so",
  ]);
});

test("a command in bold is whole as well", () => {
  const bold = "\u001b[1mnode ../other/dist/main.js continue 2\u001b[22m";
  expect(hangCommands("", `next ${bold}`, 40)).toEqual(["next", bold]);
});

test.each([
  ["fits", "iflow run", ["  Fix: iflow run"]],
  [
    "has a remark",
    "git branch some-long-name   (from where you are; or: git branch --track some-long-name origin/some-long-name)",
    [
      "  Fix: git branch some-long-name",
      "       (from where you are; or:",
      "       git branch --track some-long-name origin/some-long-name)",
    ],
  ],
  [
    "goes on afterwards",
    "put the file back where it was before you began to work on it, then: iflow continue 7",
    [
      "  Fix: put the file back where it was before you began to",
      "       work on it,",
      "       then: iflow continue 7",
    ],
  ],
  [
    "is prose that begins like a command",
    "see whether iflow doctor has something to say about the cause of what happened to you here",
    ["  Fix: see whether iflow doctor has something to say about", "       the cause of what happened to you here"],
  ],
])("a fix that %s", (_, fix, lines) => expect(fixLines(fix, 60)).toEqual(lines));
