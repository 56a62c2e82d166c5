import { describe, expect, test } from "vitest";
import { furthestStatus, printProjectContext, projectName } from "./project-context.ts";

const PRD = `# PRD: Safer Logins

## Problem Statement
Accounts are stolen.

## Goals
- [ ] Guessing is pointless
- Owners notice
1. Nobody is locked out
- A fourth one
`;
const ROADMAP = `# Roadmap

## Execution Order
1. **002-lockout** -- waits for 001

## Milestones
### M1: Stop the guessing
- 001-login-limit

### M2: Tell the owner
- F002, 003
`;
const FEATURE = { key: "002-lockout", description: "lock an address out" };

test("goals, dependencies and milestone in a few lines", () => {
  const project = { name: "Safer Logins", prd: PRD, roadmap: ROADMAP };
  const needs = [
    { key: "001-login-limit", status: "completed" },
    { key: "003-mail", status: "active" },
    { key: "004-audit", status: "planned" },
    { key: "005-gone", status: undefined },
  ];
  expect(printProjectContext(project, FEATURE, needs)).toBe(`## Project Context
**Project:** Safer Logins | **This feature:** lock an address out
**Project goals:** 
- Guessing is pointless
- Owners notice
- Nobody is locked out
**Feature dependencies:** completed: 001-login-limit | in-progress: 003-mail | blocked: 004-audit, 005-gone
**Priority signal:** M2: Tell the owner`);
});

test("of what several branches say of a dependency the furthest on holds", () => {
  expect(furthestStatus(["active", "completed", "planned"])).toBe("completed");
  expect(furthestStatus(["active", "abandoned"])).toBe("abandoned");
  expect(furthestStatus([])).toBeUndefined();
});

describe("what is missing or too long", () => {
  test("no goals, no dependencies, no roadmap: said so", () => {
    const text = printProjectContext({ name: "P", prd: undefined, roadmap: undefined }, FEATURE, []);
    expect(text).toContain(
      "**Project goals:** not stated\n**Feature dependencies:** none\n**Priority signal:** not on roadmap",
    );
  });

  test("a problem will do where no goals are named, in paragraphs too", () => {
    const prd = "# X\n\n## Problem Statement\n### Deeper\n\nAccounts\nare stolen.\n\nOften.\n";
    expect(printProjectContext({ name: "P", prd, roadmap: "" }, FEATURE, [])).toContain(
      "- Accounts are stolen.\n- Often.\n",
    );
  });

  test("many dependencies become counts and long goals are trimmed, within 500 tokens", () => {
    const needs = Array.from({ length: 120 }, (_, index) => ({
      key: `${100 + index}-some-long-feature-name`,
      status: "completed",
    }));
    const long = { ...FEATURE, description: "x".repeat(1_500) };
    const prd = `## Goals\n${"- word ".repeat(1)}${"goal ".repeat(100)}\n`;
    const text = printProjectContext({ name: "P", prd, roadmap: "### M1: 002-lockout\n002-lockout" }, long, needs);
    expect(text).toContain("completed: 120");
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(printProjectContext({ name: "P", prd, roadmap: "" }, FEATURE, needs)).toContain("goal…");
  });

  test("a description, a name, a goal and a milestone without end stay within 500 tokens together", () => {
    const endless = "word ".repeat(1_500);
    const project = {
      name: endless,
      prd: `## Goals\n${`- ${endless}\n`.repeat(5)}`,
      roadmap: `### M1: ${endless}\n002-lockout\n`,
    };
    const text = printProjectContext(project, { ...FEATURE, description: endless }, [
      { key: "001-a", status: "active" },
    ]);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(/\*\*Project:\*\* word .*… \| \*\*This feature:\*\* word .*…\n/);
    expect(text).toContain("in-progress: 001-a"); // over the limit, this would be a count
    expect(text).toMatch(/\*\*Priority signal:\*\* M1: word .*…$/);
  });

  test("a name comes from the PRD, else from the folder", () => {
    expect([
      projectName(PRD, "P001-x"),
      projectName("text", "P001-safer-logins"),
      projectName(undefined, "P2-a"),
    ]).toEqual([...["Safer Logins", "safer logins", "a"]]);
  });
});
