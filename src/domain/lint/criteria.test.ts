import { expect, test } from "vitest";
import { readMarkdown } from "../text/markdown.ts";
import { citedCriteria, readCriteria } from "./criteria.ts";

test.each([
  ["AC-1", ["ac1"]],
  ["AC-1, AC-3 and AC 4", ["ac1", "ac3", "ac4"]],
  ["AC-1/2/3b", ["ac1", "ac2", "ac3b"]],
  ["AC-1 through AC-4", ["ac1", "ac4", "ac2", "ac3"]],
  ["AC-1..AC-3", ["ac1", "ac3", "ac2"]],
  ["AC1–3", ["ac1", "ac3", "ac2"]],
  ["AC-1 + AC-7", ["ac1", "ac7"]],
  ["AC-1.2", ["ac1.2"]],
  ["AC-1a to AC-3", ["ac1a", "ac3"]],
  ["FAC-1, ACE-2", []],
])("%s cites its criteria", (text, expected) => {
  expect([...citedCriteria(`Task: ${text}.`)]).toEqual(expected);
});

test("criteria stand at the start of a heading, an item, a row or a paragraph; a mention is none", () => {
  const text =
    "### AC-1: a\n- **AC-2** b\n- [ ] AC-3: c\n| AC-4 | d |\n1. AC5: e\n\n**AC-6:** f\n\nSee AC-7.\n\n```\nAC-8\n```\n- AC-1: again\n";
  expect(readCriteria(readMarkdown(text)).map(({ id, line }) => [id, line])).toEqual([
    ["AC-1", 1],
    ["AC-2", 2],
    ["AC-3", 3],
    ["AC-4", 4],
    ["AC5", 5],
    ["AC-6", 7],
  ]);
});
