import { describe, expect, test } from "vitest";
import type { RoleIssue } from "../review/review-loop.ts";
import { citedPlaces } from "./cited-places.ts";

const FILES = ["src/limit/index.ts", "src/login/index.ts", "src/login/form.tsx", "test/limit.test.ts", "main.ts"];
const at = (location: string, more: Partial<RoleIssue> = {}): RoleIssue => ({
  ...{ reviewer: "security-reviewer", severity: "blocker", description: "It can be reset", location },
  ...more,
});
const filesOf = (...issues: RoleIssue[]) => citedPlaces(issues, FILES).files;

describe("places that issues cite", () => {
  test.each([
    ["src/limit/index.ts:12", ["src/limit/index.ts"]],
    ["./src/limit/index.ts", ["src/limit/index.ts"]],
    ["`/repo/src/limit/index.ts` line 4", ["src/limit/index.ts"]],
    ["limit/index.ts:3-9", ["src/limit/index.ts"]],
    ["form.tsx, then limit.test.ts.", ["src/login/form.tsx", "test/limit.test.ts"]],
    ["index.ts", ["src/limit/index.ts", "src/login/index.ts"]], // it may be either
    ["main.ts:1", ["main.ts"]],
    ["lib/main.ts:1", []],
    ["src/limit/index.tsx", []],
    ["src/limit/index.ts.map", []],
    ["my-main.ts", []],
    ["## Acceptance Criteria", []],
    ["", []],
  ])("%s", (location, files) => {
    expect(filesOf(at(location))).toEqual(files);
  });

  test("stand in the description or the suggestion as well", () => {
    expect(filesOf(at("", { description: "main.ts swallows it" }), at("", { suggestion: "as in form.tsx" }))).toEqual([
      "src/login/form.tsx",
      "main.ts",
    ]);
  });

  test("are complete when everything that must be fixed names a file", () => {
    expect(citedPlaces([at("main.ts:1"), at("form.tsx")], FILES).isComplete).toBe(true);
    expect(citedPlaces([at("main.ts:1"), at("everywhere")], FILES).isComplete).toBe(false);
    const anywhere = at("everywhere", { severity: "suggestion" });
    expect(citedPlaces([at("main.ts:1"), anywhere], FILES).isComplete).toBe(true);
    expect(citedPlaces([anywhere], FILES).isComplete).toBe(false);
    expect(citedPlaces([], FILES).isComplete).toBe(false);
  });

  test("have the ids of what is promised, once, and no other numbers", () => {
    const issues = [at("main.ts:12", { description: "FR-3 and AC-2a are not met since 1.2.3" }), at("AC-2a, C1")];

    expect(citedPlaces(issues, FILES).ids).toEqual(["FR-3", "AC-2a", "C1"]);
  });

  test("in a hostile reply are found quickly", () => {
    const begun = performance.now();
    citedPlaces([at("main.ts".repeat(50_000), { description: "a/".repeat(500_000) })], FILES);

    expect(performance.now() - begun).toBeLessThan(500);
  });
});
