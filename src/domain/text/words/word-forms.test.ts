import { describe, expect, test } from "vitest";
import { worthOf } from "./word-forms.ts";

describe("how well a known word answers a search for another", () => {
  test.each([
    ["the word itself", "queue", "queue", 1],
    ["a word it begins", "validator", "valid", 0.4 / 1.24],
    ["a word that three letters begin", "cache", "cac", 0],
    ["a word of its family", "idempotency", "idempotent", 0.3],
    ["a shorter word of its family", "validat", "validator", 0.3],
    ["a word with the same beginning and another end", "interpolat", "interface", 0],
    ["a word that is too short for a family", "pages", "pager", 0],
  ])("%s", (_, known, asked, worth) => {
    expect(worthOf(known, asked, true)).toBeCloseTo(worth, 10);
  });

  test.each([
    ["a letter too few", "journal", "jornal", true],
    ["a letter too many", "locked", "lockked", true],
    ["a wrong letter", "locked", "licked", true],
    ["two letters that changed places", "locked", "lokced", true],
    ["two mistakes in a short word", "locked", "likced", false],
    ["two mistakes in a long word", "transaction", "trasactoin", true],
    ["three mistakes in a long word", "transaction", "trsactoin", false],
    ["a wrong first letter", "journal", "yournal", true],
    ["both ends are wrong", "transaction", "fransactiom", false],
    ["a short word", "logic", "login", false],
    ["another word", "counter", "pointer", false],
  ])("%s", (_, known, asked, isMeant) => {
    expect(worthOf(known, asked, true)).toBe(isMeant ? 0.4 : 0);
    expect(worthOf(known, asked, false)).toBe(0);
  });
});
