import { expect, test } from "vitest";
import { DecisionSchema, printDecision, testingDecided } from "./decision.ts";

const AT = "2026-11-17T09:00:00.000Z";

test("a decision is a line with what it is about below it", () => {
  const decision = { at: AT, phase: "implement", kind: "divergence", text: "the code as it is", about: ["AC-2: 403"] };

  expect(printDecision(decision)).toBe("- 2026-11-17 implement, accepted: the code as it is\n  - AC-2: 403");
});

test("several lines stay inside their item", () => {
  const decision = { at: AT, phase: "specify", kind: "request", text: "Two things:\n## one\n- two" };

  expect(printDecision(decision)).toBe("- 2026-11-17 specify, asked for: Two things:\n  ## one\n  - two");
});

test("a decision of a kind this version does not know is still told", () => {
  const decision = DecisionSchema.parse({ at: AT, phase: "specify", kind: "postponed", text: "the unit", extra: 1 });

  expect(printDecision(decision)).toBe("- 2026-11-17 specify, postponed: the unit");
});

test("about tests the last word counts, and a record without its command decides nothing", () => {
  const said = (kind: string, command?: string) => ({
    ...{ at: "2026-11-17T10:00:00.000Z", phase: "specify", kind, text: "…" },
    ...(command !== undefined && { command }),
  });
  expect(testingDecided([])).toBeUndefined();
  expect(testingDecided([said("force")])).toBeUndefined();
  expect(testingDecided([said("untested")])).toEqual({ command: undefined });
  expect(testingDecided([said("untested"), said("tests", " npm test ")])).toEqual({ command: "npm test" });
  expect(testingDecided([said("tests", "npm test"), said("untested")])).toEqual({ command: undefined });
  expect(testingDecided([said("tests")])).toBeUndefined();
  expect(testingDecided([said("tests", " ")])).toBeUndefined();
});
