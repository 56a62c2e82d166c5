import { expect, it } from "vitest";
import { plainWords } from "./plain-words.ts";

it.each([
  ["Skipping design, implement. This may reduce artifact quality. Continue?", "There is no code yet. Finish anyway?"],
  ["Skipping design. This may reduce artifact quality. Continue?", "design was left out. Continue without it?"],
  [
    "Skipping design, create-plan. This may reduce artifact quality. Continue?",
    "design, create-plan were left out. Continue without them?",
  ],
  [
    "No project checks found — skipping pre-merge validation.",
    "Nothing will be tested before the merge. Add a test command: iflow init",
  ],
  ["What kind of problem is it? The readiness check has its own list for each.", "What kind of change is this?"],
  [
    "task 1: No parseable traceability references — loading full artifacts.",
    "Task 1 cites nothing, so the agent gets the whole documents.",
  ],
  [
    "prd-reviewer: 1 issue left open at the cap of 3 rounds",
    "The PRD reviewer still objects: 1 issue unresolved after 3 rounds",
  ],
  [
    "test-deepener: Test deepening Phase A returned no outlines — skipping test deepening",
    "The test designer saw nothing more to test.",
  ],
  [
    "Readiness check: PASSED. What should happen to docs/brainstorms/a.prd.md?",
    "The PRD is ready: docs/brainstorms/a.prd.md. What should happen to it?",
  ],
  ["anything else: 1 issue", "anything else: 1 issue"],
])("U13: %s", (recorded, shown) => {
  expect(plainWords(recorded)).toBe(shown);
});
