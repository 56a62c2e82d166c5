// What waits for an answer, at two widths: a command stays in one piece, what it means finds its place.
import { expect, it } from "vitest";
import { linesWiderThan } from "../../../../../test/support/screen.ts";
import type { Question } from "../../../../domain/run/questions/question.ts";
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

it.each([60, 80])("at %i columns what a question is about stands between it and its answers", (columns) => {
  const detail = `SR1.1 blocker · open since round 1\n  author: not changed: ${"a limit of others ".repeat(5).trim()}`;

  const text = pendingText([{ ...QUESTION, detail }], (line) => line, { columns, redraws: true });

  expect(linesWiderThan(columns, text)).toEqual([]);
  expect(text).toMatch(
    /config\.json\.\n\n {2}SR1\.1 blocker[^\n]*\n {4}author: not changed[^\n]*\n {6}\S[\s\S]*\n\n {2}Answer with:/,
  );
});

it("a long way to start iflow has its meaning below", () => {
  const print = (line: string) => line.replace("iflow", "node ../somewhere/else/dist/main.js");

  const text = pendingText([QUESTION], print, { columns: 60, redraws: true });

  expect(text).toContain("main.js answer 001.6 stop\n      Do not finish now");
});

it("a fix that is too long for a line is broken before its command, never inside of it", () => {
  const fix =
    "add credit to your account, or set an ANTHROPIC_API_KEY of another account, then: iflow continue   (a remark)";
  const pause = { type: "pause", name: "p", reason: "agent-unavailable", text: "It stopped.", fix } as const;

  const text = pendingText([pause], (line) => line, { columns: 80, redraws: false });

  expect(linesWiderThan(80, text)).toEqual([]);
  expect(text).toMatch(/\n {7}account,\n {7}then: iflow continue\n {7}\(a remark\)$/);
});

it("a command in brackets is not broken either", () => {
  const fix = `free the branch there (git -C ${"/tree".repeat(8)} switch --detach) or remove that one, then: iflow continue`;
  const pause = { type: "pause", name: "p", reason: "blocked", text: "It stopped.", fix } as const;

  const text = pendingText([pause], (line) => line, { columns: 80, redraws: false });

  expect(text).toContain(`\n       (git -C ${"/tree".repeat(8)} switch --detach)`);
  expect(text).toMatch(/that one,\n {7}then: iflow continue$/);
});
