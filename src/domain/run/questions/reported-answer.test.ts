import { expect, test } from "vitest";
import { acceptsWords, mayBeReported, REPORTABLE_TOPICS, reportableValues } from "./reported-answer.ts";
import { yoloAnswer } from "./yolo.ts";

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));

test("what --yolo may not decide, a client may not report; what it decides, a client may", () => {
  for (const topic of REPORTABLE_TOPICS) {
    const answer = yoloAnswer(topic) ?? "";
    expect(answer, topic).not.toBe("");
    expect(mayBeReported({ topic, options: options(answer) }, answer), topic).toBe(true);
  }
  for (const topic of ["at-cap", "breaker", "tests", "trust", "limit", "reviewer-wrote", "git-settings", "base-branch"])
    expect(reportableValues({ topic, options: options("yes") }), topic).toEqual([]);
});

test("words that reviewers would take for the person's, and what leaves this machine, need a person", () => {
  expect(mayBeReported({ topic: "requested-changes", options: [], freeText: true }, "Approve it.")).toBe(false);
  expect(mayBeReported({ topic: "cap-words", options: [], freeText: true }, "It is fine.")).toBe(false);
  expect(mayBeReported({ topic: "finish", options: options("merge", "pull-request") }, "pull-request")).toBe(false);
  expect(mayBeReported({ topic: "other-files", options: options("leave", "include") }, "include")).toBe(false);
  expect(mayBeReported({ topic: "finish", options: options("merge") }, "delete everything")).toBe(false);
});

test("the user's own words are taken only where a question is about what they want", () => {
  expect(mayBeReported({ topic: "requirements", options: [], freeText: true }, "Five tries.")).toBe(true);
  expect(acceptsWords({ topic: "requirements", freeText: true })).toBe(true);
  expect(acceptsWords({ topic: "requirements" })).toBe(false);
  expect(acceptsWords({ topic: "stale-entry", freeText: true })).toBe(false);
});
