import { describe, expect, test } from "vitest";
import { IflowError } from "../text/errors.ts";
import { parseRolePrompt } from "./role-prompt.ts";

describe("parseRolePrompt", () => {
  test("takes everything before the first marker as the rubric", () => {
    expect(parseRolePrompt("\nYou are the reviewer.\n\n## What to look at\n- All.\n\n")).toEqual({
      rubric: "You are the reviewer.\n\n## What to look at\n- All.",
      expectations: {},
    });
  });

  test("finds each part under its marker, whatever their order", () => {
    const text = `Rubric.
<!-- expectations: design -->
Plan needs parts.

<!--checks-->
- one

- two
<!-- coda -->
Be sharp.
<!-- revise -->
Answer each issue.
<!-- expectations: create-tasks -->
Small tasks.`;

    expect(parseRolePrompt(text)).toEqual({
      rubric: "Rubric.",
      checks: "- one\n\n- two",
      coda: "Be sharp.",
      revise: "Answer each issue.",
      expectations: { design: "Plan needs parts.", "create-tasks": "Small tasks." },
    });
  });

  test("gives the same text for Windows line ends", () => {
    expect(parseRolePrompt("a\r\nb\r\n<!-- coda -->\r\nc\r\n")).toEqual(parseRolePrompt("a\nb\n<!-- coda -->\nc\n"));
  });

  test("leaves comments alone in a code fence and inside a line", () => {
    const text = "Edit between `<!-- A -->` marks:\n```\n<!-- anything -->\n```\nDone.";

    expect(parseRolePrompt(text).rubric).toBe(text);
  });

  test.each([
    ["a marker nobody knows", "Rubric.\n<!-- check -->\n- one", "unknown marker <!-- check -->"],
    ["a marker named rubric", "Rubric.\n<!-- rubric -->\n- one", "appears twice"],
    ["expectations of a phase without a next document", "Rubric.\n<!-- expectations: finish -->\nx", "unknown marker"],
    ["expectations without a phase", "Rubric.\n<!-- expectations -->\nx", "unknown marker"],
    ["a part that stands there twice", "Rubric.\n<!-- coda -->\na\n<!-- coda -->\nb", "appears twice"],
    ["an empty part", "Rubric.\n<!-- coda -->\n\n<!-- checks -->\nx", "there is no text under coda"],
    ["no rubric", "<!-- coda -->\na", "there is no text under rubric"],
  ])("refuses %s and says how markers look", (_case, text, problem) => {
    const error = thrownBy(() => parseRolePrompt(text, "prompts/x.md"));

    expect(error.message).toContain(problem);
    expect(error.message).toContain("prompts/x.md");
    expect(error.fix).toContain("expectations of specify");
  });
});

function thrownBy(work: () => unknown): IflowError {
  try {
    work();
  } catch (error) {
    if (error instanceof IflowError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
