import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSections } from "../text/markdown.ts";
import { indexSections } from "./section.ts";

function extractSection(markdown: string, id: string): string | undefined {
  const found = indexSections(readSections(markdown))(id);
  return found && markdown.slice(found.start, found.end);
}

const heading = (markdown: string, id: string) => extractSection(markdown, id)?.split("\n")[0];

describe("the heading an id names", () => {
  test.each([
    ["starts with it", "## C1: Queue", "C1", "## C1: Queue"],
    ["after the word Component", "## Component C1: Queue", "C1", "## Component C1: Queue"],
    ["after the word Step", "### Step 3: Ship", "3", "### Step 3: Ship"],
    ["after the word Interface", "### Interface I2 — Port", "I2", "### Interface I2 — Port"],
    ["after the word Phase", "## Phase 2: Core", "2", "## Phase 2: Core"],
    ["after a number", "### 4.2 C7: Cache", "C7", "### 4.2 C7: Cache"],
    ["in another case", "## step 1A: x", "1a", "## step 1A: x"],
    ["in code marks", "### `C1`: Queue", "C1", "### `C1`: Queue"],
    ["contains it", "## Notes on C1", "C1", "## Notes on C1"],
    ["start before mention", "### TD5: What I7 says\n### I7: Skill", "I7", "### I7: Skill"],
    ["a prefix of it", "## Phase 1A: Skill", "1A.1", "## Phase 1A: Skill"],
    ["the start wins for a prefix too", "## 1B: After 1A\n## 1A: Skill", "1A.1", "## 1A: Skill"],
    ["spelled out", "### Component 10: Store", "C10", "### Component 10: Store"],
    ["shortened", "### C-10: Store", "Component 10", "### C-10: Store"],
    ["with or without a dash", "### TD-3: No cache", "TD3", "### TD-3: No cache"],
    ["asked for with its word", "## 1. Scope\n## Step 1: Go", "Step 1", "## Step 1: Go"],
    ["a name", "### RetryQueue (new)\n", "RetryQueue", "### RetryQueue (new)"],
    ["a name with underscores", "### `run_all` helper", "run_all", "### `run_all` helper"],
  ])("%s", (_, markdown, id, expected) => {
    expect(heading(`# Design: x\n\n${markdown}\n\ntext`, id)).toBe(expected);
  });

  test.each([
    ["1.1", "### 1.10 Ten"],
    ["1.1", "### 1.1a Letter"],
    ["1", "### Step 12: Twelve"],
    ["1", "## Rules 2.1"],
    ["AC-1", "### AC-10: Ten"],
    ["C1", "### C12: Twelve"],
    ["1", "### AC-1: One"],
    ["3.4", "## The 3 rules"],
    ["", "## Anything"],
    ["—", "## Anything — at all"],
    ["Zeta", "## Alpha"],
  ])("%j is not %j", (id, markdown) => {
    expect(extractSection(`# Plan\n\n${markdown}\n`, id)).toBeUndefined();
  });

  test("the title of the document is no section that mentions an id", () => {
    expect(extractSection("# Design: all about C1\n\n## Scope\ntext\n", "C1")).toBeUndefined();
  });
});

describe("the section", () => {
  const DOCUMENT = `# Design

## C1: Queue
text
### Detail
more
\`\`\`sh
## C1 is no heading here
\`\`\`
## C2: Store
last`;

  test("ends at the next heading of the same or a higher level, deeper ones belong to it", () => {
    expect(extractSection(DOCUMENT, "C1")).toBe(DOCUMENT.slice(DOCUMENT.indexOf("## C1"), DOCUMENT.indexOf("## C2")));
    expect(extractSection("### A1: x\ntext\n## B\n", "A1")).toBe("### A1: x\ntext\n");
  });

  test("of the last heading ends with the document", () => {
    expect(extractSection(DOCUMENT, "C2")).toBe("## C2: Store\nlast");
  });

  test("is not looked for in code", () => {
    expect(extractSection("# D\n\n```md\n## C9: x\n```\n", "C9")).toBeUndefined();
  });

  test("is found for any id at the start of a heading, whatever signs it holds", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][A-Za-z0-9.+()[\]?-]{0,8}[A-Za-z0-9]$/), (id) => {
        expect(extractSection(`# D\n\n## Other\n\n## ${id}: named\n\nbody\n`, id)).toContain("named");
      }),
    );
  });
});
