import { describe, expect, test } from "vitest";
import { citedSections } from "./cited-sections.ts";

const SPEC = `# Specification

## Requirements
### FR-1: Counting
Failed logins are counted.

#### Where
In memory.

### FR-2: Refusing
The sixth is refused.

### FR-20: Telling
With a header.

## Acceptance Criteria
### The limit
- AC-1: five are answered.
- [ ] **AC-2** the sixth is not.
### The header
| R3 | it is there |
1. NFR-4: at once

\`\`\`
- AC-9: an example
\`\`\`
`;

describe("sections that ids cite", () => {
  test.each([
    [
      "a heading, with what is below it",
      ["FR-1"],
      "### FR-1: Counting\nFailed logins are counted.\n\n#### Where\nIn memory.",
    ],
    ["a heading in another spelling", ["FR2"], "### FR-2: Refusing\nThe sixth is refused."],
    [
      "an item of a list, by the section it is in",
      ["AC-2"],
      "### The limit\n- AC-1: five are answered.\n- [ ] **AC-2** the sixth is not.",
    ],
  ])("%s", (_, ids, text) => {
    expect(citedSections(SPEC, ids)).toBe(text);
  });

  test("stand in the order of the document, once, and whole", () => {
    const text = citedSections(SPEC, ["AC-1", "FR-20", "AC-2", "FR-2"]);

    expect(text.match(/^#+ .*/gm)).toEqual(["### FR-2: Refusing", "### FR-20: Telling", "### The limit"]);
  });

  test("are found in a table and a numbered list too, but not in an example", () => {
    expect(citedSections(SPEC, ["R3"])).toContain("### The header");
    expect(citedSections(SPEC, ["NFR-4"])).toContain("### The header");
    expect(citedSections(SPEC, ["AC-9"])).toBe("");
  });

  test("nothing for ids that the document does not have, and in no document", () => {
    expect(citedSections(SPEC, ["FR-3", "UTF-8", "AC-10"])).toBe("");
    expect(citedSections("", ["FR-1"])).toBe("");
    expect(citedSections(SPEC, [])).toBe("");
  });
});
