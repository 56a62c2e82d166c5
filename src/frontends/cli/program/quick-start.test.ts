import { expect, test } from "vitest";
import { quickStart } from "./quick-start.ts";

test.each([
  ["", { command: "bare", flags: {} }],
  ["--json", { command: "bare", flags: { json: true } }],
  ["status", { command: "status", flags: {} }],
  ["--json status --no-unicode --quiet", { command: "status", flags: { json: true, quiet: true, unicode: false } }],
  ["--help", "help"],
  ["-h", "help"],
  ["help", "help"],
  ["-v", "version"],
  ["-V", "version"],
  ["--version", "version"],
  ["version", "version"],
])("%j is answered at once", (line, start) => {
  expect(quickStart(line.split(" ").filter(Boolean), undefined)).toEqual(start);
});

test.each([
  "run x",
  "status --help",
  "help run",
  "--cwd x",
  "--events ndjson",
  "status status",
  "status x",
  "-vV",
  "--json=1",
])("%j is read by the whole program", (line) => {
  expect(quickStart(line.split(" "), undefined)).toBeUndefined();
});

test("the printed help is too wide for a narrow terminal", () => {
  expect(quickStart(["--help"], 60)).toBeUndefined();
  expect(quickStart(["--help"], 120)).toBe("help");
});
