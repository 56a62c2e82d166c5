import { expect, test } from "vitest";
import { agentName, doingWords, doneWords, inFlightWords, phaseNoun, readyFor, type Work } from "./work-words.ts";

const work = (role: string, activity: Work["activity"], step = "", about?: string): Work => ({
  ...{ role, activity, step, about },
});

test.each([
  [work("spec-author", "draft", "specify/1/0/spec-author/1"), "writing the spec", "spec written"],
  [work("spec-author", "revise"), "revising the spec", "spec revised"],
  [work("spec-author", "repair"), "correcting the spec", "spec corrected"],
  [
    work("design-author", "draft", "design/1/0/design-author@interfaces/1"),
    "completing the design",
    "design completed",
  ],
  [work("implementer", "task", "implement/1/0/implementer-1.2/1", "Count tries"), ...twice("task 1.2 Count tries")],
  [work("implementer", "task", "implement/1/0/implementer-3/1"), ...twice("task 3")],
  [work("implementer", "task", "implement/1/0/implementer"), "writing code", "code written"],
  [work("spec-reviewer", "review"), ...twice("spec reviewer")],
  [work("some-new-role", "review"), ...twice("some new role")],
])("what an agent does and has done: %j", (one, doing, done) => {
  expect([doingWords(one), doneWords(one)]).toEqual([doing, done]);
});

test.each([
  ["specify/1/0/spec-author/1", "the spec was being written"],
  ["design/1/0/design-author@interfaces/1", "the design was being written"],
  ["implement/1/0/implementer-1.2/1", "task 1.2 was being built"],
  ["brainstorm/1/1/brainstorm-reviewer/1", "the PRD was being reviewed for the last time"],
  ["implement/1/2/check-test/1", "the check test was running"],
  ["finish/1/0/merge/1", "it was being merged"],
  ["finish/1/0/unknown-work/1", undefined],
  ["feature", undefined],
])("what was in flight: %s", (step, words) => {
  expect(inFlightWords(step)).toBe(words);
});

test("what has no words of its own is called by its name", () => {
  expect([agentName("fixer"), agentName("my-agent")]).toEqual(["fixer", "my agent"]);
  expect([phaseNoun("create-tasks"), phaseNoun("other")]).toEqual(["Task list", "other"]);
  expect([readyFor("create-plan"), readyFor("design")]).toEqual(["planning", "design"]);
});

function twice(words: string): [string, string] {
  return [words, words];
}
