import { expect, test } from "vitest";
import type { Question } from "../../domain/run/questions/question.ts";
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import { takeAnswer } from "./take-answer.ts";

/** Returns what was stored for each question, and what the model is told. */
async function typed(prompt: string) {
  const left: Record<string, string> = {};
  const question = (id: string, freeText: boolean) =>
    ({ id, freeText, options: freeText ? [] : [{ value: "continue", label: "Go on" }] }) as unknown as Question;
  const desk = {
    openRuns: async () => [{ id: "r", questions: [question("001.1", true), question("001.2", false)] }],
    leaveAnswer: async (_: string, id: string, answer: string) => {
      left[id] = answer;
      return true;
    },
    setDriving: async () => undefined,
  } as unknown as HookDesk; // all that a typed line needs
  const answer = (await takeAnswer(desk, { prompt, session_id: "s" })) as
    | { hookSpecificOutput: { additionalContext: string } }
    | undefined;
  return { left, told: answer?.hookSpecificOutput.additionalContext };
}

test("several questions answered in one prompt get each its own answer", async () => {
  const { left, told } = await typed("001.1 Five tries.\nThen a minute.\n\n001.2\ngo on\n");
  expect(left).toEqual({ "001.1": "Five tries.\nThen a minute.", "001.2": "continue" });
  expect(told).toContain("the user's answer to 001.2: continue.");
});

test("a line that begins with a number of something else is part of the answer", async () => {
  expect((await typed("001.1 As in the standard:\n3.2 says so.")).left).toEqual({
    "001.1": "As in the standard:\n3.2 says so.",
  });
});

test("an invalid answer is reported and the others are taken; one to a closed question is ignored", async () => {
  const { left, told } = await typed("001.2 perhaps\n001.1 Five.\n001.9 yes");
  expect(left).toEqual({ "001.1": "Five." });
  expect(told).toContain('"perhaps" is not a valid answer to 001.2. Choose one of: continue.');
});

test.each(["hello", "001.7 continue", "say 001.2 continue"])("is no answer: %s", async (prompt) => {
  expect(await typed(prompt)).toEqual({ left: {}, told: undefined });
});
