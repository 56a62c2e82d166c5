import { expect, test } from "vitest";
import { fitOption } from "./fit-option.ts";

/** As the prompt draws it: the hint behind the label, with a blank and in brackets. */
function drawn(label: string, hint: string | undefined, columns: number): string[] {
  const fitted = fitOption({ value: "x", label, ...(hint !== undefined && { hint }) }, columns);
  return `○ ${fitted.label}${fitted.hint === undefined ? "" : ` (${fitted.hint})`}`.split("\n");
}

test.each([
  ["fits", "Continue", "next: design", ["○ Continue (next: design)"]],
  [
    "breaks in its hint",
    "Promote to a feature",
    "next: a number, a branch and a folder of its own",
    ["○ Promote to a feature (next: a number, a", "  branch and a folder of its own)"],
  ],
  [
    "breaks before its hint, which the prompt does",
    "What goes wrong today, and what does it cost",
    "left out",
    ["○ What goes wrong today, and what does it cost (left out)"],
  ],
  [
    "has no hint",
    "How will you know it is solved? Name something that can be checked.",
    undefined,
    ["○ How will you know it is solved? Name", "  something that can be checked."],
  ],
])("an option that %s continues below its own words", (_, label, hint, lines) => {
  expect(drawn(label, hint, 60)).toEqual(lines);
});
