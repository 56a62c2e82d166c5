import { expect, test } from "vitest";
import { indexSections } from "../documents/section.ts";
import { readSections } from "../text/markdown.ts";
import { resolveReference } from "./resolve-reference.ts";
import { parseReferences } from "./task-references.ts";

const PLAN = `# Plan: x

## Phase 1: Core
### Step 3: Count
### Step 3.7: Clock
### 4. Fourth
## Stage 2: Rest
### 1.2 Item with a number
### Step 10: Long
### Component 5: Part
`;

test.each([
  ["Plan Step 3", "Step 3: Count"],
  ["Plan Step 3.7", "Step 3.7: Clock"],
  ["Plan item 4", "4. Fourth"],
  ["Plan Phase 1", "Phase 1: Core"],
  ["Plan Stage 1.2", "1.2 Item with a number"],
  ["Plan Stage 2.9", "Stage 2: Rest"],
  ["Plan Step 10b", "Step 10: Long"],
  ["Plan Rest", "Stage 2: Rest"],
  ["Design C5", "Component 5: Part"],
  ["Plan item 1", undefined], // not the phase of that number
  ["Plan Step 2", undefined],
  ["Plan Step 9", undefined],
  ["Plan", undefined],
])("%s", (citation, title) => {
  const [reference] = parseReferences(citation);
  const found = reference && resolveReference(indexSections(readSections(PLAN)), reference);
  expect(found?.title).toBe(title);
});
