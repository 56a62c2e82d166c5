import { expect, test } from "vitest";
import { linesTooWide } from "../../../../test/support/screen.ts";
import { withCommands } from "./output.ts";

const LONG = "node ~/projects/tools/iflow-engine/dist/main.js";
const print = (text: string) => text.replaceAll("iflow", LONG);
const textOf = (text: string) => withCommands({ data: {}, text }, print, 80).text.split("\n");

test.each([
  [
    "what stands before it",
    "Start something:  iflow run 'what you want'",
    ["Start something:", `  ${LONG} run 'what you want'`],
  ],
  ["its label", "    next    iflow continue 2 --until design", ["    next", `      ${LONG} continue 2 --until design`]],
  [
    "its remark",
    "Next: iflow init   (or set checks.test, or say that there are none)",
    [`Next: ${LONG} init`, "      (or set checks.test, or say that there are none)"],
  ],
  [
    "a sentence",
    "1 more feature completed or abandoned: iflow list --all",
    ["1 more feature completed or abandoned:", `  ${LONG} list --all`],
  ],
])("a command that has become too long for its line is parted from %s", (_, text, lines) => {
  expect(textOf(text)).toEqual(lines);
  expect(linesTooWide(80, lines.join("\n"))).toEqual([]);
});

test("a command that has room, and a long line without one, stay as they are", () => {
  expect(textOf("Next:  iflow gc")).toEqual([`Next:  ${LONG} gc`]);
  const table = `${"a column".padEnd(50)}${"and another one".padEnd(50)}`;
  expect(textOf(table)).toEqual([table]);
});
