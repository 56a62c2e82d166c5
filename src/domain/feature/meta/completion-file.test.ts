import { expect, test } from "vitest";
import { mendedText } from "./completion-file.ts";

const meta = { before: "active", after: "completed" };
const log = { before: "log", after: null };

test.each([
  ["the commit stands, the file was put back", meta, "active", "completed", { text: "completed" }],
  [
    "the commit stands, a hook changed the text",
    meta,
    "completed",
    "completed, formatted",
    { text: "completed, formatted" },
  ],
  ["the commit stands, and so does the file", meta, "completed", "completed", undefined],
  ["the commit stands, somebody edited the file", meta, "edited", "completed", undefined],
  ["there is no commit, the file was written", meta, "completed", undefined, { text: "active" }],
  ["there is no commit, and nothing was written", meta, "active", undefined, undefined],
  ["there is no commit, somebody edited the file", meta, "edited", undefined, undefined],
  ["there is no commit, the file was removed", log, null, undefined, { text: "log" }],
  ["the commit stands, the removed file is back", log, "log", null, { text: null }],
] as const)("%s", (_name, file, now, committed, expected) => {
  expect(mendedText(file, now, committed)).toEqual(expected);
});
