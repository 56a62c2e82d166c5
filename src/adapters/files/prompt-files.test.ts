import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { tempFolder, writeFiles } from "../../../test/support/temp-repo.ts";
import { printReplyShape } from "../../domain/roles/reply-schema.ts";
import { CERTIFIER_PROMPT, ROLES, type RoleId, roleOf } from "../../domain/roles/role.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { createPromptFiles } from "./prompt-files.ts";

const SHIPPED = fileURLToPath(new URL("../../../prompts", import.meta.url));
const FILES = [...new Set([...ROLES.map(({ prompt }) => prompt), CERTIFIER_PROMPT])].sort();
const REVIEWERS = ROLES.filter(({ kind }) => kind === "reviewer").map(({ id }) => id);
const AUTHORS = ROLES.filter(({ kind }) => kind === "author").map(({ id }) => id);
const shipped = createPromptFiles(SHIPPED);
const textOf = (file: string) => readFile(join(SHIPPED, file), "utf8");

describe("a folder of prompt files", () => {
  test("gives each role the prompt of its file", async () => {
    const folder = await tempFolder();
    await writeFiles(folder, { "spec-reviewer.md": "Rubric.\n<!-- coda -->\nSharp.\n", "implementer.md": "Build.\n" });
    const library = createPromptFiles(folder);

    expect(await library.of("spec-reviewer")).toEqual({ rubric: "Rubric.", coda: "Sharp.", expectations: {} });
    expect(await library.of("fixer")).toEqual({ rubric: "Build.", expectations: {} });
  });

  test("keeps its words when the file changes in the middle of a run", async () => {
    const folder = await tempFolder();
    await writeFiles(folder, { "spec-reviewer.md": "First." });
    const library = createPromptFiles(folder);
    const before = await library.of("spec-reviewer");

    await writeFiles(folder, { "spec-reviewer.md": "Second." });

    expect(await library.of("spec-reviewer")).toBe(before);
  });

  test("names a missing file and what to do", async () => {
    const folder = await tempFolder();

    const error = await createPromptFiles(folder)
      .of("spec-reviewer")
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(IflowError);
    expect((error as IflowError).message).toContain(join(folder, "spec-reviewer.md"));
    expect((error as IflowError).fix).toContain("Reinstall");
  });

  test("names a file whose marker it does not know", async () => {
    const folder = await tempFolder();
    await writeFiles(folder, { "spec-reviewer.md": "Rubric.\n<!-- chekcs -->\n- one\n" });

    await expect(createPromptFiles(folder).of("spec-reviewer")).rejects.toThrow(join(folder, "spec-reviewer.md"));
  });
});

