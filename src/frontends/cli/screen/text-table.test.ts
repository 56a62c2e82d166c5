// Tables whose last column is a text, at widths where it does not fit.
import { expect, test } from "vitest";
import { textsTable } from "./text-table.ts";

const ROWS = [
  ["kind", "seen", "confidence", "entry"],
  ["patterns", "1x", "low", "Whoever passed before looks again at a fix"],
  ["anti-patterns", "12x", "medium", "Counters"],
];

test("a text stays on its line where there is room", () => {
  expect(textsTable(ROWS, 80, ["confidence"]).join("\n")).toMatchInlineSnapshot(`
    "kind            seen   confidence   entry
    patterns        1x     low          Whoever passed before looks again at a fix
    anti-patterns   12x    medium       Counters"
  `);
});

test("else it continues in its own column", () => {
  expect(textsTable(ROWS, 72, ["confidence"]).join("\n")).toMatchInlineSnapshot(`
    "kind            seen   confidence   entry
    patterns        1x     low          Whoever passed before looks again
                                        at a fix
    anti-patterns   12x    medium       Counters"
  `);
});

test("what is expendable makes room for it", () => {
  expect(textsTable(ROWS, 60, ["confidence"]).join("\n")).toMatchInlineSnapshot(`
    "kind            seen   entry
    patterns        1x     Whoever passed before looks again at
                           a fix
    anti-patterns   12x    Counters"
  `);
});

test("a row without a text has no blanks at its end", () => {
  expect(
    textsTable(
      [
        ["kind", "entry"],
        ["patterns", ""],
      ],
      80,
      [],
    ),
  ).toEqual(["kind       entry", "patterns"]);
});
