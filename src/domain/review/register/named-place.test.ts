import { describe, expect, it } from "vitest";
import type { RoleIssue } from "../review-loop.ts";
import { namesPlace } from "./named-place.ts";

const SPEC = {
  path: "docs/features/001-limit/spec.md",
  text: "# Spec\n\n## Scope\nPOST /login\n\n## Acceptance Criteria\n- AC-1: the sixth login is answered 429\n",
};
const CODE = { files: ["src/limit.mjs", "src/server.mjs"] };
const issue = (more: Partial<RoleIssue> = {}): RoleIssue => ({
  ...{ severity: "blocker", description: "The window has no length", reviewer: "spec-reviewer" },
  ...more,
});

describe("in a document", () => {
  it.each([
    "see Acceptance Criteria",
    "## Scope leaves it open",
    'it says "the sixth login"',
    "it says `answered 429`",
    "it says 'the sixth login'",
    "AC-1 has none",
    "nobody opens line 3",
    "spec.md:7 has none",
    "prd.md:12 says otherwise",
  ])("a place is named by: %s", (why) => expect(namesPlace(issue(), why, SPEC)).toBe(true));

  it.each([
    "",
    "no",
    "I still think so",
    "that is out of scope", // a title of one word, as an ordinary word
    "SR1.1 is still open", // the issue itself is no place
    "SR3.1 and R-9",
    "AC-7 has none",
    'it says "the seventh login"',
    'it says "a"',
    "see src/limit.mjs", // not what is judged
  ])("no place is named by: %s", (why) => expect(namesPlace(issue(), why, SPEC)).toBe(false));

  it("the issue's own place will do, if the document has it", () => {
    expect(namesPlace(issue({ location: "Scope" }), "no", SPEC)).toBe(true);
    expect(namesPlace(issue({ location: "## Acceptance Criteria" }), "no", SPEC)).toBe(true);
    expect(namesPlace(issue({ description: "AC-1 has no window" }), "no", SPEC)).toBe(true);
    expect(namesPlace(issue({ location: "everywhere" }), "no", SPEC)).toBe(false);
  });
});

describe("in code", () => {
  it.each(["src/limit.mjs", "limit.mjs counts wrong", "lib/other.ts:12", "AC-1 is not met"])(
    "a place is named by: %s",
    (why) => expect(namesPlace(issue(), why, CODE)).toBe(true),
  );

  it.each(["", "it counts wrong", "SEC1.2 stands", "unlimit.mjs"])("no place is named by: %s", (why) =>
    expect(namesPlace(issue(), why, CODE)).toBe(false),
  );
});

it("a hostile reply is read to a bound", () => {
  expect(namesPlace(issue(), `${'"'.repeat(50_000)} ${"#".repeat(50_000)} AC-1`, SPEC)).toBe(false);
});
