import { describe, expect, test } from "vitest";
import { NO_USAGE } from "../billing/usage.ts";
import { cachedShare, GATE_FOLLOW_UP, GATE_QUESTION, gateDocument, isCold, readGateAnswer } from "./gate.ts";

describe("the document of the gate", () => {
  test("begins with a line that only its reader can know", () => {
    expect(gateDocument("5ec2e7").split("\n")[0]).toBe("# Document 5ec2e7");
    expect(GATE_QUESTION + GATE_FOLLOW_UP).not.toContain("5ec2e7");
  });

  test("is long enough to be worth a place in a cache", () => {
    expect(gateDocument("x").length / 4).toBeGreaterThan(1024);
  });
});

describe("an answer", () => {
  test.each([
    ["First line: # Document 5ec2e7\nIssues: 2", true, 2],
    ["**First line:** `# Document 5ec2e7`\n**Issues:** 2 (A and C)", true, 2],
    ["I no longer have the file.\nIssues: 12", false, 12],
    ["First line: # Document 5ec2e7", true, undefined],
    ["", false, undefined],
  ])("%j: knows the line %s, issues %s", (reply, knowsLine, issues) => {
    expect(readGateAnswer(reply, "5ec2e7")).toEqual({ knowsLine, ...(issues !== undefined && { issues }) });
  });
});

describe("V5", () => {
  const first = { ...NO_USAGE, input: 100, cacheWrite: 900, cacheRead: 5000 };

  test.each([
    [900, 0.9],
    [0, 0],
    [5000, 1],
  ])("a resumed turn that reads %i from cache has a share of %d", (cacheRead, share) => {
    expect(cachedShare(first, { ...NO_USAGE, cacheRead })).toBe(share);
  });

  test("is unknown without real numbers on both sides", () => {
    expect(cachedShare(undefined, first)).toBeNull();
    expect(cachedShare(first, undefined)).toBeNull();
    expect(cachedShare({ ...first, estimated: true }, first)).toBeNull();
    expect(cachedShare(first, { ...first, estimated: true })).toBeNull();
    expect(cachedShare(NO_USAGE, first)).toBeNull();
  });

  test("is cold below nine tenths, and not when it is unknown", () => {
    expect([0.89, 0.9, 1, null].map((cached) => isCold({ cached }))).toEqual([true, false, false, false]);
  });
});
