import { expect, test } from "vitest";
import { mergeConfig } from "../../domain/config/config.ts";
import type { Question } from "../../domain/run/question.ts";
import { NOBODY, type Person } from "./context.ts";
import { withLimit } from "./require-limit.ts";

const FLAGS = { yolo: false, mode: "chain" } as const;
const ACP = { id: "acp" };

/** A person at a terminal who answers this. */
function place(answer: string | undefined, settings: object = {}) {
  const asked: Question[] = [];
  const person: Person = {
    ...NOBODY,
    interactive: true,
    ask: async (question) => {
      asked.push(question);
      return answer === undefined ? undefined : { answer };
    },
  };
  const config = mergeConfig([{ origin: "a test", values: settings }]);
  return { asked, config, person, signal: new AbortController().signal };
}

test("a person at a terminal is asked how often agents may be asked; Enter is enough for a feature", async () => {
  const here = place("80");

  expect(await withLimit(here, FLAGS, ACP)).toEqual({ ...FLAGS, maxDispatches: 80 });
  expect(here.asked).toMatchObject([{ text: expect.stringContaining("the price of the model of acp"), default: "80" }]);
  expect(await withLimit(place("12"), FLAGS, ACP)).toMatchObject({ maxDispatches: 12 });
});

test.each([undefined, "stop", "0", "1.5", "many"])("no number is no limit: %s", async (answer) => {
  await expect(withLimit(place(answer), FLAGS, ACP)).rejects.toMatchObject({
    code: "needs-answer",
    fix: expect.stringContaining("--max-dispatches 80"),
  });
});

test("nobody is asked where a limit holds, where every price is known, and by --yolo", async () => {
  const here = place("80");
  const priced = { models: { acp: { strong: "claude-opus-5-5", standard: "claude-opus-5-5" } } };

  expect(await withLimit(here, { ...FLAGS, maxDispatches: 3 }, ACP)).toMatchObject({ maxDispatches: 3 });
  expect(await withLimit(place("80", priced), FLAGS, ACP)).toEqual(FLAGS);
  expect(await withLimit(here, FLAGS, { id: "scripted" })).toEqual(FLAGS);
  await expect(withLimit(here, { ...FLAGS, yolo: true }, ACP)).rejects.toMatchObject({ code: "needs-answer" });
  expect(here.asked).toEqual([]);
});
