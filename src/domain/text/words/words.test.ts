import { describe, expect, test } from "vitest";
import { filesIn, idsIn, searchWords, sharedWords, similarity, stemsOf, tellingWords, wordsOf } from "./words.ts";

describe("words", () => {
  test("endings, common words, numbers and ids are no difference", () => {
    expect(wordsOf("The limits were stopping all logins of AC-2 and R6 in 2026")).toEqual(["limit", "stop", "login"]);
    expect(wordsOf("Validated validation validates")).toEqual(["validat"]);
    expect(wordsOf("Policies, policy; runs, tests")).toEqual(["policy", "run", "test"]);
    expect(wordsOf("Gefährliche Änderung")).toEqual(["gefährlich", "änderung"]);
    expect(wordsOf("use of the work")).toEqual([]);
  });

  test("a query keeps its words as they stand, short ones and those of the trade too; grammar only when alone", () => {
    expect(searchWords('configurations of AC-8, AC-8 quoted "x"')).toEqual([
      "configurations",
      "ac",
      "8",
      "quoted",
      "x",
    ]);
    expect(searchWords("CI fails")).toEqual(["ci", "fails"]);
    expect(searchWords("the new reviews of a task")).toEqual(["new", "reviews", "task"]);
    expect(searchWords("is it on")).toEqual(["is", "it", "on"]);
  });

  test("of a long text only the telling words are looked for, and the common ones when there are no others", () => {
    expect(tellingWords('configurations of AC-8, AC-8 quoted "x"')).toEqual(["configurations", "8", "quoted"]);
    expect(tellingWords("use of work")).toEqual(["use", "of", "work"]);
    expect(stemsOf("The reviews of an API")).toEqual(["the", "review", "of", "an", "api"]);
  });

  test("files with and without their folder; versions are none", () => {
    expect(filesIn("see src/app/dispatch.ts:12 and README.md, since 1.2.3")).toEqual([
      "src/app/dispatch.ts",
      "dispatch.ts",
      "README.md",
    ]);
    expect(idsIn("AC-8 and R6, task 3.2a of 1A.1, not v1")).toEqual(["AC-8", "R6", "3.2a", "1A.1"]);
  });

  test("the same words are one, none are nothing", () => {
    expect(similarity(["a", "b"], ["b", "a"])).toBe(1);
    expect(similarity([], ["a"])).toBe(0);
    expect(similarity(["a"], [])).toBe(0);
    expect(similarity(["a", "b"], ["a", "b", "c", "d"])).toBe(0.75);
    expect(sharedWords(["a", "b"], ["b"])).toEqual(["b"]);
  });
});
