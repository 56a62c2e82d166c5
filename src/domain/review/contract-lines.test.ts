import { describe, expect, test } from "vitest";
import { isContractLine, saysWhatItVerified } from "./contract-lines.ts";

describe("CTX-8: what was verified", () => {
  test.each([
    ["Verified: zod has no dependencies via its package page", true],
    ["Unable to verify independently: the site is down", true],
    ["Unable to verify — external tools unavailable", true],
    ["No external claims to verify.", true],
    ["No external security claims to verify.", true],
    ["I verified everything.", false],
    ["Verified: everything", false],
    ["", false],
  ])("%j says what was verified, or why nothing was: %s", (reply, says) => {
    expect(saysWhatItVerified(reply)).toBe(says);
  });
});

describe("a line that may follow the object", () => {
  test.each([
    ["Files read: prd.md (12 lines), spec.md (40 lines)", true],
    ["- Verified: the limit is 60 per hour via docs.example.org", true],
    ["`No external claims to verify`", true],
    ["I cannot judge it.", false],
    ["That is all.", false],
  ])("%j: %s", (line, may) => {
    expect(isContractLine(line)).toBe(may);
  });
});
