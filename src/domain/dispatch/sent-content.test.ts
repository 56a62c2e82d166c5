import { expect, test } from "vitest";
import { NOTHING_SENT, sentTokens, withContent } from "./sent-content.ts";

const paragraph = (name: string) => `${name.repeat(400).slice(0, 398)}\n\n`;
const text = (...names: string[]) => names.map(paragraph).join("");
const sentOf = (...names: string[]) => withContent(NOTHING_SENT, { text: text(...names), required: 0 });

test("a paragraph was sent before wherever it stood", () => {
  expect(sentTokens(sentOf("a", "b", "c"), { text: text("c", "d", "a"), required: 0 })).toBe(200);
  expect(sentTokens(sentOf("a", "b"), { text: `${text("x")}${paragraph("b").trim()}\n`, required: 0 })).toBe(100);
  expect(sentTokens(sentOf(), { text: text("a"), required: 0 })).toBe(0);
});

test("what a prompt repeats in itself is new the first time, and known as often the next", () => {
  expect(sentTokens(sentOf("a"), { text: text("a", "a"), required: 0 })).toBe(200);
});

test("files that agents are told to read: the longest list has the others' in it", () => {
  const longest = withContent(NOTHING_SENT, { text: "", required: 4_000 });
  const sent = withContent(longest, { text: "", required: 1_000 });

  expect(sentTokens(sent, { text: "", required: 2_000 })).toBe(500);
  expect(sentTokens(sent, { text: "", required: 9_000 })).toBe(1_000);
});
