import { expect, test } from "vitest";
import { printFindings } from "./research.ts";

const FOUND = {
  findings: [
    { finding: "src/limit.ts counts already", source: "src/limit.ts:12", relevance: "high" },
    { finding: "Nobody calls it", source: "grep" },
  ],
};

test("findings are listed with their source, and with how much they matter where that is known", () => {
  expect(printFindings({ codebase: FOUND, internet: { findings: [] }, unavailable: false })).toBe(
    [
      "### In this repository",
      "- src/limit.ts counts already (src/limit.ts:12; relevance high)",
      "- Nobody calls it (grep)",
      "",
      "### Elsewhere",
      "Nothing found.",
    ].join("\n"),
  );
});

test("a search that found nothing gives its own reason", () => {
  const internet = { findings: [], no_findings_reason: "The library is private." };

  expect(printFindings({ codebase: FOUND, internet, unavailable: false })).toContain(
    "### Elsewhere\nThe library is private.",
  );
});

test("a search that did not answer is named, and the other one is told all the same", () => {
  expect(printFindings({ codebase: undefined, internet: FOUND, unavailable: false })).toContain(
    "### In this repository\nCodebase search unavailable\n\n### Elsewhere\n- src/limit.ts counts already",
  );
  expect(printFindings({ codebase: FOUND, internet: undefined, unavailable: false })).toContain(
    "### Elsewhere\nNo external solutions found",
  );
});

test("without any answer the author is told so in one sentence", () => {
  expect(printFindings({ codebase: undefined, internet: undefined, unavailable: true })).toBe("Research unavailable.");
});
