import { describe, expect, test } from "vitest";
import { parseReferences } from "./task-references.ts";

const read = (value: string) =>
  parseReferences(value).map(({ kind, word, id }) => `${kind} ${[word, id].filter(Boolean).join(" ")}`.trim());

describe("a citation is split into what it names", () => {
  test.each([
    ["Implements Plan 1.1, Design C1, Spec AC-2", ["plan 1.1", "design C1", "spec AC-2"]],
    ["Implements Plan Step 3 / Design Component C8", ["plan step 3", "design component C8"]],
    [
      "Plan item 4 / Design C5, I3; Spec FR-3 + NFR-1",
      ["plan item 4", "design C5", "design I3", "spec FR-3", "spec NFR-1"],
    ],
    ["Plan Stage 3.7 — AC-7 asks for all of it, and 12 more", ["plan stage 3.7", "spec AC-7"]],
    ["Plan Step 10a+10b", ["plan step 10a", "plan step 10b"]],
    ["Plan Step 2.1, AC-17/18/19", ["plan step 2.1", "spec AC-17", "spec AC-18", "spec AC-19"]],
    ["Spec R2.3, R2.1", ["spec R2.3", "spec R2.1"]],
    ["Spec C1, C2", ["spec C1", "spec C2"]],
    [
      "Plan Phase 2, C10, I-5, TD-3, FR-2, SC-16",
      ["plan phase 2", "design C10", "design I-5", "design TD-3", "spec FR-2", "spec SC-16"],
    ],
    ["Component 10 and Interface 5", ["design component 10", "design interface 5"]],
    [
      "design.md C2 (classifier) and C3 (per design I2). Merged because 3 parts wait.",
      ["design C2", "design C3", "design I2"],
    ],
    ["AC-1 through AC-3", ["spec AC-1", "spec AC-2", "spec AC-3"]],
    ["Plan Steps 1-3", ["plan step 1", "plan step 2", "plan step 3"]],
    ["Plan Steps 3-1", ["plan step 3"]],
    ["Plan 1a-3", ["plan 1a"]],
    ["Design § Component 2 § names.md", ["design component 2"]],
    ["Plan Testing Strategy — last check", ["plan Testing Strategy"]],
    ["Design Component RetryQueue", ["design RetryQueue"]],
    ["Plan A.1 [XC]", ["plan A.1"]],
    ["PRD", ["prd"]],
    ["Users want it fast", ["unknown"]],
    ["BS-3", ["unknown BS-3"]],
    ["3", ["unknown 3"]],
    ["Requirement 3, Task 2", ["spec requirement 3", "unknown task 2"]],
    ["section about one thing that nobody could find", ["unknown"]],
    ["None", []],
    ["—", []],
  ])("%s", (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  test("with the words as they were written", () => {
    expect(parseReferences("Implements Plan 1.1 / C2").map(({ raw }) => raw)).toEqual(["Implements Plan 1.1", "C2"]);
  });

  test("a huge range is cut", () => {
    expect(read("AC-1 to AC-99999")).toHaveLength(30);
  });
});