describe("the shipped prompts", () => {
  test("are one file for each role, one for fresh eyes, and no other file", async () => {
    expect((await readdir(SHIPPED)).sort()).toEqual(FILES);
  });

  test.each(FILES)("%s has nothing that changes, no line that could be taken for the engine's own", async (file) => {
    const text = await textOf(file);

    expect(text).not.toMatch(/^\s*-{3,}\s*$/m);
    expect(text).not.toMatch(
      /^#+ (required artifacts|iteration context|next phase expectations|delta|fix summary|changes since your last review|domain reviewer outcome|implementation files|all implementation files|files changed|rules of this repository)/im,
    );
    expect(text).not.toMatch(/[{}]/);
    expect(text).not.toMatch(/\b20\d\d\b/);
    expect(text).not.toMatch(/\biteration \d|\bround \d/i);
    expect(text).not.toMatch(/docs\/features|features\/\d/);
    expect(text).not.toMatch(/[ \t]$|\r|\n{3,}/m);
    expect(text.endsWith("\n")).toBe(true);
  });

  test.each(FILES)("%s has headings of its own only once in each part outside its template", async (file) => {
    const headings = outsideFences(await textOf(file)).filter((line) => line.startsWith("#"));

    expect(headings).toEqual([...new Set(headings)]);
    expect(headings.every((line) => line.startsWith("## "))).toBe(true);
  });

  test.each(ROLES.filter(({ reply }) => reply !== "text").map(({ id }) => id))(
    "the prompt of the %s speaks only of reply fields that exist",
    async (role) => {
      const fields = (await textOf(roleOf(role).prompt)).matchAll(/`([a-z]+(?:_[a-z]+)+)`/g);

      for (const [, field] of fields) expect(printReplyShape(role)).toContain(`"${field}"`);
    },
  );

  test("all reviewers are told in the same words how their verdict is used", async () => {
    const blocks = new Set<string>();
    for (const role of REVIEWERS) {
      const { rubric } = await shipped.of(role);
      blocks.add(rubric.slice(rubric.indexOf("## Your answer")));
    }

    expect([...blocks]).toEqual([expect.stringContaining("The engine decides from your JSON")]);
    expect([...blocks][0]).toContain("Answer with the JSON object only.");
  });

  test.each(REVIEWERS)(
    "the %s says what is a blocker, a warning, a suggestion, and what to leave out",
    async (role) => {
      const { rubric } = await shipped.of(role);

      for (const word of ["**blocker**", "**warning**", "**suggestion**", "## Leave out"])
        expect(rubric).toContain(word);
    },
  );

  test("exactly the reviewers with web tools carry the sentences of verification", async () => {
    const verified = "`Verified: <claim> via <source>`";
    for (const { id, web, prompt } of ROLES) {
      const text = await textOf(prompt);
      expect([id, text.includes(verified)]).toEqual([id, web]);
      if (!web) continue;
      expect(text).toContain("`Unable to verify independently - flagged for human review`");
      expect(text).toContain("`Unable to verify — external tools unavailable`");
      expect(text).toContain(
        id === "security-reviewer" ? "`No external security claims to verify`" : "`No external claims to verify`",
      );
      expect(text).toContain(`MUST verify at least ${id === "design-reviewer" ? 2 : 1} `);
      expect(text).toContain("never a reason to withhold approval");
    }
  });

  test("T18: promises nobody a tool that a runtime may not have", async () => {
    for (const { id, web, prompt } of ROLES) {
      const text = await textOf(prompt);
      expect([id, /WebSearch|WebFetch|Context7|mcp__|your web/i.test(text)]).toEqual([id, false]);
      if (web) expect(text).toMatch(/with a tool you have .*external tools unavailable` when you have no such tool/s);
    }
  });

  test("the skeptics have a coda, those with a list have their checks, the gatekeeper knows every next phase", async () => {
    const having = async (part: "coda" | "checks" | "revise") => {
      const parts = await Promise.all(ROLES.map(async ({ id }) => ({ id, text: (await shipped.of(id))[part] })));
      return parts.filter(({ text }) => text !== undefined).map(({ id }) => id);
    };

    expect(await having("coda")).toEqual(["spec-reviewer", "design-reviewer"]);
    expect(await having("checks")).toEqual([
      "task-reviewer",
      "implementation-reviewer",
      "code-quality-reviewer",
      "security-reviewer",
      "light-reviewer",
      "code-simplifier",
      "test-deepener-a",
      "brainstorm-reviewer",
    ] satisfies RoleId[]);
    expect(await having("revise")).toEqual([...AUTHORS, "implementer", "fixer"]);
    expect(Object.keys((await shipped.of("phase-reviewer")).expectations)).toEqual([
      "specify",
      "design",
      "create-plan",
      "create-tasks",
    ]);
  });

  test.each([
    [
      "implementation-reviewer",
      [
        "Validate all 4 levels:",
        "Level 1: Task completeness",
        "Level 2: Spec compliance",
        "Level 3: Design alignment",
        "Level 4: PRD delivery",
      ],
    ],
    [
      "code-quality-reviewer",
      ["Check:", "Readability", "KISS principle", "YAGNI principle", "Formatting", "Holistic flow"],
    ],
    [
      "security-reviewer",
      ["Check:", "Input validation", "Authentication/authorization", "Data protection", "OWASP top 10"],
    ],
    ["code-simplifier", ["Look for:", "Unnecessary abstractions", "Dead code", "Over-engineering", "Verbose patterns"]],
    ["task-reviewer", ["Plan fidelity", "Executability", "Size", "Dependencies", "Testability", "Traceability"]],
    [
      "test-deepener-a",
      [
        "bdd_scenarios",
        "boundary_values",
        "adversarial",
        "error_propagation",
        "mutation_mindset",
        "performance_contracts",
      ],
    ],
  ] as const)("the %s goes through its whole list", async (role, items) => {
    const { checks = "" } = await shipped.of(role);
    const places = items.map((item) => checks.indexOf(item));

    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test.each([
    [
      "prd-author",
      [
        "# PRD: <name>",
        "## Status",
        "## Problem Statement",
        "## Goals",
        "## Success Criteria",
        "## User Stories",
        "## Use Cases",
        "## Edge Cases & Error Handling",
        "## Constraints",
        "## Requirements",
        "## Non-Goals",
        "## Out of Scope (This Release)",
        "## Research Summary",
        "## Structured Analysis",
        "## Open Questions",
        "## Next Steps",
      ],
    ],
    [
      "spec-author",
      [
        "# Specification: <name>",
        "## Problem Statement",
        "## Success Criteria",
        "## Scope",
        "## Acceptance Criteria",
        "## Feasibility Assessment",
        "## Dependencies",
        "## Open Questions",
      ],
    ],
    [
      "design-author",
      [
        "# Design: <name>",
        "## Prior Art Research",
        "## Architecture Overview",
        "## Components",
        "## Interfaces",
        "## Technical Decisions",
        "## Risks & Mitigations",
        "## Dependencies",
      ],
    ],
    [
      "plan-author",
      [
        "# Plan: <name>",
        "## Implementation Order",
        "## Phase 1: <title>",
        "## Phase 2: <title>",
        "## Dependency Graph",
        "## Risk Areas",
        "## Testing Strategy",
        "## Definition of Done",
      ],
    ],
    [
      "task-author",
      ["# Tasks: <name>", "## Dependency Graph", "## Execution Strategy", "## Task Details", "## Summary"],
    ],
  ] as const)("the %s is shown the agreed template", async (role, headings) => {
    const template = insideFences((await shipped.of(role)).rubric);

    expect(template.filter((line) => /^##? /.test(line))).toEqual(headings);
  });

  test("plan items and tasks are headings with numbers that can be cited", async () => {
    expect(insideFences((await shipped.of("plan-author")).rubric)).toContain("### 1.1 <item>");
    const tasks = insideFences((await shipped.of("task-author")).rubric);
    expect(tasks).toContain("### Task 1.1: <verb, object, context>");
    for (const field of ["Why", "Depends on", "Files", "Test", "Done when"]) {
      expect(tasks.some((line) => line.startsWith(`- **${field}:**`))).toBe(true);
    }
  });

  test("all authors are told in the same words how issues are answered", async () => {
    const revisions = new Set(await Promise.all(AUTHORS.map(async (role) => (await shipped.of(role)).revise)));

    expect(revisions.size).toBe(1);
  });

  test("every role that writes is told to leave git alone", async () => {
    for (const { id, access } of ROLES) {
      if (access === "write")
        expect([id, (await shipped.of(id)).rubric]).toEqual([id, expect.stringMatching(/Run no git command/)]);
    }
  });
});

function insideFences(text: string): string[] {
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, body = ""]) => body.trimEnd().split("\n"));
}

function outsideFences(text: string): string[] {
  return text.replaceAll(/^```[\s\S]*?^```/gm, "").split("\n");
}
