import { describe, expect, it, test } from "vitest";
import { columnsOf, cutToColumns, padEndTo, padStartTo } from "./columns.ts";

const dim = (text: string) => `\u001b[2m${text}\u001b[22m`;

describe("the columns of a text", () => {
  it.each([
    ["plain letters, one each", "read src/a.ts", 13],
    ["letters with accents, one each", "Grüße", 5],
    ["an accent of its own, none", "e\u0301", 1],
    ["Asian scripts, two each", "仕様を読む", 10],
    ["emoji, two each", "ok 🚀", 5],
    ["colour, none", dim("dim"), 3],
  ])("%s", (_, text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe("a text that is cut", () => {
  it.each([
    ["stays whole where it fits", "abcdef", 6, "abcdef"],
    ["ends with the ellipsis", "abcdefg", 6, "abcde…"],
    ["never splits a wide character", "仕様仕様", 6, "仕様…"],
    ["leaves no colour on", `ab${dim("cdef")}`, 4, `ab${dim("c…")}`],
  ])("%s", (_, text, columns, cut) => {
    expect(cutToColumns(text, columns, "…")).toBe(cut);
    expect(columnsOf(cut)).toBeLessThanOrEqual(columns);
  });
});

test("a text is filled by what it takes on a terminal, and never cut", () => {
  expect(`${padEndTo(5, "仕様")}|`).toBe("仕様 |");
  expect(padStartTo(5, dim("a"))).toBe(`    ${dim("a")}`);
  expect(padEndTo(2, "abc")).toBe("abc");
});

test.each([
  ["ログイン・エラー", 16],
  ["ﾛｸﾞｲﾝ", 5],
])("%s takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});
