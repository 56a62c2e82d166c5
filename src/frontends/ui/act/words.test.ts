import { expect, test } from "vitest";
import { BODIES } from "./bodies.ts";
import { typed, wordsOfAbandon, wordsOfContinue, wordsOfFinish, wordsOfNew } from "./words.ts";

test("what the page was asked for is what a person would have typed", () => {
  expect(wordsOfNew({ idea: "--yolo" }, undefined)).toEqual(["run", "--", "--yolo"]); // an idea, no flag
  expect(
    wordsOfNew({ idea: "x", depth: "light", maxCost: 5, worktree: true, yolo: true, runtime: "claude" }, "s"),
  ).toEqual(["run", "--runtime", "claude", "--max-cost", "5", "--depth", "light", "--worktree", "--yolo", "--", "x"]);
  expect(wordsOfNew({ idea: "x", skipBrainstorm: true }, undefined)).toEqual([
    ...["run", "--phases", "specify,design,create-plan,create-tasks,implement", "--", "x"],
  ]);
  expect(wordsOfContinue("007-a", { maxDispatches: 9, runtime: "scripted" }, "/s.json")).toEqual([
    ...["continue", "--runtime", "scripted", "--script", "/s.json", "--max-dispatches", "9", "007-a"],
  ]);
  expect(typed(wordsOfFinish("007-a", { how: "pull-request" }))).toBe("iflow finish-feature --pr 007-a");
  expect(typed(wordsOfAbandon("007-a"))).toBe("iflow abandon --yes 007-a");
});

test("a body has its shape, a sane size and nothing more", () => {
  const takes = (body: unknown) => BODIES.create.safeParse(body).success;
  expect(takes({ repo: "shop", idea: "limit logins" })).toBe(true);
  for (const more of [
    { idea: "" },
    { idea: "x".repeat(20_001) },
    { idea: "a\u0000b" },
    { repo: "../x" },
    { maxCost: -1 },
    { maxCost: Number.POSITIVE_INFINITY },
    { maxDispatches: 1.5 },
    { depth: "deep" },
    { runtime: "a b" },
    { script: "/etc/passwd" },
  ])
    expect([more, takes({ repo: "shop", idea: "limit logins", ...more })]).toEqual([more, false]);
  expect(BODIES.answer.safeParse({ id: "003.7", answer: "two\nlines" }).success).toBe(true);
  expect(BODIES.answer.safeParse({ id: "003.7;rm", answer: "x" }).success).toBe(false);
});
