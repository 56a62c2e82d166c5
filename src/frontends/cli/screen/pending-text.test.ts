// What waits for an answer, at two widths: a command stays in one piece, what it means finds its place.
import { expect, it } from "vitest";
import { linesWiderThan } from "../../../../test/support/screen.ts";
import type { Question } from "../../../domain/run/question.ts";
import { pendingText } from "./pending-text.ts";

const QUESTION: Question = {
  ...{ type: "question", id: "001.6", name: "left", topic: "left-out" },
  text: "Not committed, so not part of the merge: iflow.config.json.",
  options: [
    {
      value: "leave",
      label: "Leave them out",
      hint: "they stay in your working tree; checks see them, the merge does not",
    },
    { value: "stop", label: "Do not finish now" },
  ],
};

it.each([60, 80])("at %i columns each answer fits, and its command can be pasted", (columns) => {
  const text = pendingText([QUESTION], (line) => line, { columns, redraws: true });

  expect(linesWiderThan(columns, text)).toEqual([]);
  expect(text).toMatch(/^ {4}iflow answer 001\.6 leave {3}Leave them out/m);
  expect(text).toMatch(/^ {4}iflow answer 001\.6 stop {4}Do not finish now$/m);
});

it("a long way to start iflow has its meaning below", () => {
  const print = (line: string) => line.replace("iflow", "node ../somewhere/else/dist/main.js");

  const text = pendingText([QUESTION], print, { columns: 60, redraws: true });

  expect(text).toContain("main.js answer 001.6 stop\n      Do not finish now");
});
