import { expect, test } from "vitest";
import { countChangedLines, isEngineFile, printDelta } from "./delta.ts";

const FOLDER = "docs/features/007-limit";

test.each([".meta.json", ".review-history.md", "implementation-log.md"])(
  "%s in the feature folder is the engine's",
  (name) => {
    expect(isEngineFile(FOLDER, `${FOLDER}/${name}`)).toBe(true);
  },
);

test.each([
  `${FOLDER}/spec.md`,
  `${FOLDER}/notes/.meta.json`,
  "docs/features/008-other/.meta.json",
  ".meta.json",
  "src/implementation-log.md",
])("%s is not the engine's", (path) => {
  expect(isEngineFile(FOLDER, path)).toBe(false);
});

test("a document's delta is the diff alone", () => {
  expect(printDelta({ stat: " spec.md | 2 +-\n", patch: "\n-a\n+b\n" }, false)).toBe("-a\n+b");
});

test("a delta without a textual diff still says what changed", () => {
  expect(printDelta({ stat: " logo.png | Bin 10 -> 12 bytes\n", patch: "" }, false)).toBe(
    "logo.png | Bin 10 -> 12 bytes",
  );
});

test("RES-8: the delta of code is the stat, then the diff", () => {
  expect(printDelta({ stat: " a.ts | 2 +-\n", patch: "-a\n+b\n" }, true)).toBe("a.ts | 2 +-\n\n-a\n+b");
  expect(printDelta({ stat: "", patch: "-a\n+b\n" }, true)).toBe("-a\n+b");
});

test.each([
  ["a first text", "", "a\nb\n", 2, 0],
  ["a line more", "a\nb\n", "a\nb\nc\n", 1, 0],
  ["a line changed", "a\nb\n", "a\nc\n", 1, 1],
  ["one of two equal lines gone", "a\na\n", "a", 0, 1],
  ["nothing", "a\nb\n", "a\nb", 0, 0],
])("lines that came and went are counted: %s", (_, before, after, added, removed) => {
  expect(countChangedLines(before, after)).toEqual({ added, removed });
});
