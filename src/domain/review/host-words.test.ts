import { expect, test } from "vitest";
import { answeredByHost, answeredQuestion, hostMarker } from "./host-words.ts";

test("an answer by the word of a host is told as such, on one line", () => {
  const note = answeredByHost("007.2", "continue,\nand quickly");
  expect(answeredQuestion(note)).toBe("007.2");
  expect(hostMarker(note)).toBe("SELF-REPORTED: answer to 007.2: continue, and quickly");
});

test("anything else a host did was refused", () => {
  expect(answeredQuestion("wrote .meta.json")).toBeUndefined();
  expect(hostMarker("wrote .meta.json")).toContain("wrote .meta.json");
  expect(hostMarker("wrote .meta.json")).not.toContain("SELF-REPORTED");
});
