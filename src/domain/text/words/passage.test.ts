import { describe, expect, it } from "vitest";
import { replacePassage } from "./passage.ts";

const edit = (text: string, old: string, by: string, all = false) => replacePassage(text, { old, new: by, all });
const TEXT = [
  "function add(a, b) {",
  "  return a + b;",
  "}",
  "",
  "function sub(a, b) {",
  "  return a - b;",
  "}",
  "",
].join("\n");

describe("a passage that stands there", () => {
  it("is replaced by exactly these words, once or everywhere, with the line ends of the text", () => {
    expect(edit("one two", "two", "$& 2")).toEqual({ text: "one $& 2", places: 1 });
    expect(edit("a a a", "a", "b", true)).toEqual({ text: "b b b", places: 3 });
    expect(edit("a\r\nb\r\n", "a\nb", "a\nc")).toEqual({ text: "a\r\nc\r\n", places: 1 });
  });

  it("more than once is asked about with the lines", () => {
    expect(edit(TEXT, "(a, b)", "()")).toEqual({
      problem: "`old` stands in it 2 times, at lines 1, 5; give more around it, or set `all`",
    });
    expect(edit("x\n".repeat(40), "x\n", "y")).toMatchObject({ problem: expect.stringContaining("11, 12, …;") });
  });

  it("is not replaced by itself", () => {
    expect(edit(TEXT, "add", "add")).toEqual({ problem: "`old` and `new` are the same" });
  });
});

describe("a passage that does not", () => {
  const problem = (old: string, text = TEXT) => (edit(text, old, "x") as { problem: string }).problem;

  it("is told apart from one with other white space, which is shown", () => {
    expect(problem("function sub(a, b) {\n    return a - b;\n}")).toBe(
      "`old` does not stand in it; these lines differ from it only in white space:\n" +
        "5\tfunction sub(a, b) {\n6\t  return a - b;\n7\t}\n",
    );
  });

  it("is answered with the nearest lines", () => {
    expect(problem("function add(a, b, c) {\n  return a + b + c;")).toBe(
      "`old` does not stand in it; nearest to it are these lines:\n1\tfunction add(a, b) {\n2\t  return a + b;\n",
    );
  });

  it("is told when it was copied with line numbers, or when nothing is like it", () => {
    expect(problem("5\tfunction sub(a, b) {\n6\t  return a - b;")).toContain("has line numbers in it");
    expect(problem("completely different")).toBe("`old` does not stand in it, and nothing like it; read it again");
    expect(problem("\n\n\n")).toContain("nothing like it");
  });

  it("is looked for in a long text, too, before the test runs out of time", () => {
    const long = "const value = compute(another, one);\n".repeat(20_000);

    expect(problem("const nothing = like(this);\n".repeat(50), long)).toContain("`old` does not stand in it");
  });
});
